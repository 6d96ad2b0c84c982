"""A replay shows what was known, to whom it was known."""

import re
from dataclasses import replace
from typing import Any

import pytest
from starlette.testclient import TestClient

from arena.records import MatchRecord
from arena.records import replay as states_of
from arena.rules import Card, Concede, Observation, Seat, apply, observe
from arena.web.addresses import VIEWS
from arena.web.i18n import language
from arena.web.moments import Frame
from arena.web.replay import frames
from tests.analysis.judging import analysis
from tests.store.matches import concedes, crashes, first, last, played, remarks

ENGLISH = language("en")
SIGNS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}
HIDDEN = {Seat.ZERO: "1", Seat.ONE: "0"}


def record(*styles: Any) -> MatchRecord:
    return played("1:a:b", styles or (first, last)).halves[0].record


def shown_cards(frame: Frame) -> set[str]:
    """Every card that can be read off a frame, drawn or named."""
    drawn = {code for codes in frame.cards.values() for code in codes if code}
    named = re.findall(r"(10|[2-9JQKA])([♠♥♦♣])", " ".join(frame.texts.values()))
    return drawn | set(frame.chosen) | {r.replace("10", "T") + SIGNS[s] for r, s in named}


def known_cards(seen: Observation) -> set[str]:
    """Every card that a seat knows of by its observation."""
    cards: set[Card] = {*seen.hand, *seen.thrown, *seen.offered}
    for drawn in seen.draws:
        cards |= {*(drawn.saw or ()), *([drawn.took] if drawn.took else [])}
    for trick in seen.tricks:
        cards |= set(trick.cards)
    return {card.value for card in cards | ({seen.lead} if seen.lead else set())}


@pytest.mark.parametrize("seat", Seat)
def test_a_seat_s_view_shows_nothing_that_it_did_not_know_then(seat: Seat) -> None:
    match = record()
    judged = analysis(match).by_number
    told = frames(match, str(int(seat)), ENGLISH, judged)  # type: ignore[arg-type]
    assert {frame.actor for frame in told if frame.texts["judged"]} == {seat}
    steps = list(states_of(match))
    assert len(told) == len(steps) + len(match.deals)
    for frame, (state, _) in zip(told, steps, strict=False):
        assert shown_cards(frame) <= known_cards(observe(state, seat)), frame.move
        assert not any(frame.cards[f"hand{HIDDEN[seat]}"])
        assert not any(frame.cards[f"thrown{HIDDEN[seat]}"])


def test_hidden_cards_make_no_difference_to_a_seat_s_view() -> None:
    match = record(first, first)
    (deal,) = match.deals
    # Two cards of the stock that seat 0 never sees: whatever they are, its view is the same.
    told = frames(match, "0", ENGLISH)
    unseen = [c for c in deal.deck[10:] if all(c.value not in shown_cards(f) for f in told)][:2]
    swap = dict(zip(unseen, unseen[::-1], strict=True))
    deck = tuple(swap.get(card, card) for card in deal.deck)
    other = MatchRecord(**{name: getattr(match, name) for name in match.__struct_fields__})
    changed = type(deal)(**{n: getattr(deal, n) for n in deal.__struct_fields__} | {"deck": deck})
    other = type(match)(
        **{n: getattr(match, n) for n in match.__struct_fields__} | {"deals": (changed,)}
    )
    assert len(unseen) == 2
    assert frames(other, "0", ENGLISH) == told


def test_all_cards_are_both_views_laid_over_each_other() -> None:
    match = record()
    every = [frames(match, view, ENGLISH) for view in VIEWS]
    for whole, zero, one in zip(*every, strict=True):
        assert whole.cards["hand0"] == zero.cards["hand0"]
        assert whole.cards["hand1"] == one.cards["hand1"]
        assert shown_cards(whole) == shown_cards(zero) | shown_cards(one)


