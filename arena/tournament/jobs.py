"""The book of jobs: what is waiting, what is being played, and how a tournament resumes.

A pair has an identity and a life of three steps: *waiting*, *issued* to a referee process, and then
*fixed* (its result is stored) or *void* (the host spoiled it, and it waits again under the same
identity). Only what is fixed is kept, in the store. Whoever starts the tournament again asks which
identities are missing there; nothing is derived from how many there are.
"""

from collections import Counter, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain

from arena.records import PairOutcome, PlayedPair
from arena.schedules import Pairing

VOIDS_ALLOWED = 3
"""After so many voids of one pair a run goes on without it, and says so. The next tries again."""


@dataclass(frozen=True, slots=True)
class Progress:
    """Where a tournament stands, in mirror pairs."""

    total: int
    done: int
    """Stored, earlier runs included."""
    new: int
    """Stored by this run."""
    given_up: tuple[str, ...]
    """Identities of the pairs that were voided too often."""
    voids: tuple[str, ...]
    """Reasons of the voids of this run, oldest first."""
    notes: tuple[str, ...] = ()
    """What an organiser should know, oldest first."""
    held_up: bool = False
    """Whether what was given up keeps the next stage from being drawn: the run ends there."""

    @property
    def over(self) -> bool:
        """Whether nothing is left to play."""
        return self.done + len(self.given_up) == self.total


class JobBook:
    """Hands out what is missing, a job at a time, and takes back what came of it."""

    def __init__(
        self, missing: Iterable[Pairing], total: int, done: int, *, in_order: bool = False
    ) -> None:
        """Begin with what is missing in the store.

        Args:
            missing: jobs, in the order of play; they are asked for as they are issued.
            total: pairs of the whole tournament.
            done: those that are stored.
            in_order: play again what was void before anything new, not at the end.
        """
        self._in_order = in_order
        self._voids: Counter[str] = Counter()
        self._given_up: list[str] = []
        self._reasons: list[str] = []
        self._missing: Iterator[Pairing] = iter(missing)
        self._again: deque[Pairing] = deque()
        self._first: deque[Pairing] = deque()
        self._total = total
        self._earlier = done
        self._new = 0
        self._held_up = False
        self._notes: list[str] = []

    def note(self, notes: Iterable[str]) -> None:
        """Keep what an organiser should know, unless that was the last thing said."""
        for note in notes:
            if self._notes[-1:] != [note]:
                self._notes.append(note)

    def hold_up(self) -> None:
        """There is a next stage, and it cannot be drawn without what was given up."""
        self._held_up = True

    def go_on(self, missing: Iterable[Pairing], total: int) -> bool:
        """Begin the next stage, once nothing is waiting or issued; whether there is anything in it.

        Args:
            missing: its jobs, in the order of play.
            total: pairs of the whole tournament, as far as they are known by now.
        """
        rest = iter(missing)
        first = next(rest, None)
        self._missing = rest if first is None else chain((first,), rest)
        self._total = total
        return first is not None

    def issue(self) -> Pairing | None:
        """The next job, None if none is waiting."""
        if self._first:
            return self._first.popleft()
        if self._in_order and self._again:
            return self._again.popleft()
        pairing = next(self._missing, None)
        if pairing is None and self._again:
            return self._again.popleft()
        return pairing

    def fix(self, pairing: Pairing, outcomes: Iterable[PairOutcome]) -> None:
        """Take back a job whose outcomes are stored; what is void or was not played waits again."""
        played = set()
        for outcome in outcomes:
            if isinstance(outcome, PlayedPair):
                played.add(outcome.pair)
            else:
                self._voids[outcome.pair] += 1
                self._reasons.append(outcome.reason)
        self._new += len(played)
        left = tuple([plan for plan in pairing.pairs if plan.pair not in played])
        self._wait(replace(pairing, pairs=left))

    def roll_back(self, pairing: Pairing) -> None:
        """Take back a job of which nothing came."""
        self._first.appendleft(pairing)

    def progress(self) -> Progress:
        """Where the tournament stands."""
        return Progress(
            self._total,
            self._earlier + self._new,
            self._new,
            tuple(self._given_up),
            tuple(self._reasons),
            tuple(self._notes),
            self._held_up,
        )

    def _wait(self, pairing: Pairing) -> None:
        lost = [plan.pair for plan in pairing.pairs if self._voids[plan.pair] >= VOIDS_ALLOWED]
        self._given_up += lost
        left = tuple([plan for plan in pairing.pairs if plan.pair not in lost])
        if left:
            self._again.append(replace(pairing, pairs=left))
