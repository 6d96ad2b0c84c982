"""Standings of a stored tournament: the ratings of its mirror pairs, and losses by fault."""

from dataclasses import dataclass

from arena.ratings import PAIR_SCORES, Anchor, PairTable, Standing, rate
from arena.store import PairCount, Store


@dataclass(frozen=True, slots=True)
class LeaderboardRow:
    """One bot: its standing and how often it forfeited, by fault."""

    standing: Standing
    version: str
    forfeits: dict[str, int]


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """All bots of a tournament, best first within each group that met."""

    tournament: str
    rows: tuple[LeaderboardRow, ...]
    pairs: int
    voids: int
    """How often the host spoiled a pair; it was played again, or is still missing."""
    groups: int
    pairs_saved: float | None
    """Share of the pairs that mirroring made unnecessary, None if it saved none."""


def leaderboard(store: Store, tournament: str, anchor: Anchor | None = None) -> Leaderboard:
    """Rate everything that is stored of a tournament, with this anchor or else its own.

    Raises:
        InputError: there is no such tournament, or the anchor is none of its bots.
    """
    stored = store.tournament(tournament)
    if anchor is None and stored.anchor is not None:
        anchor = Anchor.parse(stored.anchor)
    versions = {entrant.name: entrant.version for entrant in stored.entrants}
    counts = store.pair_counts(stored.name)
    forfeits = store.forfeits(stored.name)
    standings = rate(pair_table(tuple(versions), counts), anchor)
    rows = [
        LeaderboardRow(row, versions[row.name], forfeits.get(row.name, {}))
        for row in standings.rows
    ]
    pairs = sum(count.count for count in counts)
    return Leaderboard(
        stored.name,
        tuple(rows),
        pairs,
        store.voids(stored.name),
        standings.groups,
        standings.pairs_saved,
    )


def pair_table(names: tuple[str, ...], counts: list[PairCount]) -> PairTable:
    """The store's counts as the ratings' evidence."""
    index = {name: place for place, name in enumerate(names)}
    tallies: dict[tuple[int, int], list[int]] = {}
    for count in counts:
        key = index[count.first], index[count.second]
        tally = tallies.setdefault(key, [0] * len(PAIR_SCORES))
        tally[PAIR_SCORES.index(count.score)] += count.count
    return PairTable(names, {key: (t[0], t[1], t[2], t[3], t[4]) for key, t in tallies.items()})
