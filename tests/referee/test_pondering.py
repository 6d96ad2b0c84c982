"""A bot that computes while it waits is frozen there; one that does not is left alone."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import median
from typing import cast

import pytest

from arena.records import MatchRecord
from arena.referee import BotProgram, MatchSettings, Transport, play_one
from arena.referee.pondering import ALLOWANCE_S, LOOK_S, SHARE, Turn, Turns
from arena.registry import load_bot
from arena.rules import Ruleset, Seat
from arena.sandbox import BotProcess, open_launcher
from arena.wire import TimeControl
from tests.referee.fakes import FakeClock, Table, as_json, make_plan
from tests.referee.processes import open_folder

PLENTY = 10 * ALLOWANCE_S


@dataclass
class FakeProcess:
    """A process that uses the processor only when a test says so."""

    used: float = 0.0
    frozen: bool = False
    looks: int = 0

    def used_seconds(self) -> float:
        self.looks += 1
        return self.used

    def freeze(self) -> None:
        self.frozen = True

    def thaw(self) -> None:
        self.frozen = False


@dataclass
class Seated:
    """A bot at a table where the clock is set by hand; its start is over."""

    cores: int = 1
    ponder: bool = False
    clock: FakeClock = field(default_factory=FakeClock)
    process: FakeProcess = field(default_factory=FakeProcess)
    turns: Turns = field(init=False)
    turn: Turn = field(init=False)

    def __post_init__(self) -> None:
        self.turns = Turns(self.clock, self.cores, ponder=self.ponder)
        self.turn = self.turns.join(cast(BotProcess, self.process))
        self.turn.end()

    def works(self, seconds: float, used: float) -> None:
        """Let it be its turn for so long."""
        self.turn.begin()
        assert not self.process.frozen
        self.passes(seconds, used)
        self.turn.end()

    def waits(self, seconds: float, used: float) -> None:
        """Let it be another's turn for so long."""
        self.passes(seconds, used)

    def passes(self, seconds: float, used: float) -> None:
        """Time in which it uses the processor evenly, and somebody looks now and then."""
        steps = 1 + round(seconds / LOOK_S)
        for _ in range(steps):
            self.clock.advance(1000 * seconds / steps)
            self.process.used += used / steps
            self.turns.look()
        self.clock.advance(1000 * LOOK_S)
        self.turns.look()


def test_a_bot_that_computes_in_its_own_time_only_is_never_caught() -> None:
    seated = Seated()
    for _ in range(100):
        seated.works(3.0, used=3.0)
        seated.waits(3.0, used=0.0)
    assert seated.turn.caught_ms is None


def test_what_a_bot_uses_while_it_waits_is_what_it_is_caught_for() -> None:
    seated = Seated()
    seated.works(PLENTY, used=PLENTY)
    seated.waits(1.0, used=0.8 * ALLOWANCE_S)
    assert seated.turn.caught_ms is None
    seated.waits(1.0, used=0.4 * ALLOWANCE_S)
    assert seated.turn.caught_ms is not None
    # The looks are not exactly when a turn ends.
    assert 1000 * ALLOWANCE_S < seated.turn.caught_ms <= 1200 * ALLOWANCE_S


def test_a_bot_that_is_caught_while_it_waits_is_frozen_there_and_then_and_ever_after() -> None:
    seated = Seated()
    seated.waits(2.0, used=2.0)
    assert seated.process.frozen
    for _ in range(3):
        seated.works(1.0, used=1.0)
        assert seated.process.frozen


def test_a_bot_that_is_caught_in_its_own_time_may_go_on_until_it_has_answered() -> None:
    seated = Seated()
    seated.process.used += PLENTY
    seated.turn.begin()
    seated.clock.advance(1000 * LOOK_S)
    seated.turns.look()
    assert seated.turn.caught_ms is not None
    assert not seated.process.frozen
    seated.turn.end()
    assert seated.process.frozen


def test_sleep_in_its_own_time_buys_a_bot_no_more_than_the_allowance_in_the_opponents() -> None:
    seated = Seated()
    seated.works(60.0, used=0.0)
    seated.waits(4 * ALLOWANCE_S, used=2 * ALLOWANCE_S)
    assert seated.turn.caught_ms is not None


