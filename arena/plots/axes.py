"""Scales: where a value comes to lie, and the round numbers that are written beside it."""

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Scale:
    """Values from `low` to `high` on pixels from `begin` to `end`."""

    low: float
    high: float
    begin: float
    end: float

    def __call__(self, value: float) -> float:
        """The pixel of a value."""
        return self.begin + (value - self.low) / (self.high - self.low) * (self.end - self.begin)

    def ticks(self, most: int = 8) -> list[float]:
        """Round numbers inside, at most so many."""
        step = round_step(self.high - self.low, most)
        first, last = math.ceil(self.low / step - 1e-9), math.floor(self.high / step + 1e-9)
        return [number * step for number in range(first, last + 1)]


def round_step(span: float, most: int) -> float:
    """The smallest of 1, 2, 5, 10, 20, … (or 0.5, 0.2, …) that fits `span` at most `most` times."""
    power = 10.0 ** math.floor(math.log10(span / most))
    return next(factor * power for factor in (1, 2, 5, 10, 20) if span / (factor * power) <= most)


def around(values: list[float], margin: float, least: float) -> tuple[float, float]:
    """Ends of a scale for these values: a share of their span more, and never below `least`."""
    low, high = min(values), max(values)
    room = max((high - low) * margin, (least - (high - low)) / 2)
    return low - room, high + room