def test_every_phase_is_shown_and_the_last_moment_is_the_end() -> None:
    match = record()
    told = frames(match, "all", ENGLISH)
    assert list(dict.fromkeys(f.phase for f in told)) == [
        *("open", "throw", "draw", "pick", "play", "over")
    ]
    (deal,) = match.deals
    end = told[-1]
    assert end.turn is None
    assert end.texts["outcome"]
    assert (int(end.texts["tricks0"]), int(end.texts["tricks1"])) == deal.tricks
    state, action = list(states_of(match))[-1]
    assert action is not None
    assert not isinstance(action, Concede)
    hands = apply(state, action).finished[-1].hands
    assert [len(end.cards[f"hand{seat}"]) for seat in (0, 1)] == [len(hand) for hand in hands]


def test_each_decision_has_its_time_and_its_note() -> None:
    match = record(remarks, last)
    told = frames(match, "all", ENGLISH)
    decisions = [frame for frame in told if frame.move]
    assert len(decisions) == len(match.times_us)
    assert all(frame.texts["time"] for frame in decisions)
    noted = [number for number, frame in enumerate(decisions) if frame.texts["note"]]
    assert noted == [number for number, _ in match.notes]


def test_each_decision_that_was_judged_tells_what_it_was_worth() -> None:
    match = record()
    judged = analysis(match)
    told = [frame for frame in frames(match, "all", ENGLISH, judged.by_number) if frame.move]
    assert [n for n, frame in enumerate(told) if frame.texts["judged"]] == [*judged.by_number]
    for bot in judged.bots:
        for mistake in bot.biggest:
            text = told[mistake.judgement.number].texts["judged"]
            assert plain(text).startswith("Expected points of the deal then: −1.00. Best would ")
            assert plain(text).endswith("; lost: 2.00 ±0.20.")
    assert not any(frame.texts["judged"] for frame in frames(match, "all", ENGLISH))


def plain(text: str) -> str:
    """Without the invisible isolates."""
    return re.sub("[\u2066-\u2069]", "", text)


def test_how_a_match_broke_off_is_its_last_moment() -> None:
    conceded = frames(record(first, concedes), "all", ENGLISH)[-1]
    assert (conceded.texts["did"], conceded.turn) == ("concedes", None)
    crashed = frames(record(first, crashes), "all", ENGLISH)[-1]
    assert "exit code 3" in crashed.texts["did"]
    assert crashed.texts["outcome"] == "broken off"


def test_without_scripts_every_step_is_a_link_to_a_moment(client: TestClient) -> None:
    page = client.get("/tournaments/t/matches/1:a:b.1/replay?deal=1&move=5&view=1").text
    steps = dict(re.findall(r'data-step="(\w+)" href="([^"]+)"', page))
    assert set(steps) == {"first", "back", "next", "last"}
    assert "move=4&amp;view=1" in steps["back"]
    assert "move=6&amp;view=1" in steps["next"]
    assert 'data-at="1.5" aria-current="true"' in page
    told = client.get("/tournaments/t/matches/1:a:b.1/replay.json?view=1").json()
    assert f'<span data-text="did">{told[5]["texts"]["did"]}' in page.replace("&#39;", "'")


def test_a_match_without_a_card_says_so(client: TestClient, store: Any) -> None:
    from arena.store import Store

    with Store(store) as opened:
        pair = played("9:a:b")
        empty = [replace(half, record=_without_deals(half.record)) for half in pair.halves]
        opened.save("t", [replace(pair, halves=(empty[0], empty[1]))])
    answer = client.get("/tournaments/t/matches/9:a:b.1/replay")
    assert (answer.status_code, "before the first card" in answer.text) == (200, True)


def _without_deals(found: MatchRecord) -> MatchRecord:
    fields = {name: getattr(found, name) for name in found.__struct_fields__}
    return MatchRecord(**fields | {"deals": (), "times_us": (), "notes": ()})
