"""Every fault in every phase: the right seat loses, and why is written down.

Here players are in memory; `test_session` and `test_real_processes` show that a bot's misbehaviour
becomes the failure that is played here.
"""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, cast

import pytest

from arena.errors import HostError
from arena.records import (
    CrashReport,
    FaultKind,
    PairPlan,
    PlayedPair,
    VoidPair,
    decode_record,
    encode_record,
)
from arena.records.faults import DETAIL_LIMIT
from arena.referee import Failure, MatchJob, play
from arena.rules import Action, Card, Open, Phase, Pick, Play, Seat, Suit, Throw
from arena.sandbox import Launcher
from arena.wire import Act, Answer, TimeControl
from tests.oracle.record import replay as oracle_replay
from tests.referee.fakes import (
    FakeClock,
    Said,
    ScriptedPlayer,
    Table,
    as_json,
    at_decision,
    at_phase,
    at_request,
    dry_run,
    fails,
    make_plan,
    out_of_phase,
    raises,
)

TIME = TimeControl(move_ms=100, bank_ms=50)
PLAN = make_plan(time=TIME)
OF_A_DECISION = [kind for kind in FaultKind if kind is not FaultKind.FAILED_START]
DEAL = 2
"""Where faults are put: the deal before it has given points."""


@cache
def requests(phase: Phase) -> list[Act]:
    """The requests of a phase of the deal, in order."""
    return [
        act
        for act in dry_run(PLAN)
        if act.observation.deal == DEAL and act.observation.phase is phase
    ]


PLACES = [
    pytest.param(requests(phase)[place], id=f"{name} {phase}")
    for phase in Phase
    for name, place in (("first", 0), ("last", -1))
    if name == "first" or len(requests(phase)) > 1
]


def misbehaves(kind: FaultKind, clock: FakeClock) -> Callable[[Act], Said]:
    """What the player of the seat to act gives back for each kind."""

    def reply(act: Act) -> Said:
        if kind is FaultKind.ILLEGAL:
            return Answer(act.id, out_of_phase(act))
        if kind is FaultKind.TIMEOUT:
            clock.advance(TIME.move_ms + TIME.bank_ms + 250)
        return Failure(kind, f"detail of {kind}")

    return reply


def after(ms: float, clock: FakeClock, reply: Callable[[Act], Said]) -> Callable[[Act], Said]:
    """The same reply, so much later."""

    def late(act: Act) -> Said:
        clock.advance(ms)
        return reply(act)

    return late


def legal(act: Act) -> Answer:
    return Answer(act.id, act.legal[0])


def illegal(act: Act) -> Answer:
    return Answer(act.id, out_of_phase(act))


def wrong_id(act: Act) -> Answer:
    return Answer("0123456789abcdef", act.legal[0])


@pytest.mark.parametrize("act", PLACES)
@pytest.mark.parametrize("kind", OF_A_DECISION)
def test_the_seat_at_fault_loses_and_the_fault_is_written_down(kind: FaultKind, act: Act) -> None:
    table = Table(PLAN)
    loser = act.observation.seat
    table.players[loser].instead = at_request(act.id, misbehaves(kind, table.clock))
    record = table.play()
    assert table.asked[-1].id == act.id
    result = record.result
    assert (result.winner, result.reason) == (loser.other, "forfeit")
    assert result.points == act.observation.score != (0, 0)
    fault = result.fault
    assert fault is not None
    assert (fault.kind, fault.seat, fault.phase) == (kind, loser, act.observation.phase)
    assert fault.overrun_ms is None
    if kind is FaultKind.ILLEGAL:
        assert fault.detail.startswith(f"{act.observation.phase}: ")
    else:
        assert fault.detail == f"detail of {kind}"
    assert len(record.deals) == DEAL
    assert record.deals[-1].winner is None
    assert len(record.times_us) == len(table.asked) - 1
    assert decode_record(encode_record(record)) == record
    oracle_replay(as_json(record))


