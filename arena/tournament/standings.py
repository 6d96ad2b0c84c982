"""Standings of a stored tournament: the ratings of its mirror pairs, and losses by fault."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt

from arena.ratings import Z95, Anchor, PairTable, Standing, rate
from arena.store import Meeting, Store, StoredTournament
from arena.tournament.schedules import (
    Bracket,
    SwissTable,
    bracket,
    results_by_pairing,
    swiss_table,
)
from arena.wire import Format


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
    stored = store.tournament(tournament)
    if anchor is None and stored.anchor is not None:
        anchor = Anchor.parse(stored.anchor)
    versions = {entrant.name: entrant.version for entrant in stored.entrants}
    own, others = store.meetings(stored.name), _joined(store, stored)
    meetings = [*own, *others]
    form = stored.format
    forfeits = store.forfeits(stored.name)
    standings = rate(pair_table(tuple(versions), meetings), anchor)
    rows = [
        LeaderboardRow(
            row,
            versions[row.name],
            forfeits.get(row.name, {}),
            points_per_deal(row.name, meetings) if form == "deals" else None,
        )
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


def _joined(store: Store, stored: StoredTournament) -> list[Meeting]:
    """What the other tournament has of bots that take part in this one, in the same version."""
    other = store.find_tournament(stored.rated_with) if stored.rated_with else None
    if other is None:
        return []
    versions = {(entrant.name, entrant.version) for entrant in stored.entrants}
    names = {one.name for one in other.entrants if (one.name, one.version) in versions}
    return [
        meeting
        for meeting in store.meetings(other.name)
        if meeting.first in names and meeting.second in names
    ]


def _pairs(meetings: Iterable[Meeting]) -> int:
    return sum(meeting.lost + meeting.halved + meeting.won for meeting in meetings)


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


def points_per_deal(bot: str, meetings: Iterable[Meeting]) -> PointsPerDeal | None:
    """Mean and 95 % interval over the decks that a bot has played; None if there are none.

    A deck is two deals, with the seats exchanged, and counts once: they are not independent.
    """
    decks = points = squares = 0
    for meeting in meetings:
        if bot in (meeting.first, meeting.second):
            decks += meeting.lost + meeting.halved + meeting.won
            points += meeting.points if bot == meeting.first else -meeting.points
            squares += meeting.squares
    if decks == 0:
        return None
    mean = points / decks
    variance = (squares - decks * mean**2) / max(1, decks - 1)
    return PointsPerDeal(mean / 2, Z95 * sqrt(max(0.0, variance) / decks) / 2)
