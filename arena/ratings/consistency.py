"""Does one number per bot describe these results at all?

The model says that strength is transitive. Games need not be: a pool may hold bots that beat each
other in a circle, and no rating can show that. Three looks at it: how far each pairing is from its
expectation, the sum of those distances, and the circles themselves.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from arena.errors import InputError
from arena.ratings.dispersion import measured_dispersion
from arena.ratings.head_to_head import head_to_head
from arena.ratings.likelihood import maximise
from arena.ratings.pairs import Pairings, PairTable
from arena.ratings.scale import FloatArray, win_probability

_SURPRISING: Final = 3.0
"""|z| that chance alone passes in one pairing of 370."""

_SURE: Final = 0.95
"""Likelihood of superiority that an edge of a circle needs."""


@dataclass(frozen=True, slots=True)
class Residual:
    """How one pairing ended against what the ratings expect, seen from bot `first`."""

    first: int
    second: int
    observed: float
    """Mean pair score."""
    expected: float
    z: float
    """(observed − expected) in standard deviations, √(φ p q / 2P)."""

    @property
    def surprising(self) -> bool:
        """Whether to mark the pairing in the crosstable."""
        return abs(self.z) > _SURPRISING


@dataclass(frozen=True, slots=True)
class GoodnessOfFit:
    """X²/φ: about `degrees_of_freedom` if strength is transitive, much more if it is not."""

    statistic: float
    degrees_of_freedom: int
    """Pairings − (bots − 1): not positive where there is nothing to check, as in a chain."""


def residuals(table: PairTable) -> tuple[Residual, ...]:
    """The residual of every pairing that met, in the order of `table.counts`."""
    met = table.pairings()
    theta = _unaided_strengths(met)
    gap = theta[met.first] - theta[met.second]
    p, q = win_probability(gap), win_probability(-gap)  # 1 − p may round to 0 where q does not
    observed = met.score / met.pairs
    z = (observed - p) / np.sqrt(measured_dispersion(met, p) * p * q / (2 * met.pairs))
    columns = (met.first, met.second, observed, p, z)
    return tuple(
        Residual(*row) for row in zip(*(column.tolist() for column in columns), strict=True)
    )


def goodness_of_fit(residuals: Sequence[Residual]) -> GoodnessOfFit:
    """Sum up the squared residuals of a whole pool."""
    bots = {bot for residual in residuals for bot in (residual.first, residual.second)}
    return GoodnessOfFit(
        statistic=sum(residual.z**2 for residual in residuals),
        degrees_of_freedom=len(residuals) - max(len(bots) - 1, 0),
    )


def circles(table: PairTable) -> tuple[tuple[int, int, int], ...]:
    """Every (i, j, k) where i surely beats j, j beats k and k beats i, head to head.

    Each circle is listed once, from its lowest index.
    """
    beats = np.zeros((len(table.names), len(table.names)), dtype=bool)
    # Half a million pairings of a thousand bots are a few hundred different tallies.
    cells = {tally: head_to_head(tally) for tally in set(table.counts.values())}
    for (i, j), tally in table.counts.items():
        superiority = cells[tally].superiority
        assert superiority is not None  # the added half pairs keep the variance above 0
        beats[i, j] = superiority > _SURE
        beats[j, i] = superiority < 1 - _SURE
    found = []
    for i in range(len(beats)):
        inner = beats[i][:, None] & beats & beats[:, i]
        inner[: i + 1] = inner[:, : i + 1] = False
        found += [(i, int(j), int(k)) for j, k in np.argwhere(inner)]
    return tuple(found)


def _unaided_strengths(met: Pairings) -> FloatArray:
    """(n,) strengths that owe nothing to the phantom, if the results alone determine them.

    A test of the model against the results should not be fed anything but the results; only
    where they leave a strength open is the phantom needed.
    """
    theta = np.zeros(met.bots)
    points = met.match_points()[np.ix_(met.played, met.played)]
    try:
        theta[met.played] = maximise(points, phantom_games=0).theta
    except InputError:
        theta[met.played] = maximise(points).theta
    return theta
