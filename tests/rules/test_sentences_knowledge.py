"""RULES, What a seat knows, and nothing more: a test for every sentence but the last.

The last one, the redeal, is `test_leaks.py`.
"""

from arena.rules import (
    KEEP,
    REJECT,
    Card,
    MatchState,
    Observation,
    Pick,
    Seat,
    apply,
    deal_cards,
    derive_deck,
    observe,
)
from tests.rules.build import (
    ONE,
    SEATS,
    ZERO,
    act,
    at_draw,
    at_pick,
    at_throw,
    cards,
    decisions,
    new_match,
    play,
    table,
    win_deal,
)
from tests.rules.sentences import rule

SECTION = "What a seat knows, and nothing more"


def both(match: MatchState) -> list[Observation]:
    return [observe(match, seat) for seat in SEATS]


@rule(SECTION, "Its own hand")
def test_a_seat_knows_its_own_hand() -> None:
    for match, _ in decisions("own hand"):
        assert [seen.hand for seen in both(match)] == list(match.deal_in_progress.hands)


@rule(SECTION, "the cards it threw")
def test_a_seat_knows_the_cards_it_threw() -> None:
    match = at_draw(count=2)
    thrown = match.deal_in_progress.thrown
    assert [seen.thrown for seen in both(match)] == list(thrown)
    assert [len(throw or ()) for throw in thrown] == [2, 3]


@rule(SECTION, "the cards it threw, rejected")
def test_a_seat_knows_the_cards_it_rejected() -> None:
    match = at_draw()
    top = match.deal_in_progress.offered
    drawer = match.deal_in_progress.turn
    assert observe(apply(match, REJECT), drawer).draws[0].saw == top


@rule(SECTION, "passed over at pick")
def test_a_seat_knows_the_card_it_passed_over_at_pick() -> None:
    match = at_pick()
    deal = match.deal_in_progress
    after = observe(apply(match, Pick(deal.offered[1])), deal.turn)
    assert after.draws[-1].saw == deal.offered
    assert after.draws[-1].took is deal.offered[1]


@rule(SECTION, "every public event (turned cards")
def test_both_know_the_turned_cards() -> None:
    assert [seen.hakem_draw for seen in both(at_draw(hakem=ONE))] == [cards("KS AS")] * 2


@rule(SECTION, "trump, both counts")
def test_both_know_trump_and_both_counts() -> None:
    for count, counts in ((2, (2, 3)), (3, (3, 2))):
        match = at_draw(count=2 if count == 2 else 3)
        assert [(seen.trump, seen.throw_counts) for seen in both(match)] == [("S", counts)] * 2
    assert [seen.throw_counts for seen in both(at_throw(hakem=ONE))] == [(None, 2)] * 2


@rule(SECTION, "every keep/reject")
def test_both_know_every_keep_and_reject() -> None:
    match = act(at_draw(), KEEP, REJECT, REJECT, KEEP)
    known = [[(drawn.seat, drawn.draw) for drawn in seen.draws] for seen in both(match)]
    assert known[0] == known[1]
    assert known[0] == [(ONE, "keep"), (ZERO, "reject"), (ONE, "reject"), (ZERO, "keep")]


@rule(SECTION, "every card played")
def test_both_know_every_card_played() -> None:
    match = play(table("AH 3C 2D", "KH 4C 3D"), "AH KH 3C")
    for seen in both(match):
        assert [trick.cards for trick in seen.tricks] == [(Card("AH"), Card("KH"))]
        assert (seen.lead, seen.tricks_won, seen.turn) == (Card("3C"), (1, 0), ONE)


@rule(SECTION, "the score")
def test_both_know_the_score() -> None:
    match = win_deal(win_deal(new_match(), ONE, kot=True), ZERO)
    match = deal_cards(match, derive_deck("score", 3))
    assert [(seen.score, seen.deal, seen.hakem) for seen in both(match)] == [((1, 3), 3, ZERO)] * 2


@rule(SECTION, "Past tricks stay visible.")
def test_past_tricks_stay_visible() -> None:
    last: dict[Seat, Observation] = {}
    for match, _ in decisions("past tricks"):
        for seen in both(match):
            before = last.get(seen.seat)
            if before is not None and before.deal == seen.deal:
                assert seen.tricks[: len(before.tricks)] == before.tricks
                assert seen.draws[: len(before.draws)] == before.draws
            last[seen.seat] = seen
