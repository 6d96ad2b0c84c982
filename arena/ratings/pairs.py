"""The evidence: how many mirror pairs each two bots played, and how they ended.

A mirror pair is two matches with the same decks and the seats exchanged. Its two matches are
correlated by design, so the pair, and never the match, is the unit that is counted. A pair's
score is the mean of its two match scores: 0, ½ or 1 for the first bot, and ¼ or ¾ where a match
was drawn.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Self

import numpy as np

from arena.errors import InputError
from arena.ratings.scale import FloatArray, IntArray

Tally = tuple[int, int, int, int, int]
"""Numbers of pairs that scored 0, ¼, ½, ¾ and 1 for the bot named first."""

PAIR_SCORES: Final = (0.0, 0.25, 0.5, 0.75, 1.0)

_NOT_MET: Final[Tally] = (0, 0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class PairTable:
    """Every mirror pair of a pool of bots, as one tally for each two bots that met.

    `counts` maps (i, j), indices into `names`, to the tally seen from bot i. Both (i, j) and
    (j, i) may be given; they are merged into the one with i < j, and empty tallies are dropped,
    so that two tables of the same results are equal.

    Raises `InputError` for a repeated name, an index outside the pool, a bot against itself,
    or a negative count.
    """

    names: tuple[str, ...]
    counts: Mapping[tuple[int, int], Tally]

    def __post_init__(self) -> None:
        repeated = [name for name, times in Counter(self.names).items() if times > 1]
        if repeated:
            raise InputError(f"bot names must differ; {repeated[0]!r} is given twice")
        merged: dict[tuple[int, int], Tally] = {}
        for (i, j), tally in self.counts.items():
            self._check(i, j)
            if len(tally) != len(PAIR_SCORES) or min(tally) < 0:
                raise InputError(f"a tally is five counts from 0 up, not {tally!r}")
            key, seen = ((i, j), tally) if i < j else ((j, i), _reversed(tally))
            merged[key] = _sum(merged.get(key, _NOT_MET), seen)
        met = {key: merged[key] for key in sorted(merged) if any(merged[key])}
        object.__setattr__(self, "counts", MappingProxyType(met))

    @classmethod
    def from_scores(
        cls, names: Iterable[str], scores: Iterable[tuple[int, int, float]] = ()
    ) -> Self:
        """Count pairs given one by one as (i, j, score of bot i), in any order.

        Raises `InputError` as the class does, and for a score that is not 0, ¼, ½, ¾ or 1.
        """
        return cls(tuple(names), {}).adding(scores)

    def adding(self, scores: Iterable[tuple[int, int, float]]) -> Self:
        """This table and more pairs, given as in `from_scores`; the table itself is unchanged."""
        counts = {key: list(tally) for key, tally in self.counts.items()}
        for i, j, score in scores:
            self._check(i, j)
            if score not in PAIR_SCORES:
                raise InputError(f"a pair scores 0, ¼, ½, ¾ or 1, not {score!r}")
            tally = counts.setdefault((i, j), [0] * len(PAIR_SCORES))
            tally[PAIR_SCORES.index(score)] += 1
        return type(self)(self.names, {key: _as_tally(tally) for key, tally in counts.items()})

    def tally(self, i: int, j: int) -> Tally:
        """The pairs of i against j seen from i, all zero if they have not met."""
        self._check(i, j)
        if i < j:
            return self.counts.get((i, j), _NOT_MET)
        return _reversed(self.counts.get((j, i), _NOT_MET))

    def pairings(self) -> "Pairings":
        """The same results as columns, for arithmetic."""
        keys = np.array(list(self.counts), dtype=np.int64).reshape(-1, 2)
        tallies = np.array(list(self.counts.values()), dtype=np.float64).reshape(-1, 5)
        scores = np.array(PAIR_SCORES)
        return Pairings(
            bots=len(self.names),
            first=keys[:, 0],
            second=keys[:, 1],
            pairs=tallies.sum(axis=1),
            score=tallies @ scores,
            squares=tallies @ scores**2,
        )

    def _check(self, i: int, j: int) -> None:
        if i == j:
            raise InputError(f"bot {i} cannot meet itself")
        if not (0 <= i < len(self.names) and 0 <= j < len(self.names)):
            raise InputError(f"pairing ({i}, {j}) is outside a pool of {len(self.names)} bots")


@dataclass(frozen=True, slots=True, eq=False)
class Pairings:
    """A pair table in columns, one entry for each of the m pairings that met (first < second)."""

    bots: int
    first: IntArray
    """(m,) index of the bot whose score is counted."""
    second: IntArray
    """(m,) index of its opponent."""
    pairs: FloatArray
    """(m,) mirror pairs played."""
    score: FloatArray
    """(m,) sum of the first bot's pair scores, from 0 to `pairs`."""
    squares: FloatArray
    """(m,) sum of their squares."""

    @classmethod
    def of_counts(cls, bots: int, first: IntArray, second: IntArray, counts: IntArray) -> Self:
        """From pairs that were lost, halved and won, without a table of half a million tallies.

        Args:
            bots: how many there are.
            first: (m,) index of the bot whose results are counted.
            second: (m,) index of its opponent; two bots may occur several times, in either order.
            counts: (m, 3) pairs that the first lost, halved and won.
        """
        swapped = np.expand_dims(first > second, 1)
        counts = np.where(swapped, counts[:, ::-1], counts)
        met = counts.any(axis=1)
        both = (np.minimum(first, second) * bots + np.maximum(first, second))[met]
        # In one order whatever came: sums of floats must not depend on it.
        order = np.argsort(both)
        begins = np.flatnonzero(np.diff(both[order], prepend=-1))
        tallies = np.add.reduceat(counts[met][order], begins).astype(np.float64)
        low, high = np.divmod(both[order][begins], bots)
        scores = np.array((0.0, 0.5, 1.0))
        return cls(
            bots=bots,
            first=low,
            second=high,
            pairs=tallies.sum(axis=1),
            score=tallies @ scores,
            squares=tallies @ scores**2,
        )

    @property
    def played(self) -> IntArray:
        """The bots that have a pair at all, ascending."""
        return np.flatnonzero(np.bincount(np.append(self.first, self.second)))

    def per_bot(self, for_first: FloatArray, for_second: FloatArray) -> FloatArray:
        """(n,) sums over each bot's pairings of what they give to either side."""
        sums = np.zeros(self.bots)
        np.add.at(sums, self.first, for_first)
        np.add.at(sums, self.second, for_second)
        return sums

    def match_points(self) -> FloatArray:
        """(n, n) points in matches, row against column: two for every pair."""
        points = np.zeros((self.bots, self.bots))
        points[self.first, self.second] = 2 * self.score
        points[self.second, self.first] = 2 * (self.pairs - self.score)
        return points

    def opponents(self, bot: int) -> tuple[IntArray, FloatArray]:
        """The bots that `bot` met (k,), and in how many pairs each (k,)."""
        as_first, as_second = self.first == bot, self.second == bot
        return (
            np.concatenate([self.second[as_first], self.first[as_second]]),
            np.concatenate([self.pairs[as_first], self.pairs[as_second]]),
        )

    def laplacian(self, weights: FloatArray) -> FloatArray:
        """(n, n) Σ wᵢⱼ (eᵢ − eⱼ)(eᵢ − eⱼ)ᵀ: the quadratic form of weighted differences."""
        matrix = np.diag(self.per_bot(weights, weights))
        matrix[self.first, self.second] = -weights
        matrix[self.second, self.first] = -weights
        return matrix

    def groups(self) -> tuple[IntArray, ...]:
        """The bots that results connect, directly or through others: largest group first.

        Each group is ascending; bots without a pair are in none.
        """
        label = np.arange(self.bots)
        while True:
            lowest = np.minimum(label[self.first], label[self.second])
            spread = label.copy()
            np.minimum.at(spread, self.first, lowest)
            np.minimum.at(spread, self.second, lowest)
            if np.array_equal(spread, label):
                break
            label = spread
        groups = [np.flatnonzero(label == root) for root in np.unique(label[self.first])]
        return tuple(sorted(groups, key=len, reverse=True))


def _reversed(tally: Tally) -> Tally:
    return _as_tally(tally[::-1])


def _sum(left: Tally, right: Tally) -> Tally:
    return _as_tally(map(sum, zip(left, right, strict=True)))


def _as_tally(counts: Iterable[int]) -> Tally:
    zero, quarter, half, three_quarters, one = counts
    return zero, quarter, half, three_quarters, one
