"""Watching what bots use, and killing those that use too much.

`Sampler` asks every bot's meter at intervals. Where a cgroup counts, that is all there is to do;
elsewhere `TreeMeter` adds up the processes of the bot's namespace itself. Between two looks a bot
can get past its limit by what it can touch in that time; RLIMIT_DATA bounds that.
"""

import os
import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Protocol

from arena.sandbox.limits import TMP_FILES, Limits

__all__ = ["Meter", "NoMeter", "Sampler", "TreeMeter", "children", "process_tree"]

PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")
TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK")


class Meter(Protocol):
    """Tells which limit a bot has hit."""

    def exceeded(self) -> str | None:
        """The limit for which the bot has to be killed, if any."""

    def refused(self) -> str | None:
        """The limit at which the kernel refused something and let the bot go on, if any."""

    def used_seconds(self) -> float:
        """Processor time used by all processes so far."""

    def peak_bytes(self) -> int | None:
        """The most memory that was ever in use, as the limit counts it; None if nobody knows."""

    def close(self) -> None:
        """Give back what counting needs. Called once, after the bot's end."""


class NoMeter:
    """For bots that run without a sandbox: nothing is counted."""

    def exceeded(self) -> str | None:
        """Never."""
        return None

    def refused(self) -> str | None:
        """Never."""
        return None

    def used_seconds(self) -> float:
        """As good as none."""
        return 0.0

    def peak_bytes(self) -> int | None:
        """Nobody knows."""
        return None

    def close(self) -> None:
        """Nothing to give back."""


class TreeMeter:
    """Counts what the processes below `root`, the first process of a sandbox, use."""

    def __init__(
        self, root: int, limits: Limits, writable: Iterable[str] = ("tmp", "dev/shm")
    ) -> None:
        """`writable`: the folders of the sandbox whose files are in memory."""
        self._root = root
        self._writable = tuple(writable)
        self._born = birth(root)
        self._limits = limits
        self._most_tasks = 0
        self._most_bytes = 0
        self._time = ProcessorTime()

    def exceeded(self) -> str | None:
        """Look at every process now; 0.5 ms for 3 of them, 5 to 8 ms for 64."""
        limits = self._limits
        if birth(self._root) != self._born:
            return None  # it has ended, and its id may be another process's by now
        processes = process_tree(self._root)
        tasks = sum(len(entries(f"/proc/{pid}/task")) for pid in processes)
        tasks -= 1  # the first process is bwrap's
        self._most_tasks = max(self._most_tasks, tasks)
        files, file_bytes = temporary_files(self._root, self._writable)
        allowed = limits.memory_mib << 20
        used = memory_bytes(processes, file_bytes, allowed)
        self._most_bytes = max(self._most_bytes, used)
        if used > allowed:
            return limits.memory_hit
        if tasks > limits.processes:
            return limits.processes_hit
        if files > TMP_FILES:
            return limits.files_hit
        if self._time.look(processes) > limits.cpu_seconds:
            return limits.cpu_hit
        return None

    def refused(self) -> str | None:
        """Whether the bot has been seen with as many tasks as it may have."""
        # bwrap's own process counts too where it has the bot's user id.
        at_limit = self._most_tasks >= self._limits.processes - 1
        return self._limits.processes_hit if at_limit else None

    def used_seconds(self) -> float:
        """In steps of 10 ms for each process; 0 after the end."""
        if birth(self._root) != self._born:
            return 0.0
        return self._time.look(process_tree(self._root))

    def peak_bytes(self) -> int | None:
        """The most that was seen at a look; resident sizes count a shared page for each process."""
        return self._most_bytes or None

    def close(self) -> None:
        """Nothing to give back."""


