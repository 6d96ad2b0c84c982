"""Luck that is taken out: its expectation is zero for any bots, and it removes much variance."""

import numpy as np
import pytest

from arena.luck import luck_of, pieces
from arena.luck.building import build
from arena.luck.deals import _ORDERS, _recorded
from arena.luck.match_chance import OUTCOME_CHANCES, payoff
from arena.luck.pieces import Halves
from arena.luck.playing import play
from arena.luck.worlds import DECISIONS, Worlds
from arena.ratings import luck_out
from arena.records import pair_score
from arena.rules import Ruleset
from arena.wire import Format
from tests.luck.bots import (
    at_random,
    fears_aces,
    first_legal,
    likes_red,
    moody,
    play_pairs,
    rejects,
    shipped_bot,
    style,
)
from tests.luck.measure import outcome_chances
from tests.store.matches import Style

Bots = tuple[Style, Style]

VALUE, NAIVE = shipped_bot("value"), shipped_bot("naive")

MEETINGS: dict[str, Bots] = {
    "value against naive": (style(VALUE), style(NAIVE)),
    "value against one that is moody": (style(VALUE), style(moody(VALUE, 0.1))),
    "naive against any legal action": (style(NAIVE), style(at_random)),
    "two that play any legal action": (style(at_random), style(at_random)),
    "the first legal action against a fancy for red": (style(first_legal), style(likes_red)),
    "one that dies when it sees an ace against one that never keeps": (
        fears_aces(NAIVE),
        style(rejects(VALUE)),
    ),
}


def worlds_of(pairs: list[Halves]) -> Worlds:
    return _recorded([deal for pair in pairs for record in pair for deal in record.deals])


