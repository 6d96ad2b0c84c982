"""The audit finds no leak in this program, and every one that is planted."""

import itertools
import json
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import msgspec
import pytest

from arena.records import MatchRecord, decode_record
from arena.referee import Clock, MatchPlan, request
from arena.rules import Card, DealState, MatchState, Play, Rank
from arena.store import Store
from arena.trust import audit
from arena.trust.auditing import Audit, Engine
from arena.trust.plan import plan_of
from arena.wire import Act, encode
from tests.cli.commands import call
from tests.golden import published
from tests.referee.fakes import Table, at_random, make_plan
from tests.tournament.places import Place
from tests.trust.league import played

Door = Callable[[MatchPlan, MatchState, int, Clock], Act]


def records(count: int, decks: int = 0) -> list[MatchRecord]:
    found = []
    for number in range(count):
        table = Table(make_plan(f"audit {number}", target=1, decks=decks))
        for player in table.players:
            player.choose = at_random(number)
        found.append(table.play())
    return found


def audited(found: list[MatchRecord], engine: Engine | None = None, worlds: int = 2) -> Audit:
    *_, last = audit(found, worlds, Random("audit"), engine)
    return last


# This program


@pytest.mark.parametrize("decks", [0, 3])
def test_no_byte_depends_on_a_card_that_its_reader_has_not_seen(decks: int) -> None:
    found = audited(records(10 if decks == 0 else 4, decks), worlds=1)
    assert found.decisions > 350
    assert found.worlds == found.decisions
    assert found.unlike > 0.95 * found.worlds
    assert found.leaks == []
    assert found.leaking == 0


def test_matches_that_were_broken_off_are_audited_to_their_last_answer() -> None:
    lines = (published.FOLDER / "records.jsonl").read_bytes().splitlines()
    league = [decode_record(line) for line in lines[:8]]
    assert {record.result.reason for record in league} == {"normal", "concede", "forfeit"}
    found = audited(league, worlds=1)
    assert found.decisions == sum(len(record.times_us) for record in league)
    assert found.leaking == 0


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_soak_a_league_of_over_10_000_decisions_has_no_leak(place: Place) -> None:
    played(place, cycles=16)  # some 160 decisions in each of 96 matches
    answer = call("audit", "--matches", "1000", "--worlds", "8", "--json", "--store", place.store)
    found = json.loads(answer.out)
    assert found["decisions"] > 10_000
    assert found["leaking_decisions"] == 0


def test_a_recorded_request_is_made_as_it_was_sent() -> None:
    """What is audited are the messages of the match, the id and the clock included."""
    table = Table(make_plan("as sent", target=1))
    record = table.play()
    sent = {encode(act) for act in table.asked}
    made = set()

    def door(plan: MatchPlan, match: MatchState, number: int, clock: Clock) -> Act:
        act = request(plan, match, number, clock)
        made.add(encode(act))
        return act

    audited([record], Engine(door), worlds=1)
    assert sent <= made
    assert plan_of(record).seed == table.plan.seed


# Planted leaks


def observing(change: Callable[[Act, DealState], dict[str, object]]) -> Door:
    """A request whose observation says something else."""

    def door(plan: MatchPlan, match: MatchState, number: int, clock: Clock) -> Act:
        act = request(plan, match, number, clock)
        changed = change(act, match.deal_in_progress)
        return msgspec.structs.replace(act, observation=replace(act.observation, **changed))  # type: ignore[arg-type]

    return door


def asking(change: Callable[[Act, DealState], dict[str, object]]) -> Door:
    """A request that is changed outside its observation."""

    def door(plan: MatchPlan, match: MatchState, number: int, clock: Clock) -> Act:
        act = request(plan, match, number, clock)
        return msgspec.structs.replace(act, **change(act, match.deal_in_progress))

    return door


def theirs(deal: DealState) -> tuple[Card, ...]:
    return deal.hands[deal.turn.other]


def trumps(deal: DealState) -> int:
    return sum(card.suit is deal.trump for card in theirs(deal))


