"""The standings: every bot's rating, how sure it is, and which ranks it may hold.

Bots are ranked inside groups. Two groups whose bots never met, directly or through others, share
no scale: each is a block of its own, centred by itself, and nothing compares them. One fit serves
them all, because without a result between them the fit falls apart into theirs.

A rating is measured against the mean of its group, shown as 1500, and so is its error bar. An
anchor moves the numbers of its group and nothing else.
"""

from dataclasses import dataclass
from typing import Final, Self

import numpy as np

from arena.errors import InputError
from arena.ratings.bounds import Bound, strength_at_least, strength_at_most
from arena.ratings.bradley_terry import Fit, fit_pairings
from arena.ratings.pairs import Pairings, PairTable
from arena.ratings.scale import (
    Z95,
    FloatArray,
    IntArray,
    Interval,
    elo_from_theta,
    theta_from_elo,
)

POOL_MEAN: Final = 1500.0
"""Elo shown for the mean of a group."""


@dataclass(frozen=True, slots=True)
class Anchor:
    """A bot whose rating is to be shown as a given number; its text form is `bot:rating`."""

    bot: str
    rating: float

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `bot:rating`. Raises `InputError` unless both parts are there."""
        bot, _, rating = text.rpartition(":")
        try:
            anchor = cls(bot, float(rating))
        except ValueError:
            raise InputError(f"an anchor reads bot:rating, not {text!r}") from None
        if not bot or not np.isfinite(anchor.rating):
            raise InputError(f"an anchor reads bot:rating, not {text!r}")
        return anchor

    def __str__(self) -> str:
        return f"{self.bot}:{self.rating:g}"


@dataclass(frozen=True, slots=True)
class RankRange:
    """The ranks a bot may hold in its group, given everybody's interval; 1 is best."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Rating:
    """A bot's place among the bots it can be compared with."""

    group: int
    """Index of the group, 0 the largest; ratings and ranks compare inside one group only."""
    ranks: RankRange
    elo: float
    """The estimate, or the bound where `bound` says so."""
    interval: Interval
    """95 %, one-sided for a bound."""
    bound: Bound | None
    """Set for a bot that won, or lost, every pair: no estimate exists, only a limit."""
    score: float
    """Mean pair score, 0 to 1."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One row of the standings."""

    bot: int
    """Index into the names of the pair table."""
    name: str
    pairs: int
    rating: Rating | None
    """None before the first pair."""


@dataclass(frozen=True, slots=True)
class Standings:
    """All rows: group by group, strongest first, and last the bots without a pair."""

    rows: tuple[Standing, ...]
    groups: int
    dispersion: float
    """φ of the fit; 1 while there are no pairs."""

    @property
    def pairs_saved(self) -> float | None:
        """Share of the pairs that mirroring saved, 1 − φ, or None if it saved none."""
        return 1 - self.dispersion if self.dispersion < 1 else None


def rate(table: PairTable, anchor: Anchor | None = None) -> Standings:
    """Turn results into standings.

    With an anchor, the anchor's group is shifted until the anchor shows its rating; before the
    anchor's first pair there is nothing to shift. Raises `InputError` if no bot has the anchor's
    name.
    """
    return rate_pairings(table.names, table.pairings(), anchor)


def rate_pairings(names: tuple[str, ...], met: Pairings, anchor: Anchor | None = None) -> Standings:
    """The same from columns."""
    if anchor is not None and anchor.bot not in names:
        raise InputError(f"the anchor {anchor.bot!r} is not one of the bots")
    joint = fit_pairings(met)
    groups = met.groups()
    rows: list[Standing] = []
    for group, members in enumerate(groups):
        rows += _block(names, met, joint, group, members, anchor)
    placed = {row.bot for row in rows}
    unplayed = [bot for bot in range(len(names)) if bot not in placed]
    rows += [Standing(bot, names[bot], 0, None) for bot in unplayed]
    return Standings(tuple(rows), len(groups), joint.dispersion)


