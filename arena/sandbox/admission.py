"""Moving processes to a control group without waiting for it.

Before the kernel moves a process it waits until every processor has seen that groups are about to
change: some 10 ms, as much as all the rest of a start. For as long after that others are moved at
once. So the wait is made in a thread while bwrap does its part of the start.
"""

import contextlib
import os
import threading
from pathlib import Path
from types import TracebackType
from typing import Self

from arena.sandbox.cgroup import ROOT, present_groups

__all__ = ["Admission"]

PERIOD = 0.002
"""Seconds; well within the time for which one wait is good."""


class Admission(threading.Thread):
    """Within the `with` block processes can be moved to groups without much of a wait.

    What it takes is a move, and this process is moved to where it is already.
    """

    def __init__(self) -> None:
        super().__init__(name="bot admission", daemon=True)
        self._over = threading.Event()

    def run(self) -> None:
        """Move again and again."""
        with contextlib.suppress(OSError):  # then the wait comes later
            for path in own_members()[:1]:
                with path.open("wb", buffering=0) as members:
                    while not self._over.is_set():
                        members.write(b"0")
                        self._over.wait(PERIOD)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._over.set()
        self.join()


def own_members(root: Path = ROOT) -> list[Path]:
    """The lists of members of the groups that this process is in, as far as they can be seen.

    In a container they may be named by a path of the host.
    """
    groups = present_groups().items()
    paths = [root / controller / group.lstrip("/") / "cgroup.procs" for controller, group in groups]
    return [path for path in paths if os.access(path, os.W_OK)]
