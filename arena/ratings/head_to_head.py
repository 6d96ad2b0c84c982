"""Two bots against each other, from their own pairs alone.

The pair score is averaged, given a normal 95 % interval from the spread of the pairs, and the ends
are carried over to Elo. No model of the pool is involved, so these numbers may contradict the
standings: that is what they are for.

Source for the normalised figures: the five-outcome statistics of chess engine testing, as in
fishtest (https://github.com/official-stockfish/fishtest, `stats/stat_util.py`).
"""

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import Final

import numpy as np

from arena.errors import InputError
from arena.ratings.pairs import PAIR_SCORES, Tally
from arena.ratings.scale import ELO_PER_THETA, Z95, Interval, elo_from_score

NORMALISED_ELO_PER_GAME: Final = 2 * ELO_PER_THETA
"""Normalised Elo of a mean score one standard deviation of a single match above ½: 347.4."""

HALF_PAIR: Final = 0.5
"""Pairs added at either end, so that equal results never claim certainty."""


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """One cell of the crosstable, seen from the row's bot.

    `None` stands for what the results do not determine, as infinities and 0/0 would.
    """

    pairs: int
    score: float
    """Mean pair score as played, 0 to 1."""
    variance: float
    """Of one pair's score."""
    standard_error: float
    """Of the mean pair score."""
    elo: float | None
    elo_interval: Interval
    elo_margin: float | None
    """Half the width of the interval."""
    normalised_elo: float | None
    """Mean over standard deviation of a single match: comparable between noisy and calm games."""
    normalised_elo_margin: float | None
    superiority: float | None
    """Chance that the row's bot is the stronger one."""


def head_to_head(tally: Tally, added: float = HALF_PAIR) -> HeadToHead:
    """Compare two bots by the tally of their pairs.

    `added` pairs of score 0 and as many of score 1 enter everything but `pairs` and `score`;
    0 gives the raw figures. Raises `InputError` if the bots have not met.
    """
    if not any(tally):
        raise InputError("two bots that have not met cannot be compared head to head")
    scores, counts = np.array(PAIR_SCORES), np.array(tally, dtype=np.float64)
    score = float(counts @ scores / counts.sum())
    counts[[0, -1]] += added
    total = float(counts.sum())
    mean = float(counts @ scores / total)
    variance = float(counts @ (scores - mean) ** 2 / total)
    error = math.sqrt(variance / total)

    interval = Interval(elo_from_score(mean - Z95 * error), elo_from_score(mean + Z95 * error))
    per_deviation = NORMALISED_ELO_PER_GAME / math.sqrt(2)  # a pair is two matches
    return HeadToHead(
        pairs=sum(tally),
        score=score,
        variance=variance,
        standard_error=error,
        elo=elo_from_score(mean),
        elo_interval=interval,
        elo_margin=_half_width(interval),
        normalised_elo=per_deviation * (mean - 0.5) / math.sqrt(variance) if variance else None,
        normalised_elo_margin=per_deviation * Z95 / math.sqrt(total) if variance else None,
        superiority=NormalDist().cdf((mean - 0.5) / error) if error else None,
    )


def _half_width(interval: Interval) -> float | None:
    if interval.lo is None or interval.hi is None:
        return None
    return (interval.hi - interval.lo) / 2
