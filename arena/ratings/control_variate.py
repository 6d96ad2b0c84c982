"""A mean with known chance taken out: scores, and beside each a number whose expectation is zero.

The share of the luck that is taken out of a piece of evidence is learnt from all the others and
never from itself. So what is taken out has expectation zero, too, however much it helps.
"""

from dataclasses import dataclass
from math import sqrt

import numpy as np
import numpy.typing as npt

from arena.ratings.scale import Z95

Floats = npt.NDArray[np.float64]

FEWEST = 20
"""Pieces of evidence below which the share cannot be learnt well enough."""


@dataclass(frozen=True, slots=True)
class LuckOut:
    """A mean score, and the same with luck taken out. Errors are half widths of 95 % intervals."""

    pieces: int
    raw: float
    raw_error: float
    score: float
    error: float
    removed: float
    """Share of the variance that is gone; below 0 where taking luck out made it worse."""


def luck_out(scores: Floats, luck: Floats) -> LuckOut | None:
    """The score with luck taken out, None for fewer than 20 pieces.

    Args:
        scores: of independent pieces of evidence.
        luck: of each, with expectation zero.
    """
    n = len(scores)
    if n < FEWEST:
        return None
    corrected = scores - _share(scores, luck) * luck
    raw_variance, variance = float(scores.var(ddof=1)), float(corrected.var(ddof=1))
    return LuckOut(
        n,
        float(scores.mean()),
        Z95 * sqrt(raw_variance / n),
        float(corrected.mean()),
        Z95 * sqrt(variance / n),
        1 - variance / raw_variance if raw_variance else 0.0,
    )


def _share(scores: Floats, luck: Floats) -> Floats:
    """For each piece, the slope of scores on luck among all others, between 0 and 1."""
    others = len(scores) - 1
    scores_left, luck_left = scores.sum() - scores, luck.sum() - luck
    products = (scores @ luck - scores * luck) - scores_left * luck_left / others
    squares = (luck @ luck - luck**2) - luck_left**2 / others
    nothing = squares < 1e-12
    return np.where(nothing, 0.0, np.clip(products / np.where(nothing, 1.0, squares), 0.0, 1.0))
