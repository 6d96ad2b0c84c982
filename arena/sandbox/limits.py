"""What one bot process may use, and how a limit that was hit is named."""

from dataclasses import dataclass, fields

from arena.errors import InputError

__all__ = ["Limits"]

TMP_FILES = 20_000
"""Files in a bot's /tmp and /dev/shm together. tmpfs bounds bytes only, and each empty file still
costs about 1 KiB of kernel memory; counted where no cgroup counts that memory."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds for one bot process and everything it starts.

    Raises InputError when a limit is not a positive whole number.
    """

    memory_mib: int = 256
    """MiB of memory, files in /tmp included. Enough for Python with NumPy, Node, Java and Go."""

    processes: int = 64
    """Processes and threads together. The Java, Node and Go runtimes start 20 to 40 by themselves;
    a fork bomb needs thousands."""

    cpu_seconds: int = 600
    """Seconds of processor time in its whole life, all processes together. The move clock is what a
    bot feels; this stops one that burns a core behind it."""

    cpus: int = 1
    """Processors that a match has to itself, both bots and the referee together: only one of them
    has something to do at a time."""

    tmp_mib: int = 16
    """MiB of /tmp, and as much of /dev/shm. Both live in memory."""

    open_files: int = 256
    """Open files per process."""

    output_kib: int = 1024
    """KiB of standard output and standard error together, per match. A bot that writes more
    forfeits, so that an endless log cannot fill the disk."""

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if not isinstance(value, int) or isinstance(value, bool) or value < 1:
                raise InputError(
                    f"limit {field.name} must be a whole number above 0, not {value!r}"
                )

    @property
    def memory_hit(self) -> str:
        """The memory limit as a fault names it, such as "memory 256 MiB"."""
        return f"memory {self.memory_mib} MiB"

    @property
    def processes_hit(self) -> str:
        """The process limit as a fault names it."""
        return f"processes {self.processes}"

    @property
    def cpu_hit(self) -> str:
        """The processor time limit as a fault names it."""
        return f"cpu {self.cpu_seconds} s"

    @property
    def output_hit(self) -> str:
        """The output limit as a fault names it."""
        return f"output {self.output_kib} KiB"

    @property
    def files_hit(self) -> str:
        """The limit on the number of temporary files as a fault names it."""
        return f"temporary files {TMP_FILES}"
