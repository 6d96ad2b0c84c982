"""How long the host kept a bot from running, so that a clock need not charge the bot for it.

Linux counts, for each thread, how long it ran and how long it was ready to run and had to wait
(`/proc/PID/task/TID/schedstat`). Time that the bot used itself is never called withheld: threads of
one bot that wait for each other gain nothing.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from arena.sandbox.watchdog import entries, process_tree, read

__all__ = ["DelayMeter", "ThreadTimes", "withheld_seconds"]

READY = "R"
"""The state of a thread that runs or waits for a processor, in /proc/PID/task/TID/stat."""


@dataclass(frozen=True, slots=True)
class ThreadTimes:
    """What the kernel has counted of one thread so far."""

    run_ns: int
    wait_ns: int
    """Added to when a wait ends, so that a thread that waits now does not show it yet."""
    ready: bool


def withheld_seconds(
    before: Mapping[int, ThreadTimes], after: Mapping[int, ThreadTimes], seconds: float
) -> float:
    """How long a bot was kept from running between two looks that are `seconds` apart.

    The longest wait of one of its threads, at most the time in which none of them ran.
    """
    used = waited = 0.0
    for thread, now in after.items():
        then = before.get(thread, ThreadTimes(0, 0, ready=False))
        ran = (now.run_ns - then.run_ns) / 1e9
        used += ran
        starved = then.ready and now.ready and ran == 0
        waited = max(waited, seconds if starved else (now.wait_ns - then.wait_ns) / 1e9)
    return max(0.0, min(waited, seconds - used))


class DelayMeter:
    """Adds up what was withheld from the processes below one process, look by look."""

    def __init__(self, root: int, now: float) -> None:
        """Begin to count.

        Args:
            root: process id.
            now: seconds on any steady clock; later looks use the same one.
        """
        self._root = root
        self._at = now
        self._before = thread_times(root)
        self.seconds = 0.0
        """Withheld since the first look."""

    def look(self, now: float) -> float:
        """Count on until now; what was withheld in all, in seconds. Some 0.1 ms."""
        after = thread_times(self._root)
        self.seconds += withheld_seconds(self._before, after, now - self._at)
        self._at, self._before = now, after
        return self.seconds


def thread_times(root: int) -> dict[int, ThreadTimes]:
    """All threads of a process and its descendants; empty when it is gone."""
    found = {}
    for pid in process_tree(root):
        for thread in entries(f"/proc/{pid}/task"):
            folder = f"/proc/{pid}/task/{thread}"
            times = read(f"{folder}/schedstat").split()
            state = read(f"{folder}/stat").rpartition(")")[2].split()
            if times and state:
                found[int(thread)] = ThreadTimes(int(times[0]), int(times[1]), state[0] == READY)
    return found
