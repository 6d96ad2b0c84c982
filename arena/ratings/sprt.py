"""Is one bot better than another? A test that looks after every pair and stops when it knows.

Two hypotheses, the first bot being `elo0` or `elo1` ahead, are weighed by their log-likelihood
ratio: LLR = N Σ fₖ log(p1ₖ / p0ₖ), for N pairs whose scores came with frequencies fₖ, and pₖ the
likeliest distribution under each hypothesis. The test ends when the LLR leaves the interval between
log(β / (1 − α)) and log((1 − β) / α). If the truth is at `elo0` or below, `elo1` is accepted with a
chance of at most about α; if it is at `elo1` or above, `elo0` with at most about β. The more the
truth lies beyond either, the sooner it ends.

Sources: A. Wald, Annals of Mathematical Statistics 16 (1945) 117, for the bounds; the generalised
ratio of unknown distributions as in chess engine testing (fishtest), written from its mathematics.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import numpy as np
import numpy.typing as npt

from arena.errors import InputError
from arena.ratings.constrained import likeliest_with_mean, likeliest_with_ratio
from arena.ratings.head_to_head import NORMALISED_ELO_PER_GAME
from arena.ratings.scale import FloatArray, expected_score

NO_COUNT: Final = 0.001
"""Stands in for a score that has not come: a hypothesis may need it to be possible."""

ELO_LIMIT: Final = 1_000.0
NORMALISED_LIMIT: Final = 150.0
"""Not far beyond it, results have no distribution that fits the hypothesis."""


class Model(StrEnum):
    """What the Elo of a hypothesis means."""

    LOGISTIC = "logistic"
    """Elo as in the standings: it fixes the mean pair score."""
    NORMALISED = "normalised"
    """Elo by the mean over the standard deviation: the same effort for calm and noisy games."""


class Verdict(StrEnum):
    """The hypothesis that was accepted."""

    H0 = "H0"
    H1 = "H1"


@dataclass(frozen=True, slots=True)
class SequentialTest:
    """Two hypotheses about how far the first bot is ahead, and how often a verdict may be wrong.

    Raises `InputError` if no test is possible with these numbers.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    """Chance of accepting `elo1` where `elo0` is true."""
    beta: float = 0.05
    """Chance of accepting `elo0` where `elo1` is true."""
    model: Model = Model.LOGISTIC

    def __post_init__(self) -> None:
        limit = ELO_LIMIT if self.model is Model.LOGISTIC else NORMALISED_LIMIT
        if not -limit <= self.elo0 < self.elo1 <= limit:
            raise InputError(
                f"a test needs elo0 below elo1, both from {-limit:g} to {limit:g}, "
                f"not {self.elo0:g} and {self.elo1:g}"
            )
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise InputError("alpha and beta must lie between 0 and 0.5")

    @property
    def lower(self) -> float:
        """The LLR at which `elo0` is accepted."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The LLR at which `elo1` is accepted."""
        return math.log((1 - self.beta) / self.alpha)

    def verdict(self, llr: float) -> Verdict | None:
        """What an LLR decides, None if nothing yet."""
        if llr >= self.upper:
            return Verdict.H1
        return Verdict.H0 if llr <= self.lower else None


@dataclass(frozen=True, slots=True)
class Trial:
    """A test as far as it has come: up to the first look that decides it, if any does."""

    test: SequentialTest
    path: tuple[float, ...] = ()
    """The LLR at each look."""
    counts: tuple[int, ...] = (0, 0, 0)
    """The results up to the last look, by score from 0 to 1."""

    @property
    def llr(self) -> float:
        """The LLR now; 0 before the first look."""
        return self.path[-1] if self.path else 0.0

    @property
    def verdict(self) -> Verdict | None:
        """What is decided, None if nothing yet."""
        return self.test.verdict(self.llr)

    def after(self, looks: Sequence[Sequence[int]]) -> "Trial":
        """This trial and more looks, in their order; those behind a verdict are left out.

        Args:
            looks: what each look adds, counted as in `counts`.

        Raises:
            InputError: a count is negative.
        """
        if self.verdict is not None or not len(looks):
            return self
        totals = np.cumsum(np.asarray(looks, dtype=np.int64), axis=0) + np.array(self.counts)
        path = log_likelihood_ratios(self.test, totals)
        decided = np.flatnonzero((path >= self.test.upper) | (path <= self.test.lower))
        end = int(decided[0]) + 1 if len(decided) else len(path)
        counts = tuple(totals[end - 1].tolist())
        return Trial(self.test, self.path + tuple(path[:end].tolist()), counts)


def log_likelihood_ratio(
    test: SequentialTest, counts: Sequence[int], matches_per_count: int = 2
) -> float:
    """The LLR of results counted by score; see `log_likelihood_ratios`."""
    return float(log_likelihood_ratios(test, np.array([counts]), matches_per_count)[0])


def log_likelihood_ratios(
    test: SequentialTest, counts: npt.NDArray[np.int64], matches_per_count: int = 2
) -> FloatArray:
    """(m,) the LLR of each of m observations.

    Args:
        test: the hypotheses.
        counts: (m, k) results by score, the scores equally spaced from 0 to 1.
        matches_per_count: 2 where a result is a mirror pair, however many scores it can have. Only
            the normalised model asks, because its Elo is that of a single match.

    Raises:
        InputError: counts are negative, or fewer than two scores are counted.
    """
    if counts.ndim != 2 or counts.shape[1] < 2 or (counts < 0).any():
        raise InputError("results are counts from 0 up, for two scores or more")
    scores = np.linspace(0, 1, counts.shape[1])
    weights = np.where(counts == 0, NO_COUNT, counts.astype(np.float64))
    total = weights.sum(axis=1)
    frequencies = weights / total[:, None]

    def likeliest(elo: float) -> FloatArray:
        if test.model is Model.LOGISTIC:
            return likeliest_with_mean(scores, frequencies, expected_score(elo))
        ratio = elo / NORMALISED_ELO_PER_GAME * math.sqrt(matches_per_count)
        return likeliest_with_ratio(scores, frequencies, ratio)

    evidence = np.log(likeliest(test.elo1)) - np.log(likeliest(test.elo0))
    result: FloatArray = total * (frequencies * evidence).sum(axis=1)
    return result
