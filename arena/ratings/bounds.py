"""What a perfect score is evidence of.

A bot that won everything may be stronger than its opponents by any amount, so no estimate with an
error bar is honest. What can be said is one-sided: the smallest strength at which such a run still
had a 5 % chance. The run is counted in pairs, because the matches of a pair are not independent.

Source: the "rule of three" (J. A. Hanley and A. Lippman-Hand, JAMA 249 (1983) 1743) with opponents
of unequal strength.
"""

import math
from enum import StrEnum
from typing import Final

from arena.ratings.scale import FloatArray, log_win_probability

_LOG_CHANCE: Final = math.log(0.05)
_HALVINGS: Final = 80
"""Enough to bring any bracket below the spacing of floats."""


class Bound(StrEnum):
    """The sign in front of a rating that is only limited on one side."""

    AT_LEAST = "≥"
    AT_MOST = "≤"


def strength_at_least(opponents: FloatArray, pairs: FloatArray) -> float:
    """Lower 95 % bound on θ after winning every pair.

    The smallest θ with Σ Pⱼ log σ(θ − θⱼ) ≥ log 0.05, for opponents of strength θⱼ (m,) met in
    Pⱼ pairs (m,); at least one pair is required.
    """
    chance = math.exp(_LOG_CHANCE / float(pairs.sum()))
    # The answer if all opponents were equal: it brackets the true one between its value for the
    # weakest and for the strongest of them.
    gap = math.log(chance / -math.expm1(_LOG_CHANCE / float(pairs.sum())))
    low, high = float(opponents.min()) + gap, float(opponents.max()) + gap
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if float(pairs @ log_win_probability(middle - opponents)) >= _LOG_CHANCE:
            high = middle
        else:
            low = middle
    return high


def strength_at_most(opponents: FloatArray, pairs: FloatArray) -> float:
    """Upper 95 % bound on θ after losing every pair: the mirror image of `strength_at_least`."""
    return -strength_at_least(-opponents, pairs)
