"""Standings of a stored tournament: the ratings of its mirror pairs, and losses by fault."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import repeat
from math import sqrt
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from arena.ratings import Z95, Anchor, LuckOut, Pairings, PairTable, Standing, rate_pairings
from arena.schedules import Bracket, SwissTable, bracket, results_by_pairing, swiss_table
from arena.store import Meeting, MeetingsOf, Store, StoredTournament
from arena.wire import Format

Columns: TypeAlias = npt.NDArray[np.int64]
"""(m, 7): two bots as indices of entrants, and the counts of a `Meeting`."""


@dataclass(frozen=True, slots=True)
class PointsPerDeal:
    """What a bot wins from its opponents in a deal, with the 95 % interval's half width."""

    mean: float
    error: float


@dataclass(frozen=True, slots=True)
class LeaderboardRow:
    """One bot: its standing and how often it forfeited, by fault."""

    standing: Standing
    version: str
    forfeits: dict[str, int]
    points: PointsPerDeal | None = None
    """In the `deals` format, once it has played."""
    luck_out: LuckOut | None = None
    """Its score with luck taken out, where that was asked for and there are enough pairs."""


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """All bots of a tournament, best first within each group that met."""

    tournament: str
    format: Format
    rows: tuple[LeaderboardRow, ...]
    pairs: int
    voids: int
    """How often the host spoiled a pair; it was played again, or is still missing."""
    groups: int
    pairs_saved: float | None
    """Share of the pairs that mirroring made unnecessary, None if it saved none."""
    joined: tuple[str, int] | None = None
    """The other tournament that is rated with this one, and how many of its pairs count here."""
    bracket: Bracket | None = None
    """Of a knockout."""
    swiss: SwissTable | None = None
    """Of a Swiss."""


def leaderboard(store: Store, tournament: str, anchor: Anchor | None = None) -> Leaderboard:
    """Rate everything that is stored of a tournament, with this anchor or else its own.

    Raises:
        InputError: there is no such tournament, or the anchor is none of its bots.
    """
    stored = store.rated(tournament)
    if anchor is None and stored.anchor is not None:
        anchor = Anchor.parse(stored.anchor)
    versions = {entrant.name: entrant.version for entrant in stored.entrants}
    names = tuple(versions)
    own, others = _own_and_others(store, stored)
    columns = np.concatenate([own, others])
    form = stored.format
    forfeits = store.forfeits(stored.name)
    met = Pairings.of_counts(len(names), columns[:, 0], columns[:, 1], columns[:, 2:5])
    standings = rate_pairings(names, met, anchor)
    points = _points_per_deal(len(names), columns) if form == "deals" else [None] * len(names)
    rows = [
        LeaderboardRow(row, versions[row.name], forfeits.get(row.name, {}), points[row.bot])
        for row in standings.rows
    ]
    return Leaderboard(
        stored.name,
        form,
        tuple(rows),
        _pairs(own),
        store.voids(stored.name),
        standings.groups,
        standings.pairs_saved,
        None if stored.rated_with is None else (stored.rated_with, _pairs(others)),
        *_by_schedule(stored, store),
    )


def _own_and_others(store: Store, stored: StoredTournament) -> tuple[Columns, Columns]:
    """The meetings of a tournament, and those of the one that it is rated with."""
    index = {entrant.name: place for place, entrant in enumerate(stored.entrants)}
    own = _columns(index, store.meetings_by_bot(stored.name))
    if stored.rated_with is None:
        return own, _columns(index, ())
    both = {name: index[name] for name in joined_bots(store, stored)}
    return own, _columns(both, store.meetings_by_bot(stored.rated_with))


def _columns(index: Mapping[str, int], meetings: Iterable[MeetingsOf]) -> Columns:
    """Those between bots that have an index."""
    parts = [np.empty((0, 7), np.int64)]
    for some in meetings:
        if some.first not in index:
            continue
        first = [index[some.first]] * len(some.second)
        second = list(map(index.get, some.second, repeat(-1)))
        counts = (some.lost, some.halved, some.won, some.points, some.squares)
        rows = np.array([first, second, *counts], np.int64).T
        parts.append(rows[rows[:, 1] >= 0])
    return np.concatenate(parts)


def _pairs(columns: Columns) -> int:
    return int(columns[:, 2:5].sum())


def _by_schedule(
    stored: StoredTournament, store: Store
) -> tuple[Bracket | None, SwissTable | None]:
    """What only some schedules have: a knockout its bracket, a Swiss its scores."""
    table = json.loads(stored.config).get("tournament", {})
    schedule = table.get("schedule")
    if schedule not in ("knockout", "swiss"):
        return None, None
    seeds = [entrant.name for entrant in stored.entrants]
    results = results_by_pairing(store.pair_results(stored.name))
    if schedule == "knockout":
        return bracket(seeds, table["pairs"], table["sudden_death"], results), None
    return None, swiss_table(seeds, table["rounds"], table["pairs"], results)


def joined_bots(store: Store, stored: StoredTournament) -> set[str]:
    """Who took part in the tournament that this one is rated with, too, in the same version."""
    other = store.find_tournament(stored.rated_with) if stored.rated_with else None
    if other is None:
        return set()
    versions = {(entrant.name, entrant.version) for entrant in stored.entrants}
    return {one.name for one in other.entrants if (one.name, one.version) in versions}


def pair_table(names: tuple[str, ...], meetings: Iterable[Meeting]) -> PairTable:
    """What the store sums up, as the ratings' evidence; two bots can have several meetings."""
    index = {name: place for place, name in enumerate(names)}
    counts: dict[tuple[int, int], list[int]] = {}
    for meeting in meetings:
        tally = counts.setdefault((index[meeting.first], index[meeting.second]), [0, 0, 0])
        for score, count in enumerate((meeting.lost, meeting.halved, meeting.won)):
            tally[score] += count
    return PairTable(
        names,
        {pairing: (lost, 0, halved, 0, won) for pairing, (lost, halved, won) in counts.items()},
    )


def _points_per_deal(bots: int, columns: Columns) -> list[PointsPerDeal | None]:
    """By bot, mean and 95 % interval over the decks that it has played; None if there are none.

    A deck is two deals, with the seats exchanged, and counts once: they are not independent.
    """
    decks, points, squares = (np.zeros(bots, np.int64) for _ in range(3))
    played = columns[:, 2:5].sum(axis=1)
    for place, sign in ((0, 1), (1, -1)):
        np.add.at(decks, columns[:, place], played)
        np.add.at(points, columns[:, place], sign * columns[:, 5])
        np.add.at(squares, columns[:, place], columns[:, 6])
    return [
        _points(*sums)
        for sums in zip(decks.tolist(), points.tolist(), squares.tolist(), strict=True)
    ]


def _points(decks: int, points: int, squares: int) -> PointsPerDeal | None:
    if decks == 0:
        return None
    mean = points / decks
    variance = (squares - decks * mean**2) / max(1, decks - 1)
    return PointsPerDeal(mean / 2, Z95 * sqrt(max(0.0, variance) / decks) / 2)
