"""The store: one SQLite file that holds everything a tournament was and did.

One transaction for each thing that happened. What is stored is committed: a program that is killed
loses what it had not stored, and nothing else.
"""

import zlib
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime

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
    pair_score,
)
from arena.store.database import Database
from arena.store.pairs_done import PairsDone
from arena.store.rows import Entrant, MatchRow, Meeting, PairResult, StoredTournament


class Store(Database):
    """An open store: what is written to it and read from it, in the terms of tournaments."""

    # Tournaments

    def add_tournament(self, tournament: StoredTournament) -> None:
        """Store a tournament that begins."""
        with self._transaction():
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
        with self._transaction():
            self._db.executemany(
                "INSERT INTO entrant VALUES (?, ?, ?, ?, ?)",
                [(tournament, e.name, e.version, e.author, e.language) for e in entrants],
            )

    def set_anchor(self, tournament: str, anchor: str | None) -> None:
        """Show a tournament's standings with this anchor from now on."""
        with self._transaction():
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

    # What happened

    def save(self, tournament: str, outcomes: Iterable[PairOutcome]) -> None:
        """Store all that one job gave, in one transaction. A pair that is stored stays as it is."""
        with self._transaction():
            done = self.pairs_done(tournament)
            for outcome in outcomes:
                if isinstance(outcome, VoidPair):
                    self._db.execute(
                        "INSERT INTO void (tournament, pair, reason, at) VALUES (?, ?, ?, ?)",
                        (tournament, outcome.pair, outcome.reason, utc_now()),
                    )
                elif outcome.pair not in done:
                    self._save_pair(tournament, outcome)

    def _save_pair(self, tournament: str, played: PlayedPair) -> None:
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
        for half in played.halves:
            self._save_match(tournament, half)

    def _save_match(self, tournament: str, played: PlayedMatch) -> None:
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
                zlib.compress(encode_record(record)),
                msgspec.json.encode(played.crash).decode() if played.crash else None,
            ),
        )

    # Reading

    def pairs_done(self, tournament: str) -> PairsDone:
        """Identities of the mirror pairs that are stored."""
        return PairsDone(self._fetch, tournament)

    def last_number(self, tournament: str) -> int:
        """The highest number that a stored pair's identity begins with, 0 if there is none."""
        # SQLite takes from a text the number that it begins with.
        query = "SELECT max(CAST(pair AS INTEGER)) FROM pair WHERE tournament = ?"
        ((number,),) = self._fetch(query, (tournament,))
        return int(number or 0)

    def voids(self, tournament: str) -> int:
        """How often the host spoiled a pair."""
        query = "SELECT count(*) FROM void WHERE tournament = ?"
        with self._explained():
            (count,) = self._db.execute(query, (tournament,)).fetchone()
        return int(count)

    def meetings(self, tournament: str) -> list[Meeting]:
        """All results, summed up by bots."""
        query = (
            "SELECT first, second, lost, halved, won, points, squares FROM meeting "
            "WHERE tournament = ? ORDER BY first, second"
        )
        with self._explained():
            return [Meeting(*row) for row in self._db.execute(query, (tournament,))]

    def pair_results(self, tournament: str) -> list[PairResult]:
        """Every mirror pair that is over, in no order that means anything."""
        query = (
            "SELECT pair, first, second, lost, halved, won, points FROM pair WHERE tournament = ?"
        )
        return [PairResult(*row) for row in self._fetch(query, (tournament,))]

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


def utc_now() -> str:
    """The time as the store writes it: UTC, ISO 8601, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def _winner(record: MatchRecord) -> str | None:
    winner = record.result.winner
    return None if winner is None else record.bots[winner].name
