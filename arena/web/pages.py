"""What the pages about a tournament show: pure functions from the store to values."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from arena.analysis import Analysis, kept_analysis
from arena.errors import InputError
from arena.plots.axes import Scale, around
from arena.records import MatchRecord, PlayedMatch
from arena.results import Cell, Crosstable, Leaderboard, LeaderboardRow, crosstable, leaderboard
from arena.store import Entrant, MatchRow, Store, StoredTournament, foremost, holder
from arena.tournament import Status, status

LISTED: Final = 50
"""Matches on a page that lists some; `?limit=` asks for others."""
MOST_LISTED: Final = 1_000
NEWEST: Final = 8
"""Matches that are shown while a tournament runs."""


class NotFoundError(InputError):
    """There is no such thing in the store."""


@dataclass(frozen=True, slots=True)
class Heading:
    """What stands above every page."""

    tournaments: tuple[str, ...]
    """The newest first."""
    current: StoredTournament | None
    running: bool
    """Whether somebody plays the current one."""


@dataclass(frozen=True, slots=True)
class Board:
    """The standings, and the scale on which their intervals are drawn."""

    board: Leaderboard
    scale: Scale | None
    """From Elo to percent of the width; None before the first pair."""

    def span(self, row: LeaderboardRow) -> tuple[float, float, float] | None:
        """Where a bot's interval begins, its Elo lies and the interval ends, in percent."""
        rating = row.standing.rating
        if rating is None or self.scale is None:
            return None
        low, high = rating.interval.lo, rating.interval.hi
        ends = (self.scale.low if low is None else low, self.scale.high if high is None else high)
        return self.scale(ends[0]), self.scale(rating.elo), self.scale(ends[1])


@dataclass(frozen=True, slots=True)
class BotPage:
    """One bot."""

    entrant: Entrant
    row: LeaderboardRow
    met: tuple[Cell, ...]
    """Its pairings, the strongest opponent first."""
    matches: tuple[MatchRow, ...]
    others: tuple[tuple[str, Entrant], ...]
    """Its other versions, here and in other tournaments, each with the tournament."""


@dataclass(frozen=True, slots=True)
class PairingPage:
    """Two bots against each other, as seen from the first."""

    bots: tuple[str, str]
    cell: Cell | None
    """None before they met."""
    matches: tuple[MatchRow, ...]
    """The newest first, both matches of a mirror pair together."""


@dataclass(frozen=True, slots=True)
class Progress:
    """A tournament while it runs."""

    status: Status
    board: Board
    newest: tuple[MatchRow, ...]


SORTS: Final[dict[str, Callable[[LeaderboardRow], float]]] = {
    "elo": lambda row: -row.standing.rating.elo if row.standing.rating else float("inf"),
    "score": lambda row: -row.standing.rating.score if row.standing.rating else 1.0,
    "pairs": lambda row: -row.standing.pairs,
    "faults": lambda row: -sum(row.forfeits.values()),
}
"""Besides by rank, which is the order of the standings."""


def heading(store: Store, name: str | None = None) -> Heading:
    """The tournaments, and the one of that name or else the foremost.

    Raises:
        NotFoundError: there is none of that name.
    """
    names = tuple(store.tournament_names())
    wanted = name if name is not None else foremost(names)
    current = None if wanted is None else store.find_tournament(wanted)
    if current is None and name is not None:
        raise NotFoundError("no such tournament")
    runner = holder(store.path)
    running = runner is not None and current is not None and runner.tournament == current.name
    return Heading(names, current, running)


def board(store: Store, tournament: str) -> Board:
    """The standings."""
    found = leaderboard(store, tournament)
    values = [
        value
        for row in found.rows
        if (rating := row.standing.rating)
        for value in (rating.elo, rating.interval.lo, rating.interval.hi)
        if value is not None
    ]
    return Board(found, Scale(*around(values, 0.08, 100), 0, 100) if values else None)


def arranged(rows: Iterable[LeaderboardRow], sort: str, wanted: str) -> list[LeaderboardRow]:
    """Rows whose bot's name holds what is wanted, in the order of that column."""
    kept = [row for row in rows if wanted.casefold() in row.standing.name.casefold()]
    if sort == "name":
        return sorted(kept, key=lambda row: row.standing.name.casefold())
    return sorted(kept, key=SORTS[sort]) if sort in SORTS else kept


def table_of_all(store: Store, tournament: str) -> Crosstable:
    """Who scored what against whom."""
    return crosstable(store, tournament)


def bot_page(
    store: Store, tournament: str, bot: str, standings: Board, found: Crosstable
) -> BotPage:
    """One bot, out of the standings and the crosstable.

    Raises:
        NotFoundError: it does not take part.
    """
    entrant = _entrant(store.tournament(tournament), bot)
    row = next(row for row in standings.board.rows if row.standing.name == bot)
    met = [found.cells[bot, other] for other in found.bots if (bot, other) in found.cells]
    return BotPage(
        entrant,
        row,
        tuple(met),
        tuple(store.matches(tournament, bot=bot, limit=NEWEST)),
        tuple(_others(store, tournament, bot)),
    )


def pairing_page(
    store: Store, tournament: str, one: str, other: str, found: Crosstable
) -> PairingPage:
    """Two bots against each other, out of the crosstable.

    Raises:
        NotFoundError: one of them does not take part.
    """
    stored = store.tournament(tournament)
    for name in (one, other):
        _entrant(stored, name)
    matches = store.matches(tournament, bot=one, opponent=other, limit=2 * LISTED)
    return PairingPage((one, other), found.cells.get((one, other)), tuple(matches))


def matches(
    store: Store, tournament: str, bot: str | None, *, faults: bool, limit: int
) -> list[MatchRow]:
    """A list of matches, the newest first.

    Raises:
        NotFoundError: the bot does not take part.
    """
    if bot is not None:
        _entrant(store.tournament(tournament), bot)
    return store.matches(tournament, bot=bot, faults=faults, limit=limit)


def match(store: Store, tournament: str, match: str) -> PlayedMatch:
    """One match. It was stored together with the other half of its mirror pair, or not at all.

    Raises:
        NotFoundError: it is not stored.
    """
    found = store.match(tournament, match)
    if found is None:
        raise NotFoundError("no such match")
    return found


def analysed(store: Store, tournament: str, record: MatchRecord) -> Analysis | None:
    """The newest analysis of a match that is stored; None if nobody has asked for one."""
    return kept_analysis(store, tournament, record)


def progress(store: Store, tournament: str, now: datetime, standings: Board) -> Progress:
    """Where a tournament stands, with the standings that go with it."""
    newest = store.matches(tournament, limit=NEWEST)
    return Progress(status(store, tournament, now), standings, tuple(newest))


def _entrant(stored: StoredTournament, bot: str) -> Entrant:
    for entrant in stored.entrants:
        if entrant.name == bot:
            return entrant
    raise NotFoundError("no such bot")


def _others(store: Store, tournament: str, bot: str) -> Iterable[tuple[str, Entrant]]:
    for name in store.tournament_names():
        found = store.find_tournament(name)
        for entrant in found.entrants if found else ():
            if _family(entrant.name) == _family(bot) and (name, entrant.name) != (tournament, bot):
                yield name, entrant


def _family(bot: str) -> str:
    """The name that all versions of a bot share; a second one plays as `name@version`."""
    return bot.partition("@")[0]
