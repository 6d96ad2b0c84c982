"""How many pairs a sequential test is likely to need: told before it starts, and as it goes.

Pair by pair the LLR takes steps of mean d (s̄ − (s₀ + s₁)/2) / σ² and variance d² / σ², where s₀ and
s₁ are the mean scores of the hypotheses, d = s₁ − s₀, s̄ the true mean score and σ² the variance of
a pair's score. Many small steps are a Brownian motion, and how long that stays between two bounds
is known. The last step of a real test leads beyond its bound, so it takes a little longer.

Sources: A. Wald, *Sequential Analysis*, 1947, for the expected number; M. Van den Bergh, "A
practical introduction to the GSPRT", for the steps.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from arena.ratings.head_to_head import NORMALISED_ELO_PER_GAME
from arena.ratings.scale import expected_score
from arena.ratings.sprt import Model, SequentialTest, Trial

INDEPENDENT_VARIANCE: Final = 0.125
"""Of the score of a pair whose two matches are unrelated and even."""

PRIOR_PAIRS: Final = 4.0
"""Pairs of the variance supposed before, added to the measured ones."""


@dataclass(frozen=True, slots=True)
class ExpectedPairs:
    """Pairs until a verdict, by what is true."""

    at_elo0: float
    at_elo1: float
    between: float
    """At the middle of the two, where it takes longest."""


def expected_pairs(test: SequentialTest, variance: float) -> ExpectedPairs:
    """How many pairs a test takes on average, for pair scores of that variance."""
    low, high = _mean_scores(test, variance)

    def at(mean: float) -> float:
        return _duration(test, 0.0, mean, variance)

    return ExpectedPairs(at(low), at(high), at((low + high) / 2))


def expected_pairs_left(trial: Trial, variance: float) -> float:
    """How many more pairs a test takes on average if the bots go on scoring as they did.

    `variance` is what was supposed of a pair's score before; what was measured goes in too.
    """
    if trial.verdict is not None:
        return 0.0
    mean, measured = _moments(trial.counts)
    count = sum(trial.counts)
    blend = (count * measured + PRIOR_PAIRS * variance) / (count + PRIOR_PAIRS)
    middle = sum(_mean_scores(trial.test, blend)) / 2
    # The first pairs say little: they are drawn towards the score that says nothing either way.
    supposed = (count * mean + PRIOR_PAIRS * middle) / (count + PRIOR_PAIRS)
    return _duration(trial.test, trial.llr, supposed, blend)


def _duration(test: SequentialTest, llr: float, mean: float, variance: float) -> float:
    """Expected steps of a Brownian motion from `llr` until it leaves the bounds."""
    low, high = _mean_scores(test, variance)
    drift = (high - low) * (mean - (low + high) / 2) / variance
    spread = (high - low) ** 2 / variance
    down, up = llr - test.lower, test.upper - llr
    pull = 2 * drift / spread
    if abs(pull) * (down + up) < 1e-4:
        return down * up / spread
    # P(leaving at the upper bound), written so that no exponential overflows.
    if pull > 0:
        rises = math.expm1(-pull * down) / math.expm1(-pull * (down + up))
    else:
        rises = math.exp(pull * up) * math.expm1(pull * down) / math.expm1(pull * (down + up))
    return (rises * up - (1 - rises) * down) / drift


def _mean_scores(test: SequentialTest, variance: float) -> tuple[float, float]:
    """The mean pair scores of the two hypotheses."""
    if test.model is Model.LOGISTIC:
        return expected_score(test.elo0), expected_score(test.elo1)
    unit = math.sqrt(2 * variance) / NORMALISED_ELO_PER_GAME
    return 0.5 + test.elo0 * unit, 0.5 + test.elo1 * unit


def _moments(counts: Sequence[int]) -> tuple[float, float]:
    """Mean and variance of the scores counted, ½ and 0 if there are none."""
    if not sum(counts):
        return 0.5, 0.0
    scores, weights = np.linspace(0, 1, len(counts)), np.array(counts) / sum(counts)
    mean = float(weights @ scores)
    return mean, float(weights @ (scores - mean) ** 2)