def test_the_start_is_the_bots_own_time_and_buys_nothing_either() -> None:
    clock, process = FakeClock(), FakeProcess()
    turns = Turns(clock, cores=1, ponder=False)
    turn = turns.join(cast(BotProcess, process))
    for _ in range(20):
        clock.advance(500)
        process.used += 0.5
        turns.look()
    assert turn.caught_ms is None
    turn.end()
    clock.advance(1000)
    process.used += 2 * ALLOWANCE_S
    turns.look()
    assert turn.caught_ms is not None


def test_a_little_all_the_time_is_allowed_and_a_little_more_is_not() -> None:
    seated = Seated()
    seated.waits(1000.0, used=0.9 * SHARE * 1000.0)
    assert seated.turn.caught_ms is None
    seated.waits(1000.0, used=2 * SHARE * 1000.0)
    assert seated.turn.caught_ms is not None


@pytest.mark.parametrize(("cores", "caught"), [(1, True), (2, False)])
def test_a_bot_may_use_every_core_that_it_has_in_its_own_time(cores: int, caught: bool) -> None:
    seated = Seated(cores)
    seated.works(PLENTY, used=1.9 * PLENTY)
    assert (seated.turn.caught_ms is not None) is caught


def test_a_turn_that_goes_on_while_the_processor_time_is_read_is_the_bots_own() -> None:
    @dataclass
    class Slow(FakeProcess):
        clock: FakeClock = field(default_factory=FakeClock)

        def used_seconds(self) -> float:
            self.clock.advance(5)
            self.used += 0.005
            return self.used

    clock = FakeClock()
    seated = Seated(clock=clock, process=Slow(clock=clock))
    seated.turn.begin()
    for _ in range(1000):
        clock.advance(1000 * LOOK_S)
        seated.process.used += LOOK_S
        seated.turns.look()
    assert seated.turn.caught_ms is None


def test_bots_are_looked_at_now_and_then_and_not_at_every_answer() -> None:
    seated = Seated()
    for _ in range(1000):
        seated.turn.begin()
        seated.clock.advance(0.5)
        seated.turn.end()
        seated.clock.advance(0.5)
    assert seated.process.looks == pytest.approx(1.0 / LOOK_S, abs=2)


def test_a_bot_that_may_ponder_is_not_looked_at() -> None:
    seated = Seated(ponder=True)
    seated.waits(PLENTY, used=PLENTY)
    seated.works(1.0, used=1.0)
    assert (seated.process.looks, seated.process.frozen) == (0, False)


def test_a_bot_that_has_left_or_ended_is_not_caught() -> None:
    left, ended = Seated(), Seated()
    left.turn.leave()
    left.turn.leave()
    left.waits(PLENTY, used=PLENTY)
    ended.works(1.0, used=1.0)
    ended.process.used = 0.0
    ended.waits(1.0, used=0.0)
    assert (left.turn.caught_ms, ended.turn.caught_ms) == (None, None)


def test_waking_and_laying_to_rest_is_in_nobodys_time() -> None:
    table = Table(make_plan(time=TimeControl(move_ms=10, bank_ms=0), target=1))

    class Sleepy(type(table.players[0])):  # type: ignore[misc]
        def wake(self) -> None:
            table.clock.advance(500)

        def rest(self) -> None:
            table.clock.advance(700)

    for player in table.players:
        player.__class__ = Sleepy
    record = table.play()
    assert record.result.reason == "normal"
    assert set(record.times_us) == {1000}


def test_the_record_says_who_was_frozen_and_for_what() -> None:
    table = Table(make_plan(target=1))
    assert as_json(table.play())["frozen"] == []
    table.players[1].caught = 612
    assert as_json(table.play())["frozen"] == [[1, 612]]


# Real bots

LITTLE_S = ALLOWANCE_S / 5
SHIPPED = Path(__file__).parents[2] / "bots"

SLOW = """
import time
from hokm_kit import Bot, run

class Slow(Bot):
    def choose(self, observation, legal):
        time.sleep(0.2)
        return legal[0]

run(Slow, name="slow")
"""

