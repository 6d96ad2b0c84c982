"""Where jobs are played: on this machine or on others. The runner does not know which."""

from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from arena.records import PairOutcome
from arena.referee import MatchJob
from arena.registry import Build, Says


@dataclass(frozen=True, slots=True)
class Needs:
    """What a tournament needs wherever it is played."""

    cpus: int
    """Processors that a match has to itself."""
    logs: Path
    """Folder on this machine for what bots write."""
    commands: tuple[tuple[str, ...], ...] = ()
    """What bots are started with, so that a machine without the programs is found out."""


class Engine(Protocol):
    """Plays jobs, several at a time.

    Only bugs are exceptions of a job. What the host does to one is its outcome: pairs that it
    spoiled are void, and what was not played is missing in the list.
    """

    @property
    def slots(self) -> int:
        """Jobs that can be played at the same time, by now; at least one."""

    def opened(self, needs: Needs) -> AbstractContextManager[None]:
        """Ready to play. All ends when it is left, at once if it is left by an exception.

        Raises:
            HostError: it cannot be made ready.
        """

    def submit(self, job: MatchJob) -> Future[list[PairOutcome]]:
        """Have a job played. An empty list says that it is handed back as it was."""

    def look(self) -> Iterator[str]:
        """See to what cannot wait for a job's end; gives what an organiser should know.

        Raises:
            HostError: nothing can be played any more.
        """

    def builds(self, says: Says) -> Build:
        """What builds bots on this machine, confined as the engine's own are.

        Args:
            says: told how builds go.
        """

    def stop(self) -> None:
        """Let jobs end after the pair in play, and hand back those that wait.

        A signal handler may call it: it takes no lock that the interrupted code could hold.
        """