class ProcessorTime:
    """Adds up the processor time of processes that come and go.

    A process that waits for its children gets their time on its account. One that ignores their
    end does not: of those, what was seen at a look is remembered.
    """

    def __init__(self) -> None:
        self._own: dict[tuple[int, str], int] = {}
        """Ticks of every process that was ever seen to have used one, by its id and birth."""

    def look(self, processes: Iterable[int]) -> float:
        """Seconds used so far by these, all that were seen before, and children waited for."""
        with_children = 0
        for pid in processes:
            if fields := status_fields(pid):
                user, system, children_user, children_system = map(int, fields[11:15])
                with_children += user + system + children_user + children_system
                if user + system:
                    self._own[pid, fields[19]] = user + system
        # Neither is ever too high.
        return max(with_children, sum(self._own.values())) / TICKS_PER_SECOND


class Sampler(threading.Thread):
    """The thread that calls `look` every `period` seconds."""

    def __init__(self, look: Callable[[], None], period: float) -> None:
        super().__init__(name="bot limits", daemon=True)
        self._look = look
        self._period = period
        self._stopping = threading.Event()
        self.start()

    def run(self) -> None:
        """Look until `stop`."""
        while not self._stopping.wait(self._period):
            self._look()

    def stop(self) -> None:
        """End the thread."""
        self._stopping.set()
        self.join()


def process_tree(root: int) -> list[int]:
    """A process and all its living descendants.

    Complete for the first process of a namespace, to which orphans are handed.
    """
    found, waiting = [], [root]
    while waiting:
        pid = waiting.pop()
        found.append(pid)
        waiting += children(pid)
    return found


def children(pid: int) -> list[int]:
    """The living children of every thread of a process; none when it is gone."""
    found: list[int] = []
    for thread in entries(f"/proc/{pid}/task"):
        found += map(int, read(f"/proc/{pid}/task/{thread}/children").split())
    return found


def memory_bytes(processes: list[int], file_bytes: int, limit: int) -> int:
    """Memory of the processes and of the files they keep in memory.

    Resident sizes, cheap to read, count a shared page once for each process. Only a sum above the
    limit is worth the exact figure, which shares it out.
    """
    resident = sum(map(resident_bytes, processes)) + file_bytes
    if resident <= limit:
        return resident
    shares = list(map(proportional_bytes, processes))
    # A process can close itself to inspection; then the count is not in its favour.
    return resident if None in shares else sum(filter(None, shares)) + file_bytes


def resident_bytes(pid: int) -> int:
    """Resident set size; 0 when the process is gone."""
    fields = read(f"/proc/{pid}/statm").split()
    return int(fields[1]) * PAGE_BYTES if fields else 0


def proportional_bytes(pid: int) -> int | None:
    """Proportional set size; None when it cannot be read."""
    try:
        text = Path(f"/proc/{pid}/smaps_rollup").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return 0
    except OSError:
        return None
    for line in text.splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) * 1024
    return 0


def parent(pid: int) -> int | None:
    """The id of a process's parent; None when it is gone."""
    fields = status_fields(pid)
    return int(fields[1]) if fields else None


def birth(pid: int) -> str:
    """When a process started, in ticks since the boot; empty when it is gone."""
    fields = status_fields(pid)
    return fields[19] if fields else ""


def status_fields(pid: int, thread: str = "") -> list[str]:
    """The fields of a process's stat file, or of a thread's, from the state on; none when gone."""
    folder = f"/proc/{pid}/task/{thread}" if thread else f"/proc/{pid}"
    return read(f"{folder}/stat").rpartition(")")[2].split()


def temporary_files(root: int, folders: Iterable[str]) -> tuple[int, int]:
    """Number and bytes of the files in these folders of the namespace of this process."""
    count = used = 0
    for folder in folders:
        try:
            status = os.statvfs(f"/proc/{root}/root/{folder}")
        except OSError:
            continue  # the process is gone
        count += status.f_files - status.f_ffree
        used += (status.f_blocks - status.f_bfree) * status.f_frsize
    return count, used


def entries(folder: str) -> list[str]:
    """Names in a folder of /proc; none when the process is gone."""
    try:
        return os.listdir(folder)
    except OSError:
        return []


def read(path: str) -> str:
    """A file of /proc; empty when the process is gone."""
    try:
        with open(path) as file:
            return file.read()
    except OSError:
        return ""
