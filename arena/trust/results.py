"""What pairs make together, compared with what a store or a published table says."""

from collections.abc import Mapping
from typing import Any

import msgspec

from arena.errors import InputError
from arena.ratings import rate
from arena.results import pair_table
from arena.store import Meeting, Store
from arena.trust.brief import Brief
from arena.trust.finding import NOTHING, Finding, Wrong, same
from arena.trust.stream import Pair

ELO_ERROR = 0.05
"""Ratings are fitted in floating point, and other machines round otherwise."""


class Results:
    """Sums of the pairs that are in order, as standings are made of them."""

    def __init__(self) -> None:
        self._sums: dict[tuple[str, str], list[int]] = {}

    def take(self, pair: Pair) -> None:
        """Add a pair.

        Raises:
            Wrong: something that was made of it says otherwise.
        """
        score = pair.score
        counts = (score.lost, score.halved, score.won, score.points, score.squares)
        sums = self._sums.setdefault((pair.first, pair.second), [0] * len(counts))
        for place, count in enumerate(counts):
            sums[place] += count

    def end(self) -> None:
        """Compare what only the end can tell. Raises `Wrong` as `take` does."""

    def meetings(self) -> list[Meeting]:
        """All sums, by bots."""
        return [Meeting(*names, *sums) for names, sums in sorted(self._sums.items())]


class StoredResults(Results):
    """The same, compared with every row that a store has beside its records."""

    def __init__(self, store: Store, tournament: str) -> None:
        super().__init__()
        self._store = store
        self._tournament = tournament
        self._pairs = 0

    def take(self, pair: Pair) -> None:
        """See `Results.take`."""
        super().take(pair)
        self._pairs += 1
        one, score = pair.halves[0], pair.score
        for half in pair.halves:
            row = self._store.match_row(self._tournament, half.match)
            self._same(half.match, "match", _made(half), row)
        row = self._store.pair_row(self._tournament, one.pair)
        counts = (score.lost, score.halved, score.won, score.points, score.squares)
        self._same(one.match, "pair", (pair.first, pair.second, *counts), row)

    def end(self) -> None:
        """See `Results.end`."""
        pairs = len(self._store.pairs_done(self._tournament))
        same(None, None, "stored pairs", self._pairs, pairs)
        same(None, None, "standings", tuple(self.meetings()), tuple(self._stored()))

    def _stored(self) -> list[Meeting]:
        return self._store.meetings(self._tournament)

    def _same(
        self, match: str, table: str, made: Mapping[str, Any] | tuple[Any, ...], row: Any
    ) -> None:
        if row is None:
            raise Wrong(Finding(match, None, f"stored {table}", "its row", NOTHING))
        same(match, None, f"stored {table}", made, row)


class PublishedResults(Results):
    """The same, compared with standings as `arena leaderboard --json` prints them."""

    def __init__(self, standings: bytes) -> None:
        """Raises `InputError` where it is something else."""
        super().__init__()
        try:
            self._published = msgspec.json.decode(standings, type=_Standings)
        except msgspec.DecodeError as error:
            raise InputError(f"not what `arena leaderboard --json` prints: {error}") from None
        if len({row.bot for row in self._published.bots}) < len(self._published.bots):
            raise InputError("not what `arena leaderboard --json` prints: a bot is there twice")

    def end(self) -> None:
        """See `Results.end`."""
        names = tuple([row.bot for row in self._published.bots])
        for names_of in self._sums:
            for bot in names_of:
                if bot not in names:
                    raise Wrong(Finding(None, None, "standings", f"a row of {bot}", NOTHING))
        made = {row.name: row for row in rate(pair_table(names, self.meetings())).rows}
        shift = self._shift(made)
        for row in self._published.bots:
            again = made[row.bot]
            same(None, None, f"standings of {row.bot}, pairs", again.pairs, row.pairs)
            rating = again.rating
            if rating is None:
                continue
            _near(f"standings of {row.bot}, score", rating.score, row.score, 1e-9)
            if rating.elo is not None and row.elo is not None:
                _near(f"standings of {row.bot}, elo", rating.elo + shift, row.elo, ELO_ERROR)

    def _shift(self, made: Mapping[str, Any]) -> float:
        """An anchor moves all ratings of a group by the same."""
        for row in self._published.bots:
            rating = made[row.bot].rating
            if rating is not None and rating.elo is not None and row.elo is not None:
                return float(row.elo - rating.elo)
        return 0.0


class _Row(msgspec.Struct, frozen=True):
    bot: str
    pairs: int
    score: float | None
    elo: float | None


class _Standings(msgspec.Struct, frozen=True):
    bots: tuple[_Row, ...]


def _near(field: str, expected: float | None, found: float | None, error: float) -> None:
    if expected is None or found is None or abs(expected - found) > error:
        raise Wrong(Finding(None, None, field, str(expected), str(found)))


def _made(half: Brief) -> tuple[Any, ...]:
    """A match's row, as its record gives it."""
    names = [bot.name for bot in half.bots]
    fault = (half.fault, half.at_fault)
    return (*names, *half.points, half.winner, half.reason, *fault, half.deals)