def by_deck(deal: DealState, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(sorted(cards, key=deal.deck.index))


def hidden_order(act: Act, deal: DealState) -> dict[str, object]:
    plays = [action for action in act.legal if isinstance(action, Play)]
    return {"legal": tuple(sorted(plays, key=lambda play: deal.deck.index(play.play))) or act.legal}


def keeps_of_high_cards(deal: DealState) -> int:
    return sum(
        drawn.took is not None and drawn.took.rank > Rank.TEN
        for drawn in deal.draws
        if drawn.seat is deal.turn.other
    )


LEAKS: dict[str, tuple[Door, str]] = {
    "a hand in the order of the deck": (
        observing(lambda act, deal: {"hand": by_deck(deal, act.observation.hand)}),
        "$.observation.hand",
    ),
    "thrown cards in the order of the deck": (
        observing(lambda act, deal: {"thrown": by_deck(deal, act.observation.thrown)}),
        "$.observation.thrown",
    ),
    "an id that counts hidden events": (
        asking(lambda act, deal: {"id": f"{keeps_of_high_cards(deal):016x}"}),
        "$.id",
    ),
    "legal actions in a hidden order": (asking(hidden_order), "$.legal"),
    "the opponent's draws": (
        observing(lambda act, deal: {"draws": deal.draws}),
        "$.observation.draws",
    ),
    "the next card of the stock, too": (
        observing(lambda act, deal: {"offered": deal.deck[52 - deal.stock_left :][:2]}),
        "$.observation.offered",
    ),
    "a stock that is counted with what nobody saw": (
        observing(lambda act, deal: {"stock": deal.stock_left + (deal.deck[-1].rank is Rank.ACE)}),
        "$.observation.stock",
    ),
    "a clock that goes by the opponent's hand": (
        asking(lambda act, deal: {"bank_ms": act.bank_ms - trumps(deal)}),
        "$.bank_ms",
    ),
    "a legal action more, at a bad moment": (
        asking(lambda act, deal: {"legal": act.legal + act.legal[: trumps(deal) > 3]}),
        "$.legal",
    ),
}


@pytest.mark.parametrize(("door", "where"), LEAKS.values(), ids=LEAKS.keys())
def test_a_planted_leak_is_caught_and_named(door: Door, where: str) -> None:
    found = audited(records(3), Engine(door), worlds=1)
    assert found.leaking > 0
    assert all(leak.where.startswith(where) for leak in found.leaks), found.leaks
    assert found.leaks[0].sent != found.leaks[0].other


def test_a_message_that_is_longer_in_another_world_is_caught() -> None:
    """A decoder would see no difference."""
    state: list[DealState] = []

    def door(plan: MatchPlan, match: MatchState, number: int, clock: Clock) -> Act:
        state[:] = [match.deal_in_progress]
        return request(plan, match, number, clock)

    found = audited(records(1), Engine(door, lambda act: encode(act) + b" " * trumps(state[0])))
    assert found.leaking > 0
    assert found.leaks[0].where == "$"
    assert "bytes, written otherwise" in found.leaks[0].other


def test_a_count_that_goes_on_from_match_to_match_is_caught() -> None:
    numbers = itertools.count()
    door = asking(lambda act, deal: {"id": f"{next(numbers):016x}"})
    assert audited(records(1), Engine(door)).leaks[0].where == "$.id"


def test_a_referee_that_takes_longer_for_some_hidden_cards_is_caught() -> None:
    def door(plan: MatchPlan, match: MatchState, number: int, clock: Clock) -> Act:
        if any(card.rank is Rank.ACE for card in theirs(match.deal_in_progress)):
            end = time.perf_counter() + 30e-6
            while time.perf_counter() < end:
                pass
        return request(plan, match, number, clock)

    league = records(4)
    slow, even = audited(league, Engine(door)).timing, audited(league).timing
    assert slow is not None
    assert even is not None
    assert slow.shows
    assert slow.difference_us > 10 * abs(even.difference_us)


# arena audit


def test_audit_tells_what_was_looked_at_and_how_long_messages_take(place: Place) -> None:
    played(place, rules={"target": 1}, bots="ab", cycles=1)
    with Store(place.store) as store:
        decisions = sum(len(decode_record(line).times_us) for line in store.record_lines("league"))
    file = place.folder / "r.jsonl"
    assert call("export", "-o", file, "--store", place.store).code == 0
    for source in ((), ("league",), (file,)):
        answer = call("audit", *source, "--worlds", "3", "--json", "--store", place.store)
        found = json.loads(answer.out)
        assert (found["matches"], found["decisions"]) == (2, decisions)
        assert found["worlds"] == 3 * decisions
        assert (found["leaking_decisions"], found["leaks"]) == (0, [])
        assert set(found["timing"]) == {
            *("difference_us", "error_us", "message_us", "looks", "shows"),
        }
        assert answer.code == (3 if found["timing"]["shows"] else 0)


def test_audit_of_a_planted_leak_says_where(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    played(place, rules={"target": 1}, bots="ab", cycles=1)
    door = LEAKS["the opponent's draws"][0]
    monkeypatch.setattr("arena.trust.auditing.Engine", lambda: Engine(door))
    answer = call("audit", "--matches", "1", "--store", place.store)
    assert answer.code == 3
    assert ": LEAKS at " in answer.out
    assert "`$.observation.draws[" in answer.out


def test_audit_of_a_record_that_breaks_the_rules_says_so(tmp_path: Path) -> None:
    line = (published.FOLDER / "records.jsonl").read_bytes().splitlines()[3]
    record = json.loads(line)
    record["deals"][0]["plays"].reverse()
    (tmp_path / "r").write_text(json.dumps(record))
    answer = call("audit", tmp_path / "r")
    assert answer.code == 2
    assert f"{record['match']}: is no match by the rules" in answer.err
