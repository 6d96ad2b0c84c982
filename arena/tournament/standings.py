"""Standings of a stored tournament: the ratings of its mirror pairs, and losses by fault."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt

from arena.ratings import Z95, Anchor, LuckOut, PairTable, Standing, rate
from arena.store import Meeting, Store
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


def leaderboard(store: Store, tournament: str, anchor: Anchor | None = None) -> Leaderboard:
    """Rate everything that is stored of a tournament, with this anchor or else its own.

    Raises:
        InputError: there is no such tournament, or the anchor is none of its bots.
    """
    stored = store.tournament(tournament)
    if anchor is None and stored.anchor is not None:
        anchor = Anchor.parse(stored.anchor)
    versions = {entrant.name: entrant.version for entrant in stored.entrants}
    meetings = store.meetings(stored.name)
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
    pairs = sum(meeting.lost + meeting.halved + meeting.won for meeting in meetings)
    return Leaderboard(
        stored.name,
        form,
        tuple(rows),
        pairs,
        store.voids(stored.name),
        standings.groups,
        standings.pairs_saved,
    )


def pair_table(names: tuple[str, ...], meetings: Iterable[Meeting]) -> PairTable:
    """What the store sums up, as the ratings' evidence."""
    index = {name: place for place, name in enumerate(names)}
    return PairTable(
        names,
        {
            (index[meeting.first], index[meeting.second]): (
                meeting.lost,
                0,
                meeting.halved,
                0,
                meeting.won,
            )
            for meeting in meetings
        },
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
