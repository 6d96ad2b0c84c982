"""Rows of single deals in memory: hakem alternates, nothing runs on, a fault costs one deal."""

import json

import jsonschema
import msgspec
import pytest

from arena.records import (
    FaultKind,
    MatchRecord,
    PairScore,
    decode_record,
    encode_record,
    pair_score,
    replay,
)
from arena.rules import CONCEDE, Phase, Seat, observe
from arena.wire import Act, Answer, MatchEnd, MatchStart, TimeControl
from tests.oracle.record import replay_deals
from tests.referee.fakes import Table, as_json, at_decision, at_phase, at_random, fails, make_plan

DECKS = 6


def random_table(seed: str, decks: int = DECKS, half: int = 0) -> Table:
    table = Table(make_plan(seed, 1 if half else 0, decks=decks))
    for player in table.players:
        player.choose = at_random(seed)
    return table


@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_every_deck_is_played_once_and_the_record_replays_under_the_oracle(seed: str) -> None:
    table = random_table(seed)
    record = table.play()
    assert [deal.deal for deal in record.deals] == list(range(1, DECKS + 1))
    data = encode_record(record)
    replay_deals(json.loads(data))
    assert decode_record(data) == record
    jsonschema.validate(json.loads(data), msgspec.json.schema(MatchRecord))


def test_hakem_alternates_and_no_score_runs_on() -> None:
    table = random_table("a")
    record = table.play()
    assert [deal.hakem for deal in record.deals] == [0, 1] * (DECKS // 2)
    for act in table.asked:
        assert act.observation.score == (0, 0)
        assert act.observation.hakem_draw == ()
        assert act.observation.hakem == (act.observation.deal - 1) % 2


def test_both_halves_have_the_same_decks_and_the_same_seat_as_hakem() -> None:
    one, other = (random_table("a", half=half).play() for half in (0, 1))
    assert [bot.name for bot in one.bots] == [bot.name for bot in other.bots][::-1]
    assert [(d.deck, d.hakem) for d in one.deals] == [(d.deck, d.hakem) for d in other.deals]


def test_bots_hear_the_format_each_deals_end_and_the_points_so_far() -> None:
    table = random_table("a")
    record = table.play()
    for player in table.players:
        start, *_, end = player.told
        assert isinstance(start, MatchStart)
        assert start.format == "deals"
        assert end == MatchEnd(record.result.points, record.result.winner, "normal")
        assert len(player.deal_ends) == DECKS
        assert player.deal_ends[-1].score == record.result.points


def test_each_deal_begins_with_full_banks() -> None:
    table = Table(make_plan(time=TimeControl(move_ms=10, bank_ms=1000), decks=3))
    for player in table.players:
        player.takes_ms = lambda act: 20.0
    table.play()
    banks = [act.bank_ms for act in table.asked if act.observation.phase is Phase.OPEN]
    assert banks == [1000, 1000, 1000]
    assert min(act.bank_ms for act in table.asked) < 900


@pytest.mark.parametrize("phase", list(Phase))
def test_a_deal_that_is_given_up_costs_as_much_as_a_deal_can_and_the_next_follows(
    phase: Phase,
) -> None:
    table = random_table("a", decks=2)
    for player in table.players:
        player.instead = at_phase(phase, lambda act: Answer(act.id, CONCEDE))
    record = table.play()
    loser = next(act.observation.seat for act in table.asked if act.observation.phase is phase)
    first = record.deals[0]
    assert 7 not in first.tricks
    assert first.winner is loser.other
    assert first.points == (2 if first.hakem is loser.other else 3)
    assert len(record.deals) == 2
    assert record.result.reason == "normal"
    replay_deals(as_json(record))


@pytest.mark.parametrize("decision", [1, 40, 100])
def test_a_fault_loses_the_deal_in_play_and_ends_the_row(decision: int) -> None:
    table = random_table("a")
    table.players[1].instead = at_decision(decision, fails(FaultKind.CRASH, "x"))
    record = table.play()
    assert record.result.reason == "forfeit"
    assert len(record.deals) < DECKS
    last = record.deals[-1]
    assert last.winner is Seat.ZERO
    assert last.points == (2 if last.hakem is Seat.ZERO else 3)
    replay_deals(as_json(record))
    assert table.players[0].match_ends == [
        MatchEnd(record.result.points, record.result.winner, "forfeit")
    ]


def test_a_failed_start_loses_the_first_deal() -> None:
    table = random_table("a")
    table.players[0].on_start = fails(FaultKind.FAILED_START, "x")(None)  # type: ignore[arg-type]
    record = table.play()
    assert [deal.winner for deal in record.deals] == [Seat.ONE]
    assert table.asked == []
    replay_deals(as_json(record))
    assert [action for _, action in replay(record)] == [None]


def test_replay_gives_what_each_seat_was_shown() -> None:
    table = random_table("a", decks=3)
    table.players[0].instead = at_decision(30, lambda act: Answer(act.id, CONCEDE))
    record = table.play()
    seen = [observe(state, state.deal_in_progress.turn) for state, _ in replay(record)]
    assert seen == [act.observation for act in table.asked]
    assert [action for _, action in replay(record)].count(CONCEDE) == 1


def test_a_pair_scores_deck_by_deck_what_both_halves_played() -> None:
    one = random_table("a").play()
    table = random_table("a", half=1)
    table.players[0].instead = at_decision(60, fails(FaultKind.CRASH, "x"))
    other = table.play()
    decks = len(other.deals)
    assert 1 < decks < DECKS
    lost = halved = won = points = squares = 0
    for deal, mirrored in zip(one.deals, other.deals, strict=False):
        # Bot a has seat 0 in the first half and seat 1 in the second.
        wins = (deal.winner == 0) + (mirrored.winner == 1)
        lost, halved, won = lost + (wins == 0), halved + (wins == 1), won + (wins == 2)
        gain = sum(
            (d.points or 0) * (1 if d.winner == seat else -1)
            for d, seat in ((deal, 0), (mirrored, 1))
        )
        points, squares = points + gain, squares + gain**2
    assert pair_score((one, other), "a") == PairScore(lost, halved, won, points, squares)
    assert pair_score((one, other), "b") == PairScore(won, halved, lost, -points, squares)
    assert lost + halved + won == decks


def test_two_copies_of_one_deterministic_player_share_every_deck() -> None:
    def choose(act: Act) -> Answer:
        return Answer(act.id, act.legal[len(act.observation.hand) % len(act.legal)])

    halves = []
    for half in (0, 1):
        table = random_table("a", half=half)
        for player in table.players:
            player.instead = choose
        halves.append(table.play())
    assert halves[0].deals == halves[1].deals
    assert pair_score((halves[0], halves[1]), "a") == PairScore(0, DECKS, 0, 0, 0)
