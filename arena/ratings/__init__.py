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
sprt.py            a test of two bots that stops when it knows which is better
constrained.py     the likeliest distribution of scores under a hypothesis, which that test needs
duration.py        how many pairs it is likely to need
control_variate.py a mean score with luck taken out of it
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
from arena.ratings.control_variate import LuckOut, luck_out
from arena.ratings.duration import (
    INDEPENDENT_VARIANCE,
    ExpectedPairs,
    expected_pairs,
    expected_pairs_left,
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
from arena.ratings.sprt import (
    Model,
    SequentialTest,
    Trial,
    Verdict,
    log_likelihood_ratio,
    log_likelihood_ratios,
)
from arena.ratings.standings import (
    POOL_MEAN,
    Anchor,
    RankRange,
    Rating,
    Standing,
    Standings,
    rate,
    rate_pairings,
)

__all__ = [
    "ELO_PER_THETA",
    "INDEPENDENT_VARIANCE",
    "PAIR_SCORES",
    "POOL_MEAN",
    "Z95",
    "Anchor",
    "Bound",
    "ExpectedPairs",
    "Fit",
    "GoodnessOfFit",
    "HeadToHead",
    "Interval",
    "LuckOut",
    "Model",
    "PairTable",
    "Pairings",
    "RankRange",
    "Rating",
    "Residual",
    "SequentialTest",
    "Standing",
    "Standings",
    "Strengths",
    "Tally",
    "Trial",
    "Verdict",
    "circles",
    "elo_from_score",
    "elo_from_theta",
    "expected_pairs",
    "expected_pairs_left",
    "expected_score",
    "fit",
    "goodness_of_fit",
    "head_to_head",
    "log_likelihood_ratio",
    "log_likelihood_ratios",
    "luck_out",
    "maximise",
    "rate",
    "rate_pairings",
    "residuals",
    "strength_at_least",
    "strength_at_most",
    "theta_from_elo",
]
