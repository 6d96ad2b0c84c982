"""What the host withheld from a bot is told from what the bot used or slept through."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from arena.sandbox.scheduling import DelayMeter, ThreadTimes, used_seconds, waited_seconds

SECOND = 10**9


def times(run: float = 0, wait: float = 0, *, ready: bool = True) -> ThreadTimes:
    return ThreadTimes(round(run * SECOND), round(wait * SECOND), ready)


def test_a_wait_for_a_processor_is_counted() -> None:
    assert waited_seconds({1: times()}, {1: times(0.3, 0.7)}, 1.0) == pytest.approx(0.7)


def test_a_thread_that_still_waits_has_waited_all_the_time() -> None:
    assert waited_seconds({1: times()}, {1: times()}, 1.0) == 1.0


def test_sleep_is_no_wait() -> None:
    asleep = {1: times(ready=False)}
    assert waited_seconds(asleep, asleep, 1.0) == 0.0


def test_a_thread_that_just_woke_up_has_not_waited() -> None:
    assert waited_seconds({1: times(ready=False)}, {1: times()}, 1.0) == 0.0


def test_waits_of_several_threads_at_the_same_time_count_once() -> None:
    before = {1: times(), 2: times()}
    after = {1: times(0.0, 0.4, ready=False), 2: times(0.0, 0.4, ready=False)}
    assert waited_seconds(before, after, 1.0) == pytest.approx(0.4)


def test_a_thread_that_began_between_the_looks_counts_from_zero() -> None:
    assert waited_seconds({}, {1: times(0.1, 0.2)}, 1.0) == pytest.approx(0.2)
    assert used_seconds({}, {1: times(0.1, 0.2)}) == pytest.approx(0.1)


def test_a_process_that_is_gone_gives_nothing() -> None:
    assert waited_seconds({1: times()}, {}, 1.0) == used_seconds({1: times()}, {}) == 0.0


def looked_at(
    monkeypatch: pytest.MonkeyPatch,
    *looks: tuple[dict[int, ThreadTimes], dict[int, ThreadTimes]],
    answered: bool = True,
) -> DelayMeter:
    """What a meter counts that sees these threads of bot and referee, a second apart."""
    seen = iter(looks)
    monkeypatch.setattr(DelayMeter, "_threads", lambda self: next(seen))
    meter = DelayMeter(1, 0.0)
    for second in range(1, len(looks)):
        meter.look(float(second), answered=answered)
    return meter


def test_a_wait_of_the_bot_is_withheld_time(monkeypatch: pytest.MonkeyPatch) -> None:
    meter = looked_at(monkeypatch, ({1: times()}, {}), ({1: times(0.3, 0.7)}, {}))
    assert meter.seconds == pytest.approx(0.7)
    assert meter.used_seconds == pytest.approx(0.3)


@pytest.mark.parametrize("answered", [True, False])
def test_a_wait_of_the_referee_is_withheld_time_where_an_answer_came(
    monkeypatch: pytest.MonkeyPatch, answered: bool
) -> None:
    asleep = {1: times(ready=False)}
    looks = (asleep, {9: times()}), (asleep, {9: times()})
    meter = looked_at(monkeypatch, *looks, answered=answered)
    assert meter.seconds == pytest.approx(1.0 if answered else 0.0)


def test_time_that_the_bot_used_is_never_withheld(monkeypatch: pytest.MonkeyPatch) -> None:
    before = {1: times(), 2: times()}
    after = {1: times(0.5, 0.5), 2: times(0.5, 0.5)}
    meter = looked_at(monkeypatch, (before, {9: times()}), (after, {9: times()}))
    assert meter.seconds == 0.0


BUSY = "while True: pass"
ASLEEP = "import time; time.sleep(60)"


@pytest.fixture
def one_core() -> Iterator[None]:
    """All processes of the test on one core, so that they are in each other's way."""
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(cores)})
    yield
    os.sched_setaffinity(0, cores)


def share(code: str, hogs: int) -> float:
    """The share of a while that was withheld from a program beside so many that burn the core."""
    programs = [code] + [BUSY] * hogs
    running = [subprocess.Popen([sys.executable, "-S", "-c", program]) for program in programs]
    try:
        time.sleep(0.5)
        began = time.monotonic()
        meter = DelayMeter(running[0].pid, began)
        for _ in range(20):
            time.sleep(0.05)
            meter.look(time.monotonic())
        return meter.look(time.monotonic()) / (time.monotonic() - began)
    finally:
        for process in running:
            process.kill()
            process.wait()


@pytest.mark.usefixtures("one_core")
def test_a_busy_program_beside_three_others_is_kept_from_running_most_of_the_time() -> None:
    assert 0.4 < share(BUSY, hogs=3) <= 1.0


@pytest.mark.usefixtures("one_core")
def test_a_sleeping_program_is_not_kept_from_anything_however_busy_the_core() -> None:
    assert share(ASLEEP, hogs=3) < 0.05
