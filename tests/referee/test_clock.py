"""One absolute deadline for each decision, and the account that it comes from."""

from time import monotonic
from types import SimpleNamespace
from typing import cast

import pytest

from arena.records import FaultKind
from arena.referee import BotProgram, Failure, MatchSettings
from arena.referee.bot_player import BotPlayer
from arena.referee.clock import Clock
from arena.referee.play import turns_of
from arena.referee.pondering import Turns
from arena.rules import Ruleset, Seat
from arena.sandbox import BotProcess, Launcher
from arena.wire import Act, Answer, MatchStart, TimeControl
from tests.referee.fakes import FakeClock, Table, at_decision, make_plan
from tests.referee.processes import Place


def played(time: TimeControl, takes_ms: float, target: int = 1) -> Table:
    """A match in which every decision takes that long."""
    table = Table(make_plan(time=time, target=target))
    for player in table.players:
        player.takes_ms = lambda _: takes_ms
    table.play()
    return table


class SilentProcess:
    """A process that never says anything and never ends."""

    def exit(self) -> None:
        return None

    def wait(self, seconds: float) -> None:
        return None

    def limit_hit(self) -> None:
        return None

    def delay_meter(self, now: float) -> "SilentProcess":
        return self

    def look(self, now: float, *, answered: bool = False) -> float:
        """Nothing is withheld from it."""
        return self.seconds

    seconds = used_seconds = 0.0

    def log_to(self, path: object) -> None:
        """It writes nothing."""

    def log_tail(self) -> str:
        return ""

    def kill(self) -> None:
        """It is not there."""


def test_startup_ms_is_how_long_the_hello_may_take(place: Place) -> None:
    launcher = SimpleNamespace(run_dir=place.folder, launch=lambda plan, seat: SilentProcess())
    bot = BotProgram("a", "1", place.folder, ("true",))
    for startup_ms in (50, 700):
        settings = MatchSettings(time=TimeControl(startup_ms=startup_ms, move_ms=1, bank_ms=0))
        player = BotPlayer(
            bot,
            0,
            settings,
            cast(Launcher, launcher),
            place.open_channel,
            monotonic,
            Turns(monotonic, cores=1, ponder=True),
        )
        before = monotonic()
        start = MatchStart("m", Seat.ZERO, Ruleset(), settings.time, {})
        failure = player.begin(start)
        passed = 1000 * (monotonic() - before)
        player.retire()
        assert failure == Failure(FaultKind.FAILED_START, "no `hello` in time")
        assert passed >= startup_ms


@pytest.mark.parametrize("move_ms", [5, 1000])
def test_move_ms_is_what_a_decision_may_take_and_what_is_not_used_is_lost(move_ms: int) -> None:
    time = TimeControl(move_ms=move_ms, bank_ms=0)
    table = played(time, takes_ms=move_ms / 2)
    for player in table.players:
        assert player.deadlines == pytest.approx([move_ms / 1000] * len(player.acts))
        assert {act.move_ms for act in player.acts} == {move_ms}
        assert {act.bank_ms for act in player.acts} == {0}


def test_bank_ms_is_drawn_on_by_what_a_decision_takes_over_move_ms() -> None:
    table = played(TimeControl(move_ms=10, bank_ms=1000), takes_ms=14)
    for player in table.players:
        expected = [1000 - 4 * number for number in range(len(player.acts))]
        assert [act.bank_ms for act in player.acts] == pytest.approx(expected, abs=1)
        assert player.deadlines == pytest.approx([(10 + bank) / 1000 for bank in expected])


def test_bank_ms_lasts_for_the_whole_match_and_is_full_again_in_the_next() -> None:
    time = TimeControl(move_ms=10, bank_ms=5000)
    table = played(time, takes_ms=12, target=4)
    banks = [act.bank_ms for act in table.players[0].acts]
    assert {act.observation.deal for act in table.players[0].acts} >= {1, 2}
    assert banks == sorted(banks, reverse=True)
    assert banks[0] == 5000
    again = played(time, takes_ms=12)
    assert again.players[0].acts[0].bank_ms == 5000


def test_increment_ms_goes_back_into_the_bank_after_each_decision() -> None:
    time = TimeControl(move_ms=10, bank_ms=1000, increment_ms=3)
    table = played(time, takes_ms=20)
    for player in table.players:
        expected = [1000 - 7 * number for number in range(len(player.acts))]
        assert [act.bank_ms for act in player.acts] == pytest.approx(expected, abs=1)


def test_increment_ms_never_lifts_the_bank_above_bank_ms() -> None:
    time = TimeControl(move_ms=10, bank_ms=50, increment_ms=30)
    table = Table(make_plan(time=time, target=1))
    table.players[0].takes_ms = lambda act: 30 if act is table.players[0].acts[0] else 5
    table.play()
    assert {act.bank_ms for act in table.players[0].acts} == {50}
    with_dip = Table(make_plan(time=time, target=1))
    with_dip.players[0].takes_ms = lambda act: 55 if act is with_dip.players[0].acts[0] else 5
    with_dip.play()
    banks = [act.bank_ms for act in with_dip.players[0].acts]
    assert banks[:3] == pytest.approx([50, 35, 50], abs=1)
    assert max(banks) == 50


