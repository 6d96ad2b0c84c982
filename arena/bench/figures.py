"""What a run gives: figures, their ratios to R, and what failed.

Absolute times tell machines apart, and a machine from itself an hour later. A ratio to R, the raw
round trips measured just before, does so much less.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from statistics import median
from typing import Literal, TypeAlias

Unit: TypeAlias = Literal["/s", "µs", "ms", "s", "×", "MiB"]

SECONDS: Mapping[Unit, float] = {"µs": 1e-6, "ms": 1e-3, "s": 1.0}
MORE_IS_BETTER: frozenset[Unit] = frozenset({"/s", "×"})

PROCESSOR = "processor"
"""What R calls the processor time of a round trip, both ends together."""


@dataclass(frozen=True, slots=True)
class Case:
    """Something to measure: once in every round."""

    name: str
    """Unique, its group first: `play/first/direct`."""
    about: str
    """For people: a language, or what is done."""
    figures: Mapping[str, Unit]
    """What it gives; a case that gives one figure calls it `""`."""
    measure: Callable[[], Mapping[str, float]]
    """Measures once. Raises `HostError` where it does not work on this host."""
    loose: frozenset[str] = frozenset()
    """Figures that are shown and never checked: differences of others, which noise can turn."""
    processor: frozenset[str] = frozenset()
    """Figures that are processor time: they are compared with that of R, which no wait is in."""

    @property
    def group(self) -> str:
        """The first word of its name."""
        return self.name.partition("/")[0]

    def full_name(self, figure: str) -> str:
        """A figure's name among those of all cases."""
        return f"{self.name}/{figure}" if figure else self.name


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure, measured once in every round (R more often)."""

    unit: Unit
    values: tuple[float, ...]
    references: tuple[float, ...]
    """R just before each of them, in round trips a second (of processor time, where it is that)."""
    checked: bool = True

    @property
    def low(self) -> float:
        """The smallest of its values."""
        return min(self.values)

    @property
    def median(self) -> float:
        """Their median."""
        return median(self.values)

    @property
    def high(self) -> float:
        """The largest."""
        return max(self.values)

    @property
    def ratio(self) -> float | None:
        """Median over the rounds of the ratio to R; None where there is no sense in one.

        A rate is divided by R, a time is counted in round trips of R, and what is a ratio already
        stays as it is.
        """
        if self.unit == "MiB":
            return None
        if self.unit == "×":
            return self.median
        pairs = zip(self.values, self.references, strict=True)
        if self.unit == "/s":
            return median(value / reference for value, reference in pairs)
        return median(value * SECONDS[self.unit] * reference for value, reference in pairs)

    @property
    def more_is_better(self) -> bool:
        """Whether a larger ratio is the better one."""
        return self.unit in MORE_IS_BETTER


@dataclass(frozen=True, slots=True)
class Report:
    """A whole run."""

    rounds: int
    cases: tuple[Case, ...]
    """Those that worked, R first."""
    figures: Mapping[str, Figure]
    """By full name."""
    failed: Mapping[str, str]
    """Why a case has no figures, by its name."""
