"""The estimator behind the standings: one joint fit, with error bars that know about pairs.

Sequential Elo depends on the order of the games, because it lets strength drift. A bot does not
drift, so all results are fitted at once and their order cannot matter.

The two matches of a mirror pair are correlated, so the curvature of the likelihood alone would
misstate the error bars. Instead the spread of whole pairs about their expectation is measured,
and put between two inverses of the curvature: the sandwich V = H⁻¹ M H⁻¹.

Notation, for each pairing that met: p = σ(θᵢ − θⱼ), q = 1 − p, P mirror pairs.

Source: H. White, Econometrica 50 (1982) 1. The pairs added to the meat are this project's own;
with them simulated 95 % intervals covered 94.9 to 95.6 %, from 3 to 100 pairs in each pairing,
where treating matches as independent gave 91.8 to 98.2 %.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from arena.ratings.dispersion import dispersion, independent_variance, measured_variance
from arena.ratings.likelihood import centred, maximise, phantom_information
from arena.ratings.pairs import Pairings, PairTable
from arena.ratings.scale import (
    FloatArray,
    IntArray,
    elo_from_theta,
    normal_cdf,
    win_probability,
)

MEAT_PRIOR_PAIRS: Final = 4.0
"""Pairs of the model's own variance added to each pairing, whose measured one is noisy."""


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """Strengths of a pool and how sure they are; bots without a pair sit at 0."""

    theta: FloatArray
    """(n,) strengths relative to the phantom."""
    covariance: FloatArray
    """(n, n) their sandwich covariance, V = H⁻¹ M H⁻¹."""
    dispersion: float
    """φ: variance of pair scores over that of two independent matches; 1 means no gain."""

    def elo(self, members: IntArray | None = None) -> FloatArray:
        """Elo of `members` (default: all bots), centred on 0."""
        theta = self.theta[self._index(members)]
        return elo_from_theta(theta - theta.mean()) if len(theta) else theta

    def standard_errors(self, members: IntArray | None = None) -> FloatArray:
        """Standard errors of `elo(members)`: √ of the diagonal of Π V Π, in Elo."""
        index = self._index(members)
        if not len(index):
            return np.zeros(0)
        covariance = self.covariance[np.ix_(index, index)]
        variance = np.diag(centred(covariance))
        return elo_from_theta(_root(variance, np.diag(covariance)))

    def superiority(self, members: IntArray | None = None) -> FloatArray:
        """(n, n) likelihood of superiority: Φ of the `leads`; ½ on the diagonal."""
        return normal_cdf(self.leads(members))

    def leads(self, members: IntArray | None = None) -> FloatArray:
        """(n, n) differences of strength, row minus column, each over its standard error.

        Between groups that never met the numbers say only how far apart the phantom holds them;
        do not show those.
        """
        index = self._index(members)
        theta, covariance = self.theta[index], self.covariance[np.ix_(index, index)]
        own = np.diag(covariance)
        both = own[:, None] + own
        leads: FloatArray = (theta[:, None] - theta) / _root(both - 2 * covariance, both)
        return leads

    def _index(self, members: IntArray | None) -> IntArray:
        return np.arange(len(self.theta)) if members is None else members


def fit(table: PairTable) -> Fit:
    """The joint fit of all results; a table without pairs gives zeros and φ = 1."""
    return fit_pairings(table.pairings())


def fit_pairings(met: Pairings) -> Fit:
    """The same from columns."""
    strengths = maximise(met.match_points())
    p = win_probability(strengths.theta[met.first] - strengths.theta[met.second])
    phi = dispersion(met, p)

    measured = measured_variance(met, p)
    supposed = MEAT_PRIOR_PAIRS * phi * independent_variance(met, p) / met.pairs
    # P times the mean over the P measured pairs and the four supposed ones.
    scatter = (measured + supposed) * met.pairs / (met.pairs + MEAT_PRIOR_PAIRS)
    # Without the phantom's share a perfect scorer would get an absurdly small error.
    meat = met.laplacian(scatter) + np.diag(phantom_information(strengths.theta))

    inverse = np.linalg.inv(strengths.information)
    return Fit(strengths.theta, inverse @ meat @ inverse, phi)


def _root(variance: FloatArray, before: FloatArray) -> FloatArray:
    """√variance, where `variance` is what a subtraction left of numbers of the size of `before`.

    Millions of drawn pairs leave less than the subtraction can resolve, even less than 0.
    """
    result: FloatArray = np.sqrt(np.maximum(variance, 1e-14 * before))
    return result