@pytest.mark.parametrize("ponder", [True, False])
def test_ponder_decides_whether_a_bot_may_compute_while_it_waits(ponder: bool) -> None:
    clock = FakeClock()
    frozen: list[bool] = []
    process = SimpleNamespace(used_seconds=lambda: 60.0, freeze=lambda: frozen.append(True))
    turns = turns_of(MatchSettings(time=TimeControl(ponder=ponder)), clock)
    turns.join(cast(BotProcess, process)).end()
    clock.advance(5000)
    turns.look()
    assert (frozen == []) is ponder


def test_every_key_of_the_time_control_has_a_test_here() -> None:
    tests = [name for name in globals() if name.startswith("test_")]
    for key in TimeControl.__struct_fields__:
        assert any(name.startswith(f"test_{key}_") for name in tests), key


def test_the_clocks_of_the_two_seats_are_apart() -> None:
    table = Table(make_plan(time=TimeControl(move_ms=10, bank_ms=1000), target=1))
    table.players[1].takes_ms = lambda _: 13
    table.play()
    assert {act.bank_ms for act in table.players[0].acts} == {1000}
    assert min(act.bank_ms for act in table.players[1].acts) < 980


@pytest.mark.parametrize(("takes_ms", "reason"), [(150.0, "normal"), (150.5, "forfeit")])
def test_the_whole_bank_may_be_used_and_not_a_moment_more(takes_ms: float, reason: str) -> None:
    table = Table(make_plan(time=TimeControl(move_ms=100, bank_ms=50), target=1))

    def think(act: Act) -> Answer:
        table.clock.advance(takes_ms)
        return Answer(act.id, act.legal[0])

    table.players[0].instead = at_decision(2, think)
    assert table.play().result.reason == reason


def test_with_an_empty_bank_only_move_ms_is_left() -> None:
    table = Table(make_plan(time=TimeControl(move_ms=100, bank_ms=50), target=1))
    player = table.players[0]
    player.takes_ms = lambda act: 150 if act is player.acts[0] else 99
    assert table.play().result.reason == "normal"
    assert player.deadlines[1:] == pytest.approx([0.1] * (len(player.deadlines) - 1))
    player.told.clear()
    player.takes_ms = lambda act: 150 if act is player.acts[0] else 101
    fault = table.play().result.fault
    assert fault is not None
    assert fault.kind is FaultKind.TIMEOUT
    assert fault.overrun_ms == 1


@pytest.mark.parametrize(
    ("bank", "used", "left"),
    [(50, 0, 50), (50, 100, 50), (50, 120, 30), (50, 150, 0), (0, 100, 0), (10, 105, 5)],
)
def test_bank_arithmetic(bank: float, used: float, left: float) -> None:
    clock = Clock(TimeControl(move_ms=100, bank_ms=50), bank)
    assert clock.allowance_ms == 100 + bank
    assert clock.spend(used).bank_ms == left


@pytest.mark.parametrize(
    ("bank", "used", "left"), [(50, 0, 50), (30, 0, 45), (40, 110, 45), (0, 100, 15), (50, 150, 15)]
)
def test_bank_arithmetic_with_an_increment(bank: float, used: float, left: float) -> None:
    clock = Clock(TimeControl(move_ms=100, bank_ms=50, increment_ms=15), bank)
    assert clock.spend(used).bank_ms == left


def test_times_are_kept_in_microseconds() -> None:
    table = Table(make_plan(target=1))
    for player in table.players:
        player.takes_ms = lambda _: 1.25
    assert set(table.play().times_us) == {1250}


def test_time_that_the_host_withheld_is_not_charged_and_is_recorded() -> None:
    table = Table(make_plan(time=TimeControl(move_ms=100, bank_ms=50), target=1))
    player = table.players[0]
    player.takes_ms = lambda act: 5_000 if len(player.acts) == 2 else 1
    player.withheld_ms = lambda act: 4_930 if len(player.acts) == 2 else 0
    record = table.play()
    assert record.result.reason == "normal"
    slow = next(n for n, act in enumerate(table.asked) if act is player.acts[1])
    assert record.times_us[slow] == 70_000
    assert record.withheld_us == ((slow, 4_930_000),)
    assert {act.bank_ms for act in player.acts} == {50}


def test_a_bot_that_is_late_all_the_same_still_loses() -> None:
    table = Table(make_plan(time=TimeControl(move_ms=100, bank_ms=50), target=1))
    player = table.players[0]
    player.takes_ms = lambda act: 5_000
    player.withheld_ms = lambda act: 4_700
    fault = table.play().result.fault
    assert fault is not None
    assert (fault.kind, fault.seat, fault.overrun_ms) == (FaultKind.TIMEOUT, Seat.ZERO, 150)
