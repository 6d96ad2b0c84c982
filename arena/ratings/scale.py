"""The Elo scale, and the few facts about the normal distribution that error bars need.

A *strength* θ lives on the logistic scale, where P(i beats j) = 1 / (1 + exp(θⱼ − θᵢ)). Elo is
the same number in larger units: Elo = θ · 400 / ln 10, so that 400 Elo are odds of ten to one.
Only differences mean anything on either scale.

Source: A. E. Elo, *The Rating of Chessplayers*, 1978, with the logistic curve in place of
the normal one, as every chess federation now uses it.
"""

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import Final, TypeVar

import numpy as np
import numpy.typing as npt

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.int64]
Number = TypeVar("Number", float, FloatArray)

ELO_PER_THETA: Final = 400 / math.log(10)
"""Elo points in one unit of strength: 173.7…"""

Z95: Final = NormalDist().inv_cdf(0.975)
"""Half the width of a two-sided 95 % interval, in standard errors: 1.96."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A 95 % interval in Elo; an end is None where the results set no limit on that side."""

    lo: float | None
    hi: float | None


def elo_from_theta(theta: Number) -> Number:
    """Strength in Elo points."""
    return theta * ELO_PER_THETA


def theta_from_elo(elo: Number) -> Number:
    """Elo points as a strength."""
    return elo / ELO_PER_THETA


def log_win_probability(theta_difference: Number) -> Number:
    """The logarithm of σ(θᵢ − θⱼ), exact also where σ itself would round to 0 or 1."""
    # As `-np.logaddexp(0, -difference)`, in a fifth of the time.
    small = np.exp(-np.abs(theta_difference))
    result: Number = np.minimum(theta_difference, 0.0) - np.log1p(small)
    return result


def win_probability(theta_difference: Number) -> Number:
    """σ(θᵢ − θⱼ): the chance that i wins a match against j."""
    result: Number = np.exp(log_win_probability(theta_difference))
    return result


def expected_score(elo_difference: float) -> float:
    """Share of the points that a bot this many Elo stronger than its opponent will take."""
    return float(win_probability(theta_from_elo(elo_difference)))


def elo_from_score(score: float) -> float | None:
    """The Elo difference that predicts `score`, or None for 0 and 1, which no difference does."""
    if not 0 < score < 1:
        return None
    return elo_from_theta(math.log(score / (1 - score)))


def normal_cdf(z: FloatArray) -> FloatArray:
    """Φ, elementwise."""
    result: FloatArray = (1 + np.vectorize(math.erf, otypes=[float])(z / math.sqrt(2))) / 2
    return result
