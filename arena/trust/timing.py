"""Whether the time to make a message depends on cards that its reader has not seen.

The true world and another one are as likely as each other, so their mean times say nothing: they
are the same even if each depends on its cards. What would show is that the times of *two* worlds
are further apart than two times of one. Each look makes four measurements: both worlds, twice.
"""

import time
from array import array
from collections.abc import Callable
from dataclasses import dataclass, field
from math import sqrt
from random import Random

Z95 = 1.96
OUTLIER = 4
"""A look is left out if a time in it is so many times the median: something else ran meanwhile."""


@dataclass(frozen=True, slots=True)
class Timing:
    """How much further apart two worlds are than two tries in one, in microseconds."""

    difference_us: float
    error_us: float
    """Half the width of the 95 % interval."""
    message_us: float
    """Median time to make a message."""
    looks: int

    @property
    def shows(self) -> bool:
        """Whether the time tells worlds apart, with 99.99 % certainty: audits are made often."""
        return self.difference_us > 2 * self.error_us


@dataclass(slots=True)
class Watch:
    """Collects times, in nanoseconds."""

    _times: "array[float]" = field(default_factory=lambda: array("d"))
    """Four for each look: one world twice, then the other."""

    def time(self, one: Callable[[], object], other: Callable[[], object], rng: Random) -> None:
        """Measure both worlds twice, in an order that is drawn."""
        one()  # the first time is slower: caches are cold
        other()
        tries = [0, 1, 2, 3]
        rng.shuffle(tries)
        taken = [0.0] * 4
        for place in tries:
            make = one if place < 2 else other
            began = time.perf_counter_ns()
            make()
            taken[place] = float(time.perf_counter_ns() - began)
        self._times.extend(taken)

    def timing(self) -> Timing | None:
        """What the times say; None if there are too few."""
        times = self._times
        looks = [times[place : place + 4] for place in range(0, len(times), 4)]
        if len(looks) < 2:
            return None
        median = sorted(times)[len(times) // 2]
        kept = [look for look in looks if max(look) <= OUTLIER * median]
        if len(kept) < 2:
            return None
        further = [
            (abs(a - c) + abs(b - d)) / 2 - (abs(a - b) + abs(c - d)) / 2 for a, b, c, d in kept
        ]
        mean = sum(further) / len(further)
        variance = sum([(each - mean) ** 2 for each in further]) / (len(further) - 1)
        error = Z95 * sqrt(variance / len(further))
        return Timing(mean / 1000, error / 1000, median / 1000, len(kept))