PONDERS = """
import json, sys, threading, time
sys.setswitchinterval(0.0001)

class Ponders:
    def __init__(self):
        self.waits = threading.Event()
        self.used = time.process_time()
        threading.Thread(target=self.ponder, daemon=True).start()

    def ponder(self):
        while True:
            self.waits.wait()

    def choose(self, observation, legal):
        self.waits.clear()
        ms = 1000 * (time.process_time() - self.used)
        self.used = time.process_time()
        self.waits.set()
        return legal[0], f"{ms:.0f}"
"""
"""Remarks on each decision how much processor time it used while it waited, in milliseconds."""

OVER_ZMQ = """
from hokm_kit import Bot, run
run(type("Bot", (Ponders, Bot), {}), name="ponders")
"""

OVER_STDIO = """
bot = Ponders()
print(json.dumps({"type": "hello", "protocol": 1, "name": "ponders"}), flush=True)
for line in sys.stdin:
    act = json.loads(line)
    if act["type"] == "act":
        action, note = bot.choose(act["observation"], act["legal"])
        answer = {"type": "action", "id": act["id"], "action": action, "note": note}
        print(json.dumps(answer), flush=True)
    elif act["type"] == "bye":
        break
"""


@pytest.fixture
def folder() -> Iterator[Path]:
    with open_folder() as folder:
        yield folder


@pytest.fixture
def bot(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., BotProgram]:
    """Writes a bot in Python, which will be caught for a fifth of what is allowed otherwise.

    On a busy machine nobody gets much to use.
    """
    monkeypatch.setattr("arena.referee.pondering.ALLOWANCE_S", LITTLE_S)

    def write(name: str, code: str, transport: Transport = "zmq") -> BotProgram:
        home = folder / name
        home.mkdir()
        (home / "bot.py").write_text(code)
        (home / "hokm_kit.py").write_text((SHIPPED / "random/hokm_kit.py").read_text("utf-8"))
        return BotProgram(name, "0", home, ("python3", "bot.py"), transport)

    return write


def played(zero: BotProgram, one: BotProgram, *, cgroups: bool, ponder: bool) -> MatchRecord:
    time = TimeControl(startup_ms=30_000, move_ms=5_000, ponder=ponder)
    settings = MatchSettings(Ruleset(target=1), time)
    with open_launcher(cgroups=cgroups) as launcher:
        plan = replace(make_plan(), bots=(zero, one), settings=settings)
        return play_one(plan, launcher).record


def used_while_waiting(record: MatchRecord) -> list[int]:
    return [int(note) for _, note in record.notes]


@pytest.mark.parametrize("transport", ["zmq", "stdio"])
@pytest.mark.parametrize("cgroups", [True, False], ids=["cgroups if there are any", "watchdog"])
def test_a_bot_that_ponders_is_frozen_computes_no_more_and_plays_on_in_time(
    bot: Callable[..., BotProgram], cgroups: bool, transport: Transport
) -> None:
    code = PONDERS + (OVER_ZMQ if transport == "zmq" else OVER_STDIO)
    ponders = bot("ponders", code, transport)
    record = played(ponders, bot("slow", SLOW), cgroups=cgroups, ponder=False)
    assert record.result.reason == "normal"
    ((seat, ms),) = record.frozen
    assert seat is Seat.ZERO
    assert ms > 1000 * LITTLE_S
    used = used_while_waiting(record)
    assert median(used[-5:]) < max(used) / 4


def test_a_bot_that_may_ponder_is_left_alone(bot: Callable[..., BotProgram]) -> None:
    ponders = bot("ponders", PONDERS + OVER_ZMQ)
    record = played(ponders, bot("slow", SLOW), cgroups=True, ponder=True)
    assert (record.result.reason, record.frozen) == ("normal", ())
    used = used_while_waiting(record)
    assert sum(used) > 1000 * LITTLE_S
    assert max(used[-5:]) > max(used) / 4


@pytest.mark.parametrize("cgroups", [True, False], ids=["cgroups if there are any", "watchdog"])
def test_bots_that_only_answer_are_not_caught(
    bot: Callable[..., BotProgram], cgroups: bool
) -> None:
    naive = load_bot(SHIPPED / "naive").program
    record = played(naive, bot("slow", SLOW), cgroups=cgroups, ponder=False)
    assert (record.result.reason, record.frozen) == ("normal", ())
