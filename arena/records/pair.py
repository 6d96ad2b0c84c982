"""A mirror pair: as it is planned, and what became of it."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from arena.records.left_behind import CrashReport
from arena.records.record import MatchRecord


@dataclass(frozen=True, slots=True)
class PairPlan:
    """One mirror pair of a job."""

    pair: str
    seed: str
    first: Literal[0, 1]
    """Which of the job's bots has seat 0 in half 0."""


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match's record, and what a forfeit left behind for the organiser."""

    record: MatchRecord
    crash: CrashReport | None = None


@dataclass(frozen=True, slots=True)
class PlayedPair:
    """Both halves of a mirror pair."""

    pair: str
    halves: tuple[PlayedMatch, PlayedMatch]


@dataclass(frozen=True, slots=True)
class VoidPair:
    """A pair that the host spoiled; it is played again under the same id."""

    pair: str
    reason: str


PairOutcome: TypeAlias = PlayedPair | VoidPair