def _block(
    names: tuple[str, ...],
    met: Pairings,
    joint: Fit,
    group: int,
    members: IntArray,
    anchor: Anchor | None,
) -> list[Standing]:
    """The rows of one group, strongest first."""
    bots = members.tolist()
    pairs = met.per_bot(met.pairs, met.pairs)[members]
    score = met.per_bot(met.score, met.pairs - met.score)[members] / pairs
    strength = joint.elo(members)
    margin = Z95 * joint.standard_errors(members)
    lo, hi = _with_bounds(met, members, score, strength, strength - margin, strength + margin)
    elo = np.where(np.isinf(hi), lo, np.where(np.isinf(lo), hi, strength))
    ranks = _rank_ranges(lo, hi, joint.leads(members))

    shift = POOL_MEAN
    if anchor is not None and (bot := names.index(anchor.bot)) in bots:
        shift = anchor.rating - float(elo[bots.index(bot)])

    def standing(row: int) -> Standing:
        interval = Interval(_finite(lo[row] + shift), _finite(hi[row] + shift))
        rating = Rating(
            group=group,
            ranks=ranks[row],
            elo=float(elo[row]) + shift,
            interval=interval,
            bound=_bound(interval),
            score=float(score[row]),
        )
        return Standing(bots[row], names[bots[row]], int(pairs[row]), rating)

    # The fit orders bounded bots too. Rounded, it leaves equal bots to be ordered by name and not
    # by the last bit of a sum.
    order = np.lexsort(([names[bot] for bot in bots], -strength.round(6)))
    return [standing(row) for row in order.tolist()]


def _with_bounds(
    met: Pairings,
    members: IntArray,
    score: FloatArray,
    strength: FloatArray,
    lo: FloatArray,
    hi: FloatArray,
) -> tuple[FloatArray, FloatArray]:
    """The interval ends, with those of perfect scores made one-sided; ±inf is the open side.

    All in Elo about the group's mean, one entry a member. Opponents stand where the fit has them.
    If the whole group is perfect, winners met only losers and the results fix neither side, so
    each bound is taken as a distance to the other side and half of it counted from the mean.
    """
    lo, hi = lo.copy(), hi.copy()
    perfect = (score == 0) | (score == 1)
    for row in np.flatnonzero(perfect):
        opponents, pairs = met.opponents(int(members[row]))
        rivals = theta_from_elo(strength[np.searchsorted(members, opponents)])
        if perfect.all():
            rivals = np.zeros_like(rivals)
        limit = strength_at_least if score[row] == 1 else strength_at_most
        elo = elo_from_theta(limit(rivals, pairs)) / (2 if perfect.all() else 1)
        lo[row], hi[row] = (elo, np.inf) if score[row] == 1 else (-np.inf, elo)
    return lo, hi


def _rank_ranges(lo: FloatArray, hi: FloatArray, leads: FloatArray) -> list[RankRange]:
    """From 1 + bots surely above to n − bots surely below.

    One is surely above another where 0 lies below the 95 % interval of their difference. The two
    intervals themselves say less: they share what is unsure about the rest of the pool, and it
    falls out of the difference. A bound has no difference; there the intervals must not touch.
    """
    bounded = np.isinf(lo) | np.isinf(hi)
    either = bounded[:, None] | bounded
    above = np.where(either, lo[:, None] > hi, leads > Z95)
    better, worse = above.sum(axis=0), above.sum(axis=1)
    return [
        RankRange(1 + up, len(lo) - down)
        for up, down in zip(better.tolist(), worse.tolist(), strict=True)
    ]


def _bound(interval: Interval) -> Bound | None:
    if interval.hi is None:
        return Bound.AT_LEAST
    return Bound.AT_MOST if interval.lo is None else None


def _finite(elo: float) -> float | None:
    return float(elo) if np.isfinite(elo) else None
