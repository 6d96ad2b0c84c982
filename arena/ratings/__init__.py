"""Results in, ratings out: pure functions from counts of mirror pairs to standings.

pairs.py           the evidence: a tally of pair scores for each two bots
scale.py           strength, Elo, probability
likelihood.py      the Bradley–Terry likelihood and its maximum
dispersion.py      how far mirror pairs scatter: what mirroring saves
bradley_terry.py   the joint fit and its error bars
bounds.py          what a perfect score proves
standings.py       the table that is shown
head_to_head.py    two bots by their own pairs alone
consistency.py     whether one number per bot describes the results
"""

from arena.ratings.bounds import Bound, strength_at_least, strength_at_most
from arena.ratings.bradley_terry import Fit, fit
from arena.ratings.consistency import (
    GoodnessOfFit,
    Residual,
    circles,
    goodness_of_fit,
    residuals,
)
from arena.ratings.head_to_head import HeadToHead, head_to_head
from arena.ratings.likelihood import Strengths, maximise
from arena.ratings.pairs import PAIR_SCORES, Pairings, PairTable, Tally
from arena.ratings.scale import (
    ELO_PER_THETA,
    Z95,
    Interval,
    elo_from_score,
    elo_from_theta,
    expected_score,
    theta_from_elo,
)
from arena.ratings.standings import (
    POOL_MEAN,
    Anchor,
    RankRange,
    Rating,
    Standing,
    Standings,
    rate,
)

__all__ = [
    "ELO_PER_THETA",
    "PAIR_SCORES",
    "POOL_MEAN",
    "Z95",
    "Anchor",
    "Bound",
    "Fit",
    "GoodnessOfFit",
    "HeadToHead",
    "Interval",
    "PairTable",
    "Pairings",
    "RankRange",
    "Rating",
    "Residual",
    "Standing",
    "Standings",
    "Strengths",
    "Tally",
    "circles",
    "elo_from_score",
    "elo_from_theta",
    "expected_score",
    "fit",
    "goodness_of_fit",
    "head_to_head",
    "maximise",
    "rate",
    "residuals",
    "strength_at_least",
    "strength_at_most",
    "theta_from_elo",
]
