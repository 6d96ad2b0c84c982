"""The store: one SQLite file that holds everything a tournament was and did.

One transaction for each thing that happened. What is stored is committed: a program that is killed
loses what it had not stored, and nothing else.
"""

import zlib
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime

import msgspec

from arena.errors import DamagedStoreError, InputError
from arena.referee import (
    CrashReport,
    MatchRecord,
    PairOutcome,
    PlayedMatch,
    PlayedPair,
    VoidPair,
    decode_record,
    encode_record,
    pair_score,
)
from arena.store.backups import advice_on
from arena.store.database import Database
from arena.store.listing import listing
from arena.store.pairs_done import PairsDone
from arena.store.rows import Entrant, MatchRow, Meeting, PairResult, StoredTournament, VoidReason


class Store(Database):
    """An open store: what is written to it and read from it, in the terms of tournaments."""

    # Tournaments

    def add_tournament(self, tournament: StoredTournament) -> None:
        """Store a tournament that begins."""
        with self.transaction():
            self._db.execute(
                "INSERT INTO tournament VALUES (?, ?, ?, ?, ?, ?)",
                (
                    tournament.name,
                    tournament.seed,
                    tournament.commitment,
                    tournament.config,
                    tournament.anchor,
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

    def add_entrants(self, tournament: str, entrants: Iterable[Entrant]) -> None:
        """Store bots that take part from now on."""
        with self.transaction():
            self._db.executemany(
                "INSERT INTO entrant VALUES (?, ?, ?, ?, ?)",
                [(tournament, e.name, e.version, e.author, e.language) for e in entrants],
            )

    def set_anchor(self, tournament: str, anchor: str | None) -> None:
        """Show a tournament's standings with this anchor from now on."""
        with self.transaction():
            query = "UPDATE tournament SET anchor = ? WHERE name = ?"
            self._db.execute(query, (anchor, tournament))

    def tournament_names(self) -> list[str]:
        """Of all tournaments, the newest first."""
        with self._explained():
            rows = self._db.execute("SELECT name FROM tournament ORDER BY rowid DESC").fetchall()
        return [name for (name,) in rows]

    def find_tournament(self, name: str) -> StoredTournament | None:
        """The tournament of that name, None if there is none."""
        with self._explained():
            row = self._db.execute(
                "SELECT name, seed, commitment, config, anchor, created "
                "FROM tournament WHERE name = ?",
                (name,),
            ).fetchone()
            entrants = self._db.execute(
                "SELECT name, version, author, language FROM entrant "
                "WHERE tournament = ? ORDER BY rowid",
                (name,),
            ).fetchall()
        if row is None:
            return None
        name, seed, commitment, config, anchor, created = row
        bots = tuple(Entrant(*entrant) for entrant in entrants)
        return StoredTournament(name, seed, commitment, config, anchor, created, bots)

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

    def delete_tournament(self, name: str) -> None:
        """Take a tournament and all that it did out of the store."""
        # Rows go in one stroke: looking for what still refers to each would take for ever.
        self.fetch("PRAGMA foreign_keys = OFF", ())
        try:
            with self.transaction():
                for table in ("match", "meeting", "void", "pair", "entrant"):
                    self._db.execute(f"DELETE FROM {table} WHERE tournament = ?", (name,))
                self._db.execute("DELETE FROM tournament WHERE name = ?", (name,))
        finally:
            self.fetch("PRAGMA foreign_keys = ON", ())

    # What happened

    def add_void(self, tournament: str, pair: str, reason: str, at: str) -> None:
        """Store, inside a transaction, that the host spoiled a pair."""
        self._db.execute(
            "INSERT INTO void (tournament, pair, reason, at) VALUES (?, ?, ?, ?)",
            (tournament, pair, reason, at),
        )

    def save(self, tournament: str, outcomes: Iterable[PairOutcome]) -> None:
        """Store all that one job gave, in one transaction. A pair that is stored stays as it is."""
        with self.transaction():
            done = self.pairs_done(tournament)
            for outcome in outcomes:
                if isinstance(outcome, VoidPair):
                    self.add_void(tournament, outcome.pair, outcome.reason, utc_now())
                elif outcome.pair not in done:
                    self.save_pair(tournament, outcome)

    def save_pair(
        self, tournament: str, played: PlayedPair, packed: tuple[bytes, bytes] | None = None
    ) -> None:
        """Store a pair inside a transaction; `packed` are its records where they are known."""
        first, second = sorted(bot.name for bot in played.halves[0].record.bots)
        one, other = played.halves
        score = pair_score((one.record, other.record), first)
        counts = (score.lost, score.halved, score.won, score.points, score.squares)
        self._db.execute(
            "INSERT INTO pair (tournament, pair, first, second, lost, halved, won, points, squares)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (tournament, played.pair, first, second, *counts),
        )
        self._db.execute(
            "INSERT INTO meeting VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET "
            "lost = lost + excluded.lost, halved = halved + excluded.halved, "
            "won = won + excluded.won, points = points + excluded.points, "
            "squares = squares + excluded.squares",
            (tournament, first, second, *counts),
        )
        for half, record in zip(played.halves, packed or map(_packed, played.halves), strict=True):
            self._save_match(tournament, half, record)

    def _save_match(self, tournament: str, played: PlayedMatch, packed: bytes) -> None:
        record = played.record
        fault = record.result.fault
        self._db.execute(
            "INSERT INTO match (tournament, match, pair, zero, one, points_zero, points_one,"
            " winner, reason, fault, at_fault, deals, record, crash)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
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
                record.bots[fault.seat].name if fault else None,
                len(record.deals),
                packed,
                msgspec.json.encode(played.crash).decode() if played.crash else None,
            ),
        )

    # Reading

    def pairs_done(self, tournament: str) -> PairsDone:
        """Identities of the mirror pairs that are stored."""
        return PairsDone(self.fetch, tournament)

    def last_number(self, tournament: str) -> int:
        """The highest number that a stored pair's identity begins with, 0 if there is none."""
        # SQLite takes from a text the number that it begins with.
        query = "SELECT max(CAST(pair AS INTEGER)) FROM pair WHERE tournament = ?"
        ((number,),) = self.fetch(query, (tournament,))
        return int(number or 0)

    def voids(self, tournament: str) -> int:
        """How often the host spoiled a pair."""
        query = "SELECT count(*) FROM void WHERE tournament = ?"
        with self._explained():
            (count,) = self._db.execute(query, (tournament,)).fetchone()
        return int(count)

    def void_reasons(self, tournament: str) -> list[VoidReason]:
        """Why pairs were spoiled, the most frequent reason first."""
        query = (
            "SELECT reason, count(*) AS times, max(at) FROM void WHERE tournament = ? "
            "GROUP BY reason ORDER BY times DESC, reason"
        )
        return [VoidReason(*row) for row in self.fetch(query, (tournament,))]

    def voided(self, tournament: str) -> list[str]:
        """Identities of the pairs that were spoiled and are not stored, the oldest first."""
        query = (
            "SELECT pair FROM void WHERE tournament = ? AND NOT EXISTS (SELECT 1 FROM pair "
            "WHERE pair.tournament = void.tournament AND pair.pair = void.pair) "
            "GROUP BY pair ORDER BY min(number)"
        )
        return [pair for (pair,) in self.fetch(query, (tournament,))]

    def void_rows(self, tournament: str) -> list[tuple[str, str, str]]:
        """Every time that the host spoiled a pair: the pair, the reason and when."""
        query = "SELECT pair, reason, at FROM void WHERE tournament = ? ORDER BY number"
        return self.fetch(query, (tournament,))

    def meetings(self, tournament: str) -> list[Meeting]:
        """All results, summed up by bots."""
        query = (
            "SELECT first, second, lost, halved, won, points, squares FROM meeting "
            "WHERE tournament = ? ORDER BY first, second"
        )
        with self._explained():
            return [Meeting(*row) for row in self._db.execute(query, (tournament,))]

    def meeting_rows(self, tournament: str) -> list[tuple[str, str, int, int, int, int, int]]:
        """The same as plain rows: a thousand bots have half a million of them."""
        query = (
            "SELECT first, second, lost, halved, won, points, squares FROM meeting "
            "WHERE tournament = ?"
        )
        return self.fetch(query, (tournament,))

    def pair_results(self, tournament: str) -> list[PairResult]:
        """Every mirror pair that is over, in no order that means anything."""
        query = (
            "SELECT pair, first, second, lost, halved, won, points FROM pair WHERE tournament = ?"
        )
        return [PairResult(*row) for row in self.fetch(query, (tournament,))]

    def forfeits(self, tournament: str) -> dict[str, dict[str, int]]:
        """How often each bot lost by which fault."""
        query = (
            "SELECT at_fault, fault, count(*) FROM match "
            "WHERE tournament = ? AND fault IS NOT NULL GROUP BY at_fault, fault"
        )
        found: dict[str, dict[str, int]] = {}
        with self._explained():
            for bot, fault, count in self._db.execute(query, (tournament,)):
                found.setdefault(bot, {})[fault] = count
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
        rows = self.fetch(*listing(tournament, bot, faults, limit))
        return [
            MatchRow(match, (zero, one), (p0, p1), winner, reason, fault, deals)
            for match, zero, one, p0, p1, winner, reason, fault, deals in rows
        ]

    def seats(self, tournament: str, match: str) -> tuple[str, str] | None:
        """Who played a match, by seat; None if it is not stored."""
        query = "SELECT zero, one FROM match WHERE tournament = ? AND match = ?"
        rows = self.fetch(query, (tournament, match))
        return rows[0] if rows else None

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
        return (record for record, _ in self.raw_matches(tournament))

    def raw_matches(self, tournament: str) -> Iterator[tuple[bytes, str | None]]:
        """Every record as the JSON that was stored, and what a forfeit left behind, as JSON."""
        query = (
            "SELECT record, crash FROM match INDEXED BY match_by_number "
            "WHERE tournament = ? ORDER BY number"
        )
        with self._explained():
            for record, crash in self._db.execute(query, (tournament,)):
                yield self._unpacked(record), crash

    def _unpacked(self, record: bytes) -> bytes:
        try:
            return zlib.decompress(record)
        except zlib.error as error:
            advice = advice_on(self.path)
            raise DamagedStoreError(
                f"{self.path}: a record is damaged: {error}. {advice}"
            ) from None


def utc_now() -> str:
    """The time as the store writes it: UTC, ISO 8601, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def _packed(played: PlayedMatch) -> bytes:
    return zlib.compress(encode_record(played.record))


def _winner(record: MatchRecord) -> str | None:
    winner = record.result.winner
    return None if winner is None else record.bots[winner].name