def assert_mean_zero(meeting: str, decks: int) -> None:
    """Of every outcome in single deals, and of the pieces of evidence that count."""
    pairs = play_pairs(MEETINGS[meeting], decks // 10, "deals", meeting)
    for half in (0, 1):  # the two share their decks, and so their luck
        luck = luck_of([deal for pair in pairs for deal in pair[half].deals])
        assert np.abs(luck.sum(axis=1)).max() < 1e-9
        errors = luck.std(axis=0) / np.sqrt(len(luck))
        assert np.all(np.abs(luck.mean(axis=0)) < 4 * errors + 1e-12), luck.mean(axis=0) / errors
    found = pieces(pairs, "a").luck
    assert abs(found.mean()) < 4 * found.std() / np.sqrt(len(found))


@pytest.mark.parametrize("meeting", MEETINGS)
def test_the_luck_of_deals_has_mean_zero_whatever_the_bots_are(meeting: str) -> None:
    assert_mean_zero(meeting, 200)


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("meeting", MEETINGS)
def test_the_luck_of_100_000_deals_has_mean_zero(meeting: str) -> None:
    assert_mean_zero(meeting, 8_500)


@pytest.mark.parametrize("meeting", ["value against naive", "naive against any legal action"])
def test_the_luck_of_matches_has_mean_zero(meeting: str) -> None:
    pairs = play_pairs(MEETINGS[meeting], 60, "match", meeting)
    luck = pieces(pairs, "a").luck
    assert luck.std() > 0.05
    assert abs(luck.mean()) < 4 * luck.std() / np.sqrt(len(luck))


def test_what_counts_is_decided_by_cards_that_were_seen() -> None:
    """Cards that are still hidden at a decision change nothing about it or before it."""
    played = worlds_of(play_pairs(MEETINGS["value against naive"], 3, "deals", "hidden"))
    strayed = build(played).strayed
    assert strayed.any(axis=0).sum() > 10
    for decision in range(DECISIONS):
        for order in _ORDERS[decision, :4]:
            other = Worlds(
                played.decks[:, order],
                played.trump,
                played.thrown,
                played.threw_three,
                played.keeps,
                played.followed,
            )
            assert np.array_equal(
                build(other).strayed[:, : decision + 1], strayed[:, : decision + 1]
            )


def test_the_orders_of_a_deck_leave_what_was_seen_in_its_place() -> None:
    for decision, orders in enumerate(_ORDERS[:-1]):
        seen = 10 if decision < 2 else 11 + 2 * (decision - 2)
        for order in orders:
            assert sorted(order) == list(range(52))
            assert list(order[:seen]) == list(range(seen))


def test_the_baseline_builds_and_plays_as_the_bot_value_does() -> None:
    pairs = play_pairs((style(VALUE), style(VALUE)), 10, "deals", "itself")
    deals = [deal for pair in pairs for record in pair for deal in record.deals]
    played = _recorded(deals)
    assert not build(played).strayed.any()
    alone = Worlds(
        played.decks,
        0 * played.trump,
        0 * played.thrown,
        0 * played.threw_three,
        np.zeros_like(played.keeps),
        0 * played.followed,
    )
    for worlds in (played, alone):
        tricks = play(build(worlds))
        assert [(*column,) for column in tricks.T] == [
            (deal.tricks[deal.hakem], deal.tricks[deal.hakem.other]) for deal in deals
        ]


@pytest.mark.parametrize("form", ["match", "deals"])
def test_two_copies_of_a_bot_owe_nothing_to_luck(form: Format) -> None:
    found = pieces(play_pairs((style(NAIVE), style(NAIVE)), 4, form, "copies"), "a")
    assert np.all(found.scores == 0.5)
    assert np.all(np.abs(found.luck) < 1e-12)


@pytest.mark.parametrize("form", ["match", "deals"])
@pytest.mark.parametrize("meeting", list(MEETINGS)[-2:])
def test_the_raw_score_is_the_one_of_every_table_and_luck_has_two_sides(
    form: Format, meeting: str
) -> None:
    pairs = play_pairs(MEETINGS[meeting], 6, form, meeting)
    one, other = pieces(pairs, "a"), pieces(pairs, "b")
    counted = [pair_score(pair, "a") for pair in pairs]
    for score, count in ((0, "lost"), (0.5, "halved"), (1, "won")):
        assert (one.scores == score).sum() == sum(getattr(each, count) for each in counted)
    assert np.allclose(one.scores + other.scores, 1)
    assert np.allclose(one.luck + other.luck, 0)


def test_no_deals_have_no_luck() -> None:
    assert luck_of([]).shape == (0, 4)
    assert len(pieces([], "a").scores) == 0


def test_the_chances_of_the_outcomes_are_those_of_the_baseline_against_itself() -> None:
    found = outcome_chances(4_000)
    assert sum(OUTCOME_CHANCES) == pytest.approx(1)
    for share, expected in zip(found, OUTCOME_CHANCES, strict=True):
        assert abs(share - expected) < 4 * (expected / 4_000) ** 0.5


def test_a_deal_counts_for_more_the_nearer_the_end_is() -> None:
    def weight(hakem: int, other: int) -> float:
        won, _, lost, _ = payoff(Ruleset(), hakem, other)
        return won - lost

    assert weight(6, 6) == 1
    assert weight(6, 6) > weight(3, 3) > weight(0, 0) > weight(6, 0) > 0
    assert payoff(Ruleset(), 6, 5)[0] == payoff(Ruleset(), 5, 5)[1] == 1


def removed(bots: Bots, pairs: int, form: Format, label: str) -> float:
    found = pieces(play_pairs(bots, pairs, form, label), "a")
    taken = luck_out(found.scores, found.luck)
    assert taken is not None
    return taken.removed


def test_most_of_the_luck_that_mirroring_leaves_is_taken_out_of_value_against_naive() -> None:
    bots = MEETINGS["value against naive"]
    assert removed(bots, 40, "deals", "much") > 0.6
    assert removed(bots, 60, "match", "much") > 0.6
