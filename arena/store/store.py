"""The store: one SQLite file that holds everything a tournament was and did.

One transaction for each thing that happened. What is stored is committed: a program that is killed
loses what it had not stored, and nothing else.
"""

import contextlib
import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType

import msgspec

from arena.errors import InputError, StoreError
from arena.referee import (
    CrashReport,
    MatchRecord,
    PairOutcome,
    PlayedMatch,
    PlayedPair,
    VoidPair,
    decode_record,
    encode_record,
)
from arena.store.rows import Entrant, MatchRow, PairCount, StoredTournament
from arena.store.schema import migrate

BUSY_S = 10.0
"""How long a write waits for another process that writes."""


class Store:
    """An open store; a context manager.

    Every method may raise `StoreError`: the file is locked, full, read-only or damaged.
    """

    def __init__(self, path: Path, *, create: bool = False) -> None:
        """Open a store, and bring it to the newest version.

        Args:
            path: the SQLite file.
            create: make it if it is not there.

        Raises:
            InputError: there is no such file, and `create` was not asked for.
            StoreError: it is no store, damaged, or from a newer version; it is left as it was.
        """
        self.path = path
        if not path.exists() and not create:
            raise InputError(f"{path}: no such store; `arena run` makes one")
        with self._explained():
            self._db = sqlite3.connect(path, timeout=BUSY_S, isolation_level=None)
        try:
            with self._explained():
                self._db.execute("PRAGMA foreign_keys = ON")
                migrate(self._db)
                # WAL: a leaderboard reads while a runner writes, and a commit is one append. Only
                # now: it is written into the file, and a file that is no store is left as it is.
                self._db.execute("PRAGMA journal_mode = WAL")
        except BaseException:
            self._db.close()
            raise

    def __enter__(self) -> "Store":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    # Tournaments

    def add_tournament(self, tournament: StoredTournament) -> None:
        """Store a tournament that begins."""
        with self._transaction():
            self._db.execute(
                "INSERT INTO tournament VALUES (?, ?, ?, ?, ?)",
                (
                    tournament.name,
                    tournament.seed,
                    tournament.commitment,
                    tournament.config,
                    tournament.created,
                ),
            )
            self._db.executemany(
                "INSERT INTO entrant VALUES (?, ?, ?, ?, ?)",
                [
                    (tournament.name, e.name, e.version, e.author, e.language)
                    for e in tournament.entrants
                ],
            )

    def tournament_names(self) -> list[str]:
        """Of all tournaments, the newest first."""
        with self._explained():
            rows = self._db.execute("SELECT name FROM tournament ORDER BY rowid DESC").fetchall()
        return [name for (name,) in rows]

    def find_tournament(self, name: str) -> StoredTournament | None:
        """The tournament of that name, None if there is none."""
        with self._explained():
            row = self._db.execute(
                "SELECT name, seed, commitment, config, created FROM tournament WHERE name = ?",
                (name,),
            ).fetchone()
            entrants = self._db.execute(
                "SELECT name, version, author, language FROM entrant "
                "WHERE tournament = ? ORDER BY rowid",
                (name,),
            ).fetchall()
        if row is None:
            return None
        name, seed, commitment, config, created = row
        bots = tuple(Entrant(*entrant) for entrant in entrants)
        return StoredTournament(name, seed, commitment, config, created, bots)

    def tournament(self, name: str | None = None) -> StoredTournament:
        """The tournament of that name, or the newest.

        Raises:
            InputError: there is none; the message lists those there are.
        """
        names = self.tournament_names()
        if not names:
            raise InputError(f"{self.path}: holds no tournament yet; `arena run` plays one")
        found = self.find_tournament(names[0] if name is None else name)
        if found is None:
            raise InputError(f"{self.path}: no tournament {name!r}; it holds {', '.join(names)}")
        return found

    # What happened

    def save(self, tournament: str, outcomes: Iterable[PairOutcome]) -> None:
        """Store all that one job gave, in one transaction. A pair that is stored stays as it is."""
        with self._transaction():
            for outcome in outcomes:
                if isinstance(outcome, VoidPair):
                    self._db.execute(
                        "INSERT INTO void (tournament, pair, reason, at) VALUES (?, ?, ?, ?)",
                        (tournament, outcome.pair, outcome.reason, utc_now()),
                    )
                elif not self._has_pair(tournament, outcome.pair):
                    self._save_pair(tournament, outcome)

    def _has_pair(self, tournament: str, pair: str) -> bool:
        query = "SELECT 1 FROM pair WHERE tournament = ? AND pair = ?"
        return self._db.execute(query, (tournament, pair)).fetchone() is not None

    def _save_pair(self, tournament: str, played: PlayedPair) -> None:
        names = sorted(bot.name for bot in played.halves[0].record.bots)
        winners = [_winner(half.record) for half in played.halves]
        score = winners.count(names[0]) / 2
        self._db.execute(
            "INSERT INTO pair VALUES (?, ?, ?, ?, ?)", (tournament, played.pair, *names, score)
        )
        for half in played.halves:
            self._save_match(tournament, half)

    def _save_match(self, tournament: str, played: PlayedMatch) -> None:
        record = played.record
        fault = record.result.fault
        self._db.execute(
            "INSERT INTO match (tournament, match, pair, zero, one, points_zero, points_one,"
            " winner, reason, fault, deals, record, crash)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                tournament,
                record.match,
                record.pair,
                record.bots[0].name,
                record.bots[1].name,
                *record.result.points,
                _winner(record),
                record.result.reason,
                fault.kind if fault else None,
                len(record.deals),
                zlib.compress(encode_record(record)),
                msgspec.json.encode(played.crash).decode() if played.crash else None,
            ),
        )

    # Reading

    def pairs_done(self, tournament: str) -> set[str]:
        """Identities of the mirror pairs that are stored."""
        with self._explained():
            rows = self._db.execute("SELECT pair FROM pair WHERE tournament = ?", (tournament,))
            return {pair for (pair,) in rows}

    def voids(self, tournament: str) -> dict[str, int]:
        """How often each pair was voided."""
        query = "SELECT pair, count(*) FROM void WHERE tournament = ? GROUP BY pair"
        with self._explained():
            return dict(self._db.execute(query, (tournament,)).fetchall())

    def pair_counts(self, tournament: str) -> list[PairCount]:
        """All results, counted by bots and score."""
        query = (
            "SELECT first, second, score, count(*) FROM pair WHERE tournament = ? "
            "GROUP BY first, second, score"
        )
        with self._explained():
            return [PairCount(*row) for row in self._db.execute(query, (tournament,))]

    def forfeits(self, tournament: str) -> dict[str, dict[str, int]]:
        """How often each bot lost by which fault."""
        query = (
            "SELECT iif(winner = zero, one, zero) AS loser, fault, count(*) FROM match "
            "WHERE tournament = ? AND fault IS NOT NULL GROUP BY loser, fault"
        )
        found: dict[str, dict[str, int]] = {}
        with self._explained():
            for loser, fault, count in self._db.execute(query, (tournament,)):
                found.setdefault(loser, {})[fault] = count
        return found

    def matches(
        self, tournament: str, *, bot: str | None = None, faults: bool = False, limit: int = -1
    ) -> list[MatchRow]:
        """Matches, the newest first.

        Args:
            tournament: its name.
            bot: only matches of this one.
            faults: only matches that a fault ended.
            limit: how many at most, -1 for all.
        """
        query = (
            "SELECT match, zero, one, points_zero, points_one, winner, reason, fault, deals "
            "FROM match WHERE tournament = ? AND (? IS NULL OR ? IN (zero, one)) "
            "AND (NOT ? OR fault IS NOT NULL) ORDER BY number DESC LIMIT ?"
        )
        with self._explained():
            rows = self._db.execute(query, (tournament, bot, bot, faults, limit)).fetchall()
        return [
            MatchRow(match, (zero, one), (p0, p1), winner, reason, fault, deals)
            for match, zero, one, p0, p1, winner, reason, fault, deals in rows
        ]

    def match(self, tournament: str, match: str) -> PlayedMatch | None:
        """One match with its record, None if it is not stored."""
        query = "SELECT record, crash FROM match WHERE tournament = ? AND match = ?"
        with self._explained():
            row = self._db.execute(query, (tournament, match)).fetchone()
        if row is None:
            return None
        crash = msgspec.json.decode(row[1], type=CrashReport) if row[1] else None
        return PlayedMatch(decode_record(self._unpacked(row[0])), crash)

    def record_lines(self, tournament: str) -> Iterator[bytes]:
        """Every record as the JSON that was stored, in the order of storing."""
        query = "SELECT record FROM match WHERE tournament = ? ORDER BY number"
        with self._explained():
            for (record,) in self._db.execute(query, (tournament,)):
                yield self._unpacked(record)

    def _unpacked(self, record: bytes) -> bytes:
        try:
            return zlib.decompress(record)
        except zlib.error as error:
            raise StoreError(f"{self.path}: a record is damaged: {error}") from None

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._explained():
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise

    @contextlib.contextmanager
    def _explained(self) -> Iterator[None]:
        """Say which file an error of SQLite is about, and what it means."""
        try:
            yield
        except sqlite3.Error as error:
            raise StoreError(f"{self.path}: {error}") from error
        except StoreError as error:
            raise StoreError(f"{self.path}: {error}") from None


def utc_now() -> str:
    """The time as the store writes it: UTC, ISO 8601, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def _winner(record: MatchRecord) -> str:
    return record.bots[record.result.winner].name
