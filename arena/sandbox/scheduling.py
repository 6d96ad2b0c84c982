"""How long the host kept a bot from running, so that a clock need not charge the bot for it.

Linux counts, for each thread, how long it ran and how long it was ready to run and had to wait
(`/proc/PID/task/TID/schedstat`). Time that the bot used itself is never called withheld: threads of
one bot that wait for each other gain nothing.
"""

import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from arena.sandbox.watchdog import entries, process_tree, read

__all__ = ["DelayMeter", "ThreadTimes", "used_seconds", "waited_seconds"]

READY = "R"
"""The state of a thread that runs or waits for a processor, in /proc/PID/task/TID/stat."""


@dataclass(frozen=True, slots=True)
class ThreadTimes:
    """What the kernel has counted of one thread so far."""

    run_ns: int
    wait_ns: int
    """Added to when a wait ends, so that a thread that waits now does not show it yet."""
    ready: bool


NEW = ThreadTimes(0, 0, ready=False)
"""A thread that was not there at the look before."""

Threads: TypeAlias = Mapping[int, ThreadTimes]
"""By thread id."""


def used_seconds(before: Threads, after: Threads) -> float:
    """Processor time that these threads used between two looks."""
    return sum((now.run_ns - before.get(thread, NEW).run_ns) / 1e9 for thread, now in after.items())


def waited_seconds(before: Threads, after: Threads, seconds: float) -> float:
    """The longest time that one of the threads had to wait, of the `seconds` between two looks."""
    longest = 0.0
    for thread, now in after.items():
        then = before.get(thread, NEW)
        starved = then.ready and now.ready and now.run_ns == then.run_ns
        longest = max(longest, seconds if starved else (now.wait_ns - then.wait_ns) / 1e9)
    return longest


class DelayMeter:
    """Adds up what was withheld from a bot, look by look: 0.2 ms each.

    An answer is late, too, if the referee's thread has to wait that is to take it. That counts
    where an answer has come: where none has, it held nothing up.
    """

    def __init__(self, root: int, now: float) -> None:
        """Begin to count.

        Args:
            root: id of the process that all processes of the bot descend from.
            now: seconds on any steady clock; later looks use the same one.
        """
        self._root = root
        self._at = now
        self._bot, self._taker = self._threads()
        self.seconds = 0.0
        """Withheld since the first look."""
        self.used_seconds = 0.0
        """Processor time that the bot used since then."""

    def look(self, now: float, *, answered: bool = False) -> float:
        """Count on until now; what was withheld in all, in seconds.

        Args:
            now: seconds, as before.
            answered: whether this thread has just taken an answer of the bot.
        """
        bot, taker = self._threads()
        passed = now - self._at
        used = used_seconds(self._bot, bot)
        waited = waited_seconds(self._bot, bot, passed)
        if answered:
            waited = max(waited, waited_seconds(self._taker, taker, passed))
        self.seconds += max(0.0, min(waited, passed - used))
        self.used_seconds += used
        self._at, self._bot, self._taker = now, bot, taker
        return self.seconds

    def _threads(self) -> tuple[Threads, Threads]:
        this = threading.get_native_id()
        taker = thread_time(f"/proc/self/task/{this}")
        return thread_times(process_tree(self._root)), {this: taker} if taker else {}


def thread_times(processes: Iterable[int]) -> dict[int, ThreadTimes]:
    """All threads of these processes; those that are gone are left out."""
    folders = [f"/proc/{pid}/task" for pid in processes]
    found = {
        int(thread): thread_time(f"{folder}/{thread}")
        for folder in folders
        for thread in entries(folder)
    }
    return {thread: times for thread, times in found.items() if times}


def thread_time(folder: str) -> ThreadTimes | None:
    """What the kernel tells of the thread with this folder below /proc; None if it is gone."""
    times = read(f"{folder}/schedstat").split()
    state = read(f"{folder}/stat").rpartition(")")[2].split()
    if not times or not state:
        return None
    return ThreadTimes(int(times[0]), int(times[1]), state[0] == READY)
