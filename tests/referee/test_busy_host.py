"""A match beside programs that burn its core: the bot is not charged for what they take."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from typing import cast

import pytest

from arena.records import FaultKind, MatchRecord
from arena.referee import BotProgram
from arena.referee.host_delay import HANDLING_S, HostDelay
from arena.sandbox import BotProcess, Launcher, open_launcher
from arena.wire import TimeControl
from tests.referee.test_real_processes import (
    check_fault,
    faulty,
    fixed,
    good,
    halves,
    make_job,
    mark,
)

MOVE_MS = 200
TIGHT = TimeControl(startup_ms=60_000, move_ms=MOVE_MS, bank_ms=0)
RESCUED = 4
"""Decisions that would have lost without what was given back; how many a match has is chance."""
MOST_JOBS = 4
HOGS = 4
"""With so many a bot gets a fifth of the core, or less: no bot that thinks for half of its time
would answer in time by the clock on the wall."""


@pytest.fixture
def busy() -> Iterator[Launcher]:
    """A launcher whose bots share one core with hogs, the referee included."""
    cores = os.sched_getaffinity(0)
    with ExitStack() as stack:
        stack.callback(os.sched_setaffinity, 0, cores)
        os.sched_setaffinity(0, {max(cores)})
        launcher = stack.enter_context(open_launcher())
        for _ in range(HOGS):
            # Each in a session of its own, as the kernel may share the core out by session.
            hog = subprocess.Popen(
                [sys.executable, "-S", "-c", "while True: pass"], start_new_session=True
            )
            stack.callback(hog.wait)
            stack.callback(hog.kill)
        yield launcher


def play_tight(one: BotProgram, other: BotProgram, launcher: Launcher) -> list[MatchRecord]:
    job = make_job(one, other, time=TIGHT)
    return [half.record for half in halves(fixed(job, launcher))]


def test_no_bot_loses_by_time_that_the_host_gave_to_others(busy: Launcher) -> None:
    rescued = 0
    for _ in range(MOST_JOBS):
        for record in play_tight(faulty("thinks", name="thinker"), good(), busy):
            assert record.result.reason == "normal", record.result
            times = {n: us / 1000 for n, us in enumerate(record.times_us)}
            assert max(times.values()) <= MOVE_MS
            # What the hogs took is written down with the decisions that it delayed: without it
            # these would have been too late.
            rescued += sum(times[n] + us / 1000 > MOVE_MS for n, us in record.withheld_us)
        if rescued >= RESCUED:
            return
    pytest.fail(f"the hogs delayed {rescued} decisions enough to show anything")


@pytest.mark.parametrize("fault", ["think too long", "hang"])
def test_a_bot_that_really_takes_too_long_loses_beside_the_same_hogs(
    busy: Launcher, fault: str
) -> None:
    job = make_job(faulty(fault, 2, mark()), good(), time=TIGHT)
    for half in halves(fixed(job, busy)):
        check_fault(half, FaultKind.TIMEOUT, "")
        fault_found = half.record.result.fault
        assert fault_found is not None
        used, overrun = fault_found.used_ms, fault_found.overrun_ms
        if fault == "hang":
            assert (used is None or used < MOVE_MS, overrun) == (True, None)
        else:
            # Either its answer came in the grace after the deadline, or what it used is known.
            assert overrun is not None or (used is not None and used > MOVE_MS / 2)


class Meter:
    """Counts what it is told to at its next look."""

    def __init__(self) -> None:
        self.seconds = self.used_seconds = self.next = 0.0

    def look(self, now: float, *, answered: bool = False) -> float:
        self.seconds += self.next
        self.next = 0.0
        return self.seconds


class Process:
    """As much of a bot's process as is looked at."""

    def __init__(self) -> None:
        self.meter = Meter()

    def delay_meter(self, now: float) -> Meter:
        return self.meter


@pytest.fixture
def looked_at() -> tuple[HostDelay, Meter]:
    process = Process()
    delay = HostDelay(cast("BotProcess", process), lambda: 0.0)
    delay.look()
    return delay, process.meter


def test_what_the_referee_slept_too_long_is_given_back() -> None:
    delay = HostDelay(cast("BotProcess", Process()), lambda: 0.0)
    delay.answered(-0.01)
    assert delay.seconds == 0
    delay.answered(0.02)
    assert delay.seconds == pytest.approx(0.02 + HANDLING_S)


def test_what_was_withheld_since_the_last_look_counts_when_the_answer_is_here(
    looked_at: tuple[HostDelay, Meter],
) -> None:
    delay, meter = looked_at
    meter.next = 0.03
    delay.answered(-0.01)
    assert delay.seconds == pytest.approx(0.03)


@pytest.mark.parametrize(("late", "counted"), [(0.02, 0.03), (0.04, 0.04 + HANDLING_S)])
def test_nothing_is_given_back_twice(
    looked_at: tuple[HostDelay, Meter], late: float, counted: float
) -> None:
    delay, meter = looked_at
    meter.next = 0.03
    delay.answered(late)
    assert delay.seconds == pytest.approx(counted)