@pytest.mark.parametrize("act", PLACES)
def test_a_late_answer_is_a_timeout_with_its_overrun_in_ms(act: Act) -> None:
    table = Table(PLAN)
    loser = act.observation.seat
    table.players[loser].instead = at_request(act.id, after(TIME.move_ms + 123, table.clock, legal))
    result = table.play().result
    assert result.winner is loser.other
    assert result.fault is not None
    assert result.fault.kind is FaultKind.TIMEOUT
    assert result.fault.phase is act.observation.phase
    assert result.fault.overrun_ms == 123 - TIME.bank_ms


@pytest.mark.parametrize("seat", list(Seat))
def test_a_failed_start_loses_before_anything_is_dealt(seat: Seat) -> None:
    table = Table(PLAN)
    table.players[seat].on_start = Failure(FaultKind.FAILED_START, "no `hello` in time")
    record = table.play()
    assert record.deals == ()
    assert record.times_us == ()
    assert record.result.winner is seat.other
    fault = record.result.fault
    assert fault is not None
    assert (fault.kind, fault.seat, fault.phase) == (FaultKind.FAILED_START, seat, None)
    assert fault.detail == "no `hello` in time"
    assert table.asked == []
    assert decode_record(encode_record(record)) == record
    oracle_replay(as_json(record))


def test_where_both_fail_to_start_seat_0_is_looked_at_first() -> None:
    table = Table(PLAN)
    for player in table.players:
        player.on_start = Failure(FaultKind.FAILED_START, "no `hello` in time")
    fault = table.play().result.fault
    assert fault is not None
    assert fault.seat is Seat.ZERO


LATE = TIME.move_ms + TIME.bank_ms + 20


@pytest.mark.parametrize(
    ("late", "reply", "kind"),
    [
        (True, illegal, FaultKind.TIMEOUT),
        (True, wrong_id, FaultKind.TIMEOUT),
        (True, fails(FaultKind.MALFORMED, "x"), FaultKind.TIMEOUT),
        (True, fails(FaultKind.OVERSIZE, "x"), FaultKind.OVERSIZE),
        (True, fails(FaultKind.CRASH, "x"), FaultKind.CRASH),
        (True, fails(FaultKind.RESOURCE, "x"), FaultKind.RESOURCE),
        (False, illegal, FaultKind.ILLEGAL),
        (False, wrong_id, FaultKind.MALFORMED),
        (False, lambda act: Answer("x", out_of_phase(act)), FaultKind.MALFORMED),
        (False, fails(FaultKind.OVERSIZE, "x"), FaultKind.OVERSIZE),
    ],
    ids=[
        "late and illegal",
        "late and wrong id",
        "late and malformed",
        "late and oversize",
        "late crash",
        "late resource",
        "illegal in time",
        "wrong id in time",
        "wrong id and illegal",
        "oversize in time",
    ],
)
def test_precedence(late: bool, reply: Callable[[Act], Said], kind: FaultKind) -> None:
    table = Table(PLAN)
    table.players[0].instead = at_decision(7, after(LATE if late else 1, table.clock, reply))
    fault = table.play().result.fault
    assert fault is not None
    assert fault.kind is kind
    assert fault.overrun_ms == (20 if kind is FaultKind.TIMEOUT else None)


def test_a_wrong_id_is_malformed_with_the_json_path() -> None:
    table = Table(PLAN)
    table.players[0].instead = at_decision(1, wrong_id)
    fault = table.play().result.fault
    assert fault is not None
    assert fault.detail == "not an answer to this `act` - at `$.id`"


def not_held(act: Act) -> Card:
    return next(card for card in Card if card not in act.observation.hand)


