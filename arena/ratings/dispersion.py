"""How far mirror pairs scatter, next to what two independent matches would.

Mirroring is meant to cancel the luck of the deal. If it does, pair scores lie closer to their
expectation than two unrelated matches would, φ < 1, and fewer pairs are needed for the same error
bar; correlated luck makes φ > 1.

Source: P. McCullagh and J. A. Nelder, *Generalized Linear Models*, 2nd ed. 1989, §4.5.
"""

from typing import Final

from arena.ratings.pairs import Pairings
from arena.ratings.scale import FloatArray

DISPERSION_PRIOR_PAIRS: Final = 2.0
"""Pairs of φ = 1 added to the measured ones, so that a few draws cannot claim φ = 0."""

_LARGEST_CORRECTION: Final = 3.0
"""Cap on T / (T − (n − 1)), which runs off to infinity when pairs hardly outnumber bots.

Three bots after one cycle need all of it and larger pools less. Only a single pair, or a ring or
chain of bots, asks for more, and simulated intervals cover more than 95 % there even so.
"""

_LEAST_DISPERSION: Final = 1e-6
"""Stands in for 0, which pairs that all score exactly their expectation would give."""


def measured_variance(met: Pairings, p: FloatArray) -> FloatArray:
    """(m,) Σ over each pairing's pairs of (2 (s − p))², in match points.

    Scaled by T / (T − (n − 1)) for T pairs of n bots, because the n − 1 strengths behind `p` were
    fitted to these very pairs.
    """
    total = met.pairs.sum()
    freedom = max(total - (len(met.played) - 1), total / _LARGEST_CORRECTION)
    deviations: FloatArray = 4 * (met.squares - 2 * p * met.score + met.pairs * p**2)
    return deviations * (total / freedom) if len(deviations) else deviations


def independent_variance(met: Pairings, p: FloatArray) -> FloatArray:
    """(m,) 2 P p q: what `measured_variance` would be if the matches of a pair were unrelated."""
    return 2 * met.pairs * p * (1 - p)


def measured_dispersion(met: Pairings, p: FloatArray) -> float:
    """φ as the pairs have it, never quite 0; 1 without pairs."""
    if not len(met.pairs):
        return 1.0
    measured, independent = measured_variance(met, p).sum(), independent_variance(met, p).sum()
    return max(float(measured / independent), _LEAST_DISPERSION)


def dispersion(met: Pairings, p: FloatArray) -> float:
    """φ drawn towards 1 while pairs are few: (T φ + 2) / (T + 2)."""
    total = float(met.pairs.sum())
    prior = DISPERSION_PRIOR_PAIRS
    return (total * measured_dispersion(met, p) + prior) / (total + prior)
