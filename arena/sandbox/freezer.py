"""Freezing a bot while it has nothing to do, so that it cannot compute.

A control group is frozen by one write, all its processes at once. Without control groups each
process is stopped by a signal. A bot can undo neither from within.
"""

import contextlib
import os
import signal
import time
from collections.abc import Collection
from pathlib import Path
from typing import Protocol

from arena.sandbox.watchdog import (
    birth,
    children,
    entries,
    parent,
    process_tree,
    read,
    status_fields,
)

__all__ = ["Freezer", "GroupFreezer", "NoFreezer", "StopFreezer"]

QUIET_LOOKS = 2
"""After so many looks in a row at which nothing ran, everything is stopped."""

MOST_LOOKS = 100
PAUSE_SECONDS = 0.0005

STOPPED = "T"
UNABLE = "D"
ENDED = "ZX"
"""States of a thread in /proc/PID/task/TID/stat."""


class Freezer(Protocol):
    """Freezes all processes of one bot. Both methods may be called often, also after its end."""

    def freeze(self) -> None:
        """Let none of them run until `thaw`."""

    def thaw(self) -> None:
        """Let them run."""


class NoFreezer:
    """For bots that run without a sandbox: nothing holds all their processes."""

    def freeze(self) -> None:
        """Not possible."""

    def thaw(self) -> None:
        """Nothing to undo."""


class GroupFreezer:
    """Freezes a control group: 60 µs for that and the thaw, with what waking up its threads takes.

    In version 1 what is frozen cannot be killed: the signal waits for the thaw.
    """

    def __init__(self, file: Path, frozen: str, thawed: str) -> None:
        """`frozen` and `thawed` are what to write to the file."""
        self._file = file
        self._frozen = frozen
        self._thawed = thawed

    def freeze(self) -> None:
        """Freeze the group, with what its processes start meanwhile."""
        self._write(self._frozen)

    def thaw(self) -> None:
        """Let the group run."""
        self._write(self._thawed)

    def _write(self, state: str) -> None:
        with contextlib.suppress(FileNotFoundError):  # the group went with its bot
            descriptor = os.open(self._file, os.O_WRONLY)
            try:
                os.write(descriptor, state.encode())
            finally:
                os.close(descriptor)


class StopFreezer:
    """Stops the processes of a namespace one by one: 0.7 ms for one with three threads.

    The namespace's first process, bwrap's, runs on: it has to collect what ends.
    """

    def __init__(self, first: int) -> None:
        """`first` is the namespace's first process, still alive."""
        self._first = first
        self._born = birth(first)
        self._stopped: set[int] = set()

    def freeze(self) -> None:
        """Stop them all, with what they start meanwhile.

        As long as one runs it can start others, and let others go on: so look until none is found
        that runs. A bot that wins this race once has to win it anew the next time.
        """
        quiet = 0
        for look in range(MOST_LOOKS):
            # Once the first one has ended its id may be another process's.
            if quiet == QUIET_LOOKS or birth(self._first) != self._born:
                break
            if look > QUIET_LOOKS:
                time.sleep(PAUSE_SECONDS)  # to be stopped takes a moment on the processor
            # Orphans are handed to the first process: what moves there meanwhile is found last.
            family = dict.fromkeys(process_tree(self._first) + children(self._first))
            running = [pid for pid in family if pid != self._first and self._stop(pid, family)]
            quiet = 0 if running else quiet + 1

    def thaw(self) -> None:
        """Let them go on."""
        while self._stopped:
            send(self._stopped.pop(), signal.SIGCONT)

    def _stop(self, pid: int, family: Collection[int]) -> bool:
        """Whether a process was found running; then it is to stop."""
        threads = living_threads(pid)
        if not threads or STOPPED in threads.values():
            return False
        # A thread that waits for a vfork cannot take the signal, and keeps the others from it.
        able = [thread for thread, state in threads.items() if state != UNABLE]
        pending = stop_pending(pid)
        if pending and not able:
            return False
        if pending and len(able) == len(threads):
            return True  # it takes the signal when it next runs, and may wake others before that
        if parent(pid) not in family:
            return False  # it has ended, and its id is another process's by now
        if pending:
            send(pid, signal.SIGCONT)  # takes it back
        send(able[0] if able else pid, signal.SIGSTOP)
        self._stopped.add(pid)
        return True


def living_threads(pid: int) -> dict[int, str]:
    """The state of each thread of a process that has not ended, as /proc writes it."""
    found = {}
    for thread in entries(f"/proc/{pid}/task"):
        fields = status_fields(pid, thread)
        if fields and fields[0] not in ENDED:
            found[int(thread)] = fields[0]
    return found


def stop_pending(pid: int) -> bool:
    """Whether a process has been sent a stop that none of its threads has taken yet."""
    for line in read(f"/proc/{pid}/status").splitlines():
        if line.startswith("ShdPnd:"):
            return bool(int(line.split()[1], 16) & 1 << signal.SIGSTOP - 1)
    return False


def send(pid: int, number: signal.Signals) -> None:
    """Send a signal to a process, by the id of any of its threads, if it is still there."""
    with contextlib.suppress(OSError):
        os.kill(pid, number)