@pytest.mark.parametrize(
    ("phase", "action", "rule"),
    [
        (Phase.OPEN, lambda act: Open(Suit.S, act.observation.hand[:4]), "throws 2 or 3 cards"),
        (Phase.OPEN, lambda act: Open(Suit.S, 2 * act.observation.hand[:1]), "thrown once"),
        (
            Phase.OPEN,
            lambda act: Open(Suit.S, (act.observation.hand[0], not_held(act))),
            "not in the hand",
        ),
        (Phase.OPEN, out_of_phase, "is due"),
        (Phase.THROW, lambda act: Throw(act.observation.hand[:1]), "exactly"),
        (Phase.THROW, out_of_phase, "is due"),
        (Phase.DRAW, out_of_phase, "is due"),
        (Phase.PICK, lambda act: Pick(act.observation.hand[0]), "one of the two last cards"),
        (Phase.PICK, out_of_phase, "is due"),
        (Phase.PLAY, lambda act: Play(not_held(act)), "not in the hand"),
        (Phase.PLAY, out_of_phase, "is due"),
    ],
)
def test_an_illegal_action_forfeits_with_the_rule_it_breaks(
    phase: Phase, action: Callable[[Act], Action], rule: str
) -> None:
    table = Table(PLAN)
    for player in table.players:
        player.instead = at_phase(phase, lambda act: Answer(act.id, action(act)))
    fault = table.play().result.fault
    assert fault is not None
    assert fault.kind is FaultKind.ILLEGAL
    assert fault.detail.startswith(f"{phase}: ")
    assert rule in fault.detail


def test_not_following_suit_is_illegal_and_named() -> None:
    def revoke(act: Act) -> Answer | None:
        playable = {action.play for action in act.legal if isinstance(action, Play)}
        others = [card for card in act.observation.hand if card not in playable]
        return Answer(act.id, Play(others[0])) if playable and others else None

    table = Table(PLAN)
    for player in table.players:
        player.instead = revoke
    fault = table.play().result.fault
    assert fault is not None
    assert fault.kind is FaultKind.ILLEGAL
    assert "was led and must be followed" in fault.detail


def test_a_long_detail_is_cut_and_the_record_can_still_be_read() -> None:
    table = Table(PLAN)
    table.players[0].instead = at_decision(1, fails(FaultKind.MALFORMED, 2000 * "é"))
    record = table.play()
    assert record.result.fault is not None
    assert record.result.fault.detail == DETAIL_LIMIT * "é"
    assert decode_record(encode_record(record)) == record


@pytest.mark.parametrize("kind", list(FaultKind))
def test_every_kind_says_what_a_bot_must_have_done_for_it(kind: FaultKind) -> None:
    assert kind.when
    assert [other for other in FaultKind if other.when == kind.when] == [kind]


@pytest.mark.parametrize("phase", [None, *Phase])
def test_a_fault_of_the_host_ends_the_match_without_a_record(phase: Phase | None) -> None:
    table = Table(PLAN)
    error = HostError("the disk is full")
    for player in table.players:
        if phase is None:
            player.on_start = error
        else:
            player.instead = at_phase(phase, raises(error))
    with pytest.raises(HostError, match="the disk is full"):
        table.play()
    assert all(player.match_ends == [] for player in table.players)


class MemoryBot(ScriptedPlayer):
    """Stands in for the bot process of one seat in one half; all that are made are kept."""

    made: "list[MemoryBot]"
    order: list[str]
    """What happened to any of them."""

    def __init__(self, bot: Any, place: int, *_: Any) -> None:
        super().__init__(FakeClock())
        self.name, self.place = bot.name, place
        self.life: list[str] = []
        type(self).made.append(self)

    def log_to(self, path: Path | None) -> None:
        self.life.append(f"log to {path.name}" if path else "no log")

    def retire(self) -> CrashReport:
        self._note("retire")
        return CrashReport(f"last words of {self.name}", ())

    def dismiss(self) -> None:
        self._note("dismiss")

    def close(self) -> None:
        self._note("close")

    def _note(self, what: str) -> None:
        self.life.append(what)
        self.order.append(what)


@pytest.fixture
def bots(monkeypatch: pytest.MonkeyPatch) -> type[MemoryBot]:
    monkeypatch.setattr(MemoryBot, "made", [], raising=False)
    monkeypatch.setattr(MemoryBot, "order", [], raising=False)
    monkeypatch.setattr(import_module("arena.referee.play"), "BotPlayer", MemoryBot)
    return MemoryBot


