"""Whole matches in memory: what both players are told, and what is written down."""

import re

import pytest

from arena.records import FaultKind
from arena.referee import Failure, MatchPlan, play_match
from arena.referee.job import HALVES, Half
from arena.rules import CONCEDE, HAKEM_DECK, Phase, Seat, derive_deck
from arena.wire import Act, Answer, MatchEnd, MatchStart, encode
from tests.oracle.record import replay as oracle_replay
from tests.referee.fakes import (
    ScriptedPlayer,
    Table,
    as_json,
    at_decision,
    at_phase,
    at_random,
    at_request,
    dry_run,
    fails,
    make_plan,
)

SEEDS = [f"seed {number}" for number in range(6)]


def concede(act: Act) -> Answer:
    return Answer(act.id, CONCEDE)


def random_table(seed: str, plan: MatchPlan | None = None) -> Table:
    table = Table(plan or make_plan(seed))
    for seat in Seat:
        table.players[seat].choose = at_random(f"{seed} {seat}")
    return table


@pytest.mark.parametrize("seed", SEEDS)
def test_both_are_told_of_the_start_every_deals_end_and_the_end(seed: str) -> None:
    table = random_table(seed)
    record = table.play()
    for seat in Seat:
        player = table.players[seat]
        first, *between, last = player.told
        assert isinstance(first, MatchStart)
        assert first.seat is seat
        assert first.rules == table.plan.settings.rules
        assert first.time == table.plan.settings.time
        assert set(first.limits) == set(record.limits)
        assert not any(isinstance(message, MatchStart | MatchEnd) for message in between)
        assert last == MatchEnd(record.result.points, record.result.winner, "normal")
        assert [end.result.deal for end in player.deal_ends] == list(
            range(1, len(record.deals) + 1)
        )
        assert player.deal_ends[-1].score == record.result.points
    assert table.players[0].deal_ends == table.players[1].deal_ends


@pytest.mark.parametrize("seed", SEEDS)
def test_a_deals_end_comes_before_the_first_request_of_the_next(seed: str) -> None:
    table = random_table(seed)
    table.play()
    for player in table.players:
        ended = 0
        for message in player.told:
            if isinstance(message, Act):
                assert message.observation.deal == ended + 1
            elif not isinstance(message, MatchStart | MatchEnd):
                ended = message.result.deal


@pytest.mark.parametrize("seed", SEEDS)
def test_the_score_adds_up_and_the_winner_has_the_points(seed: str) -> None:
    table = random_table(seed)
    record = table.play()
    points = [0, 0]
    for deal, end in zip(record.deals, table.players[0].deal_ends, strict=True):
        assert deal.winner is not None
        assert deal.points is not None
        points[deal.winner] += deal.points
        assert end.result.winner is deal.winner
        assert end.result.points == deal.points
        assert list(end.score) == points
    assert record.result.points == tuple(points)
    assert record.result.reason == "normal"
    assert record.result.fault is None
    winner = record.result.winner
    assert winner is not None
    assert points[winner] >= 7 > points[winner.other]


@pytest.mark.parametrize("seed", SEEDS)
def test_the_record_of_a_finished_match_replays_under_the_oracle(seed: str) -> None:
    table = random_table(seed)
    record = table.play()
    oracle_replay(as_json(record))
    assert len(record.times_us) == len(table.asked)
    assert record.deals[0].hakem is Seat((len(record.hakem_draw) - 1) % 2)
    assert record.hakem_draw == derive_deck(seed, HAKEM_DECK)[: len(record.hakem_draw)]


def test_only_the_seat_to_act_is_asked_and_sees_only_its_own_cards() -> None:
    table = random_table("x")
    table.play()
    for seat in Seat:
        for act in table.players[seat].acts:
            seen = act.observation
            assert seen.seat is seat is seen.turn
            assert all((drawn.took is None) == (drawn.seat is not seat) for drawn in seen.draws)
            assert act.legal


@pytest.mark.parametrize("half", HALVES)
def test_no_message_holds_an_identity_a_name_or_the_seed(half: Half) -> None:
    table = random_table("", make_plan("the secret seed", half, commitment="the commitment"))
    table.play()
    text = b"\n".join(encode(message) for player in table.players for message in player.told)
    plan = table.plan
    hidden = [plan.match, plan.pair, plan.job, plan.seed, plan.settings.commitment]
    hidden += [bot.version for bot in plan.bots] + ["nowhere", "watchdog", "half", "pair"]
    assert [word for word in hidden if word.encode() in text] == []


