"""One decision judged: what it was worth, and what the best would have been."""

from collections.abc import Callable, Sequence
from math import ceil

from msgspec import Struct

from arena.analysis.values import Values

PART = 16
"""Legal actions in one request: so many values, of three decimals each, have room in a note. Only
`open` has more, 80."""
DECIMALS = 6
"""More than a note has: what is behind them comes of binary fractions."""
SURE = 2.0
"""Standard errors that a difference must exceed to count: half its 95 % interval."""

Ask = Callable[[Sequence[int]], Values]
"""Has these of the legal actions, by their places in `legal`, valued."""


class Judgement(Struct, frozen=True, array_like=True):
    """What an analyst thinks of a decision. In points of the deal, own minus opponent's."""

    number: int
    """Of the decision, from 0, both seats counted."""
    best: int
    """Place of the best action in `legal`."""
    value: float
    """Expected after the action that was chosen."""
    best_value: float
    error: float
    """Standard error of the difference of the two."""

    @property
    def lost(self) -> float:
        """Points that the choice gave away: 0 or more."""
        return round(self.best_value - self.value, DECIMALS)

    @property
    def margin(self) -> float:
        """Half the 95 % interval of what was lost."""
        return SURE * self.error

    @property
    def mistake(self) -> bool:
        """Whether more was lost than the estimates may be wrong."""
        return self.lost > self.margin


def judge(number: int, legal: int, chosen: int, ask: Ask) -> Judgement:
    """Judge a decision with more than one legal action.

    Where they are too many for one answer they are valued part by part, and then once more the best
    of each part beside the one that was chosen.

    Args:
        number: of the decision.
        legal: how many actions there were.
        chosen: place of the one that was taken.
        ask: asks the analyst.
    """
    places: Sequence[int] = range(legal)
    if legal > PART:
        size = ceil(legal / ceil(legal / PART))
        parts = [places[begin : begin + size] for begin in range(0, legal, size)]
        places = sorted({chosen, *(part[ask(part).best] for part in parts)})
    values = ask(places)
    here = places.index(chosen)
    # Of two that are worth the same, the one that was taken is the best.
    best = here if values.points[here] == max(values.points) else values.best
    return Judgement(
        number, places[best], values.points[here], values.points[best], values.errors[here]
    )
