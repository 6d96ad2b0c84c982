"""Where pairs tell most: pairings by the information that is expected of them."""

from collections.abc import Iterable, Sequence

import numpy as np

from arena.ratings import PairTable, expected_score, fit
from arena.ratings.scale import elo_from_theta
from arena.schedules.pairing import Names, pairing_of
from arena.store import PairResult


def most_telling(playing: Sequence[str], results: Iterable[PairResult], batch: int) -> list[Names]:
    """As many pairings as there are bots, the one that tells most first.

    A pair tells I = 2pq/φ about the difference of two bots. If its variance is v so far, the fit
    gains log(1 + I·v) by it: most for two bots of which neither is known well and which are about
    equal. One pairing is chosen after the other, each as if those before it were played.

    Args:
        playing: names of the bots that take part, at least two.
        results: all that is stored by now, of other bots too.
        batch: mirror pairs that a pairing gets.
    """
    playing = sorted(playing)
    rows = list(results)
    names = sorted({*playing, *(name for row in rows for name in (row.first, row.second))})
    index = {name: place for place, name in enumerate(names)}
    counts: dict[tuple[int, int], list[int]] = {}
    for row in rows:
        tally = counts.setdefault((index[row.first], index[row.second]), [0, 0, 0])
        for score, count in enumerate((row.lost, row.halved, row.won)):
            tally[score] += count
    joint = fit(
        PairTable(
            tuple(names),
            {met: (lost, 0, halved, 0, won) for met, (lost, halved, won) in counts.items()},
        )
    )
    members = np.array([index[name] for name in playing])
    theta = joint.theta[members]
    elo = elo_from_theta(theta[:, None] - theta)
    p = np.vectorize(expected_score)(elo)
    tells = batch * 2 * p * (1 - p) / max(joint.dispersion, 1e-9)
    covariance = joint.covariance[np.ix_(members, members)].copy()
    free = np.triu(np.ones_like(tells, dtype=bool), 1)
    chosen: list[Names] = []
    for _ in range(min(len(playing), int(free.sum()))):
        own = np.diag(covariance)
        variance = own[:, None] + own - 2 * covariance
        gain = np.where(free, np.log1p(tells * np.maximum(variance, 0)), -1.0)
        one, two = np.unravel_index(int(gain.argmax()), gain.shape)
        free[one, two] = False
        chosen.append(pairing_of(playing[one], playing[two]))
        # What the covariance is once the pairing is played (Sherman and Morrison).
        across = covariance[:, one] - covariance[:, two]
        shrink = tells[one, two] / (1 + tells[one, two] * variance[one, two])
        covariance -= shrink * np.outer(across, across)
    return chosen
