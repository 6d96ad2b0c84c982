"""The likeliest distribution of pair scores that meets a hypothesis.

Observed is how often each score came: fₖ on scores aₖ from 0 to 1. Among all distributions on these
scores that fit a hypothesis, Σ fₖ log pₖ is largest for the one worked out here. Nothing is
supposed about the shape of the distribution, so draws, forfeits and mirrored luck need no model.

Many observations are worked out at once: arrays are (m, k), a row for each observation.

Sources: A. B. Owen, *Empirical Likelihood*, 2001, chapter 2, for a mean that is given; for a ratio
of mean to standard deviation M. Van den Bergh, "Comments on normalized Elo", as in chess engine
testing (https://github.com/official-stockfish/fishtest).
"""

from typing import Final

import numpy as np

from arena.errors import InputError
from arena.ratings.scale import FloatArray

_HALVINGS: Final = 60
"""Enough to bring the bracket below what rounding leaves of its ends."""
_TOLERANCE: Final = 1e-9
"""Change of a probability below which the fixed point counts as found."""
_ROUNDS: Final = 60
"""At most. Twenty were enough for the oddest results that were tried; where a million results hold
a score that came once, rounding keeps the last digits moving for ever, by 1e-7 and less."""


def likeliest_with_mean(scores: FloatArray, frequencies: FloatArray, mean: float) -> FloatArray:
    """(m, k) the likeliest distributions whose mean is `mean`.

    Args:
        scores: (k,) ascending; `mean` lies inside their range.
        frequencies: (m, k), above 0 and each row with the sum 1.
        mean: of the hypothesis.
    """
    return _tilted(frequencies, np.broadcast_to(scores - mean, frequencies.shape))


def likeliest_with_ratio(scores: FloatArray, frequencies: FloatArray, ratio: float) -> FloatArray:
    """(m, k) the likeliest distributions with (mean − ½) / standard deviation = `ratio`.

    The condition is not linear in the probabilities. It is replaced by its tangent at the last
    distribution found, from the uniform one on, until nothing changes.

    Args:
        scores: (k,) ascending, symmetric about ½.
        frequencies: (m, k), above 0 and each row with the sum 1.
        ratio: of the hypothesis.

    Raises:
        InputError: the ratio is too far from 0 for any distribution on these scores.
    """
    found = np.full_like(frequencies, 1 / len(scores))
    # Rows that are found are left alone: what is next to them must not change their last digits.
    moving = np.arange(len(found))
    for _ in range(_ROUNDS):
        last = found[moving]
        mean = (last * scores).sum(axis=1, keepdims=True)
        deviation = np.sqrt((last * (scores - mean) ** 2).sum(axis=1, keepdims=True))
        tangent = scores - 0.5 - ratio / 2 * deviation * (1 + ((scores - mean) / deviation) ** 2)
        found[moving] = _tilted(frequencies[moving], tangent)
        moving = moving[np.abs(found[moving] - last).max(axis=1) >= _TOLERANCE]
        if not len(moving):
            break
    return found


def _tilted(frequencies: FloatArray, excess: FloatArray) -> FloatArray:
    """(m, k) f / (1 + t x), with t such that the x have the mean 0; x is `excess` (m, k).

    Σ f x / (1 + t x) falls from +∞ to −∞ between the two t at which a denominator becomes 0.
    """
    most, least = excess.max(axis=1), excess.min(axis=1)
    if not ((least < 0) & (most > 0)).all():
        raise InputError("a hypothesis is outside what pair scores can show")
    low, high = -1 / most, -1 / least
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        above = (frequencies * excess / (1 + middle[:, None] * excess)).sum(axis=1) > 0
        low, high = np.where(above, middle, low), np.where(above, high, middle)
    result: FloatArray = frequencies / (1 + ((low + high) / 2)[:, None] * excess)
    return result