def test_ids_are_opaque_unique_and_different_between_the_halves() -> None:
    ids: list[str] = []
    for seed in SEEDS:
        for half in HALVES:
            table = Table(make_plan(seed, half, target=1))
            table.play()
            zero, one = (player.told[0] for player in table.players)
            assert isinstance(zero, MatchStart)
            assert isinstance(one, MatchStart)
            assert zero.match == one.match
            ids += [zero.match, *[act.id for act in table.asked]]
    assert len(set(ids)) == len(ids)
    assert all(re.fullmatch("[0-9a-f]{16}", one) for one in ids)


def test_a_replayed_match_has_the_same_ids() -> None:
    assert [act.id for act in dry_run(make_plan())] == [act.id for act in dry_run(make_plan())]


def test_a_bots_choices_do_not_change_the_decks_to_come() -> None:
    decks: dict[int, set[tuple[str, ...]]] = {}
    for choice in range(8):
        table = Table(make_plan("one seed"))
        for player in table.players:
            player.choose = at_random(choice)
        for deal in table.play().deals:
            decks.setdefault(deal.deal, set()).add(deal.deck)
    assert len(decks) > 3
    assert all(len(seen) == 1 for seen in decks.values())
    assert len(set().union(*decks.values())) == len(decks)


def test_both_halves_of_a_pair_have_the_same_decks() -> None:
    first, second = (random_table("pair", make_plan("pair", half)).play() for half in HALVES)
    assert first.hakem_draw == second.hakem_draw
    assert first.deals[0].deck == second.deals[0].deck
    assert first.bots == (second.bots[1], second.bots[0])


@pytest.mark.parametrize("phase", list(Phase))
def test_conceding_loses_and_the_unfinished_deal_gives_points_to_nobody(phase: Phase) -> None:
    table = Table()
    loser = next(
        act.observation.seat for act in dry_run(table.plan) if act.observation.phase is phase
    )
    table.players[loser].instead = at_phase(phase, concede)
    record = table.play()
    assert record.result.reason == "concede"
    assert record.result.winner is loser.other
    assert record.result.points == (0, 0)
    assert record.result.fault is None
    deal = record.deals[-1]
    assert (deal.winner, deal.points, deal.kot) == (None, None, None)
    assert len(record.times_us) == len(table.asked)
    for player in table.players:
        assert player.match_ends == [MatchEnd((0, 0), loser.other, "concede")]
        assert player.deal_ends == []
    oracle_replay(as_json(record))


def test_conceding_later_keeps_the_points_of_finished_deals() -> None:
    table = Table()
    act = next(act for act in dry_run(table.plan) if act.observation.deal == 3)
    table.players[act.observation.seat].instead = at_request(act.id, concede)
    record = table.play()
    assert len(record.deals) == 3
    assert record.result.points == act.observation.score != (0, 0)
    oracle_replay(as_json(record))


@pytest.mark.parametrize("kind", [kind for kind in FaultKind if kind is not FaultKind.FAILED_START])
def test_the_survivor_is_told_that_it_won(kind: FaultKind) -> None:
    table = Table()
    table.players[0].instead = at_decision(5, fails(kind, "detail"))
    record = table.play()
    assert record.result.winner is Seat.ONE
    for player in table.players:
        assert player.match_ends == [MatchEnd(record.result.points, Seat.ONE, "forfeit")]
        assert player.told[-1] is player.match_ends[0]


def test_the_survivor_of_a_failed_start_is_told_that_it_won_what_it_had_begun() -> None:
    table = Table()
    table.players[1].on_start = Failure(FaultKind.FAILED_START, "no `hello` in time")
    table.play()
    assert [type(message) for message in table.players[0].told] == [MatchStart, MatchEnd]
    assert table.players[0].match_ends == [MatchEnd((0, 0), Seat.ZERO, "forfeit")]


def test_nobody_hears_of_the_end_of_a_match_that_never_began_for_it() -> None:
    table = Table()
    table.players[0].on_start = Failure(FaultKind.FAILED_START, "no `hello` in time")
    record = table.play()
    assert record.result.winner is Seat.ONE
    assert table.players[1].told == []


def test_notes_are_kept_with_the_number_of_their_request() -> None:
    table = Table(make_plan(target=1))
    table.players[1].note = "hm"
    record = table.play()
    mine = [n for n, act in enumerate(table.asked) if act.observation.seat is Seat.ONE]
    assert record.notes == tuple((n, "hm") for n in mine)


def test_a_match_needs_nothing_of_its_players_but_the_protocol() -> None:
    class Bare:
        """Not a ScriptedPlayer: `Player` is a protocol."""

        def __init__(self, player: ScriptedPlayer) -> None:
            self.begin, self.ask, self.tell = player.begin, player.ask, player.tell
            self.wake, self.rest, self.caught_ms = player.wake, player.rest, player.caught_ms

    table = Table(make_plan(target=1))
    zero, one = (Bare(player) for player in table.players)
    assert play_match(table.plan, (zero, one), table.clock).result.reason == "normal"