class NoLauncher:
    """Launches nothing."""

    description = {"level": "full", "memory": "watchdog"}  # noqa: RUF012


def make_job(pairs: int = 3) -> MatchJob:
    plans = [PairPlan(f"{number}:a:b", f"seed {number}", 0) for number in range(1, pairs + 1)]
    return MatchJob("1-3:a:b", PLAN.bots, tuple(plans), make_plan(time=TIME, target=1).settings)


LAUNCHER = cast(Launcher, NoLauncher())


def test_a_fault_of_the_host_voids_its_pair_and_no_other(bots: type[MemoryBot]) -> None:
    outcomes = play(make_job(), LAUNCHER)
    first = next(outcomes)
    bots.made[3].instead = at_decision(4, raises(HostError("the disk is full")))
    void, third = outcomes
    assert isinstance(first, PlayedPair)
    assert void == VoidPair("2:a:b", "the disk is full")
    assert isinstance(third, PlayedPair)
    assert third.pair == "3:a:b"


def test_after_a_void_pair_the_bots_that_met_its_deck_are_not_kept(bots: type[MemoryBot]) -> None:
    outcomes = play(make_job(2), LAUNCHER)
    next(outcomes)
    bots.made[2].on_start = HostError("no process left")
    assert next(outcomes) == VoidPair("2:a:b", "no process left")
    outcomes.close()
    assert [bot.life.count("retire") for bot in bots.made] == [0, 0, 1, 1]
    assert all(bot.life[-2:] == ["dismiss", "close"] for bot in bots.made)


def test_after_a_forfeit_only_the_process_at_fault_is_retired_and_reported(
    bots: type[MemoryBot],
) -> None:
    outcomes = play(make_job(2), LAUNCHER, Path("logs"))
    next(outcomes)
    bots.made[1].instead = at_decision(1, fails(FaultKind.CRASH, "the process ended: exit code 1"))
    second = next(outcomes)
    assert isinstance(second, PlayedPair)
    assert [half.crash for half in second.halves] == [CrashReport("last words of b", ()), None]
    assert second.halves[0].record.result.winner is Seat.ZERO
    assert list(outcomes) == []
    assert bots.made[1].life == [
        "log to 1:a:b.1.1.log",
        "log to 2:a:b.1.1.log",
        "retire",
        "dismiss",
        "close",
    ]
    assert [bot.life.count("retire") for bot in bots.made] == [0, 1, 0, 0]


def test_each_pair_is_given_out_as_soon_as_it_is_over(bots: type[MemoryBot]) -> None:
    outcomes = play(make_job(3), LAUNCHER)
    for number in range(1, 4):
        outcome = next(outcomes)
        assert outcome.pair == f"{number}:a:b"
        assert {len(bot.match_ends) for bot in bots.made} == {number}


def test_leaving_a_job_early_dismisses_all_bots_before_it_waits_for_one(
    bots: type[MemoryBot],
) -> None:
    outcomes = play(make_job(3), LAUNCHER)
    next(outcomes)
    bots.order.clear()
    outcomes.close()
    assert bots.order == 4 * ["dismiss"] + 4 * ["close"]


def test_no_process_meets_a_deck_twice_and_each_bot_sits_in_both_seats(
    bots: type[MemoryBot],
) -> None:
    outcomes = list(play(make_job(3), LAUNCHER))
    assert [(bot.name, bot.place) for bot in bots.made] == [("a", 0), ("b", 1), ("a", 2), ("b", 3)]
    for bot in bots.made:
        assert len(bot.match_ends) == 3
        dealt = [act.observation for act in bot.acts if not act.observation.thrown]
        assert len({(seen.deal, seen.hand) for seen in dealt}) == len(dealt) == 3
    for outcome in outcomes:
        assert isinstance(outcome, PlayedPair)
        first, second = (half.record for half in outcome.halves)
        assert (first.half, second.half) == (0, 1)
        assert first.seed == second.seed
        assert first.match != second.match
        assert [bot.name for bot in first.bots] == ["a", "b"]
        assert [bot.name for bot in second.bots] == ["b", "a"]
