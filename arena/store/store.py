"""The store: one SQLite file that holds everything a tournament was and did.

One transaction for each thing that happened. What is stored is committed: a program that is killed
loses what it had not stored, and nothing else.
"""

import zlib
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

import msgspec

from arena.errors import InputError
from arena.records import (
    MatchRecord,
    PairOutcome,
    PlayedMatch,
    PlayedPair,
    VoidPair,
    encode_record,
    link_of,
    pair_score,
)
from arena.store.reader import Reader
from arena.store.rows import NOTHING, TABLES, Entrant, StoredTournament


class Store(Reader):
    """An open store: what is written to it and read from it, in the terms of tournaments."""

    # Tournaments

    def add_tournament(self, tournament: StoredTournament) -> None:
        """Store a tournament that begins."""
        with self.transaction():
            self._db.execute(
                "INSERT INTO tournament (name, seed, commitment, config, anchor, created, revealed)"
                " VALUES (?, ?, ?, ?, ?, ?, ?)",
                (
                    tournament.name,
                    tournament.seed,
                    tournament.commitment,
                    tournament.config,
                    tournament.anchor,
                    tournament.created,
                    tournament.revealed,
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

    def set_revealed(self, tournament: str, at: str) -> None:
        """Note that a tournament's seed is given out."""
        with self.transaction():
            query = "UPDATE tournament SET revealed = ? WHERE name = ?"
            self._db.execute(query, (at, tournament))

    def tournament_names(self) -> list[str]:
        """Of all tournaments that are rated, the newest first."""
        return [name for name in self.all_names() if name != TABLES]

    def all_names(self) -> list[str]:
        """Of all tournaments, that of matches against people among them, the newest first."""
        rows = self.fetch("SELECT name FROM tournament ORDER BY rowid DESC", ())
        return [name for (name,) in rows]

    def find_tournament(self, name: str) -> StoredTournament | None:
        """The tournament of that name, None if there is none."""
        with self._explained():
            row = self._db.execute(
                "SELECT name, seed, commitment, config, anchor, created, revealed "
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
        name, seed, commitment, config, anchor, created, revealed = row
        bots = tuple(Entrant(*entrant) for entrant in entrants)
        return StoredTournament(name, seed, commitment, config, anchor, created, bots, revealed)

    def tournament(self, name: str | None = None) -> StoredTournament:
        """The tournament of that name, or the one that is looked at unless another is named.

        Raises:
            InputError: there is none; the message lists those there are.
        """
        names = self.tournament_names()
        wanted = name if name is not None else foremost(names)
        found = None if wanted is None else self.find_tournament(wanted)
        if found is None and not names:
            raise InputError(f"{self.path}: holds no tournament yet; `arena run` plays one")
        if found is None:
            raise InputError(f"{self.path}: no tournament {name!r}; it holds {', '.join(names)}")
        return found

    def rated(self, name: str | None = None) -> StoredTournament:
        """The same, where results are made of it.

        Raises:
            InputError: there is none, or nothing of it is rated.
        """
        if name == TABLES:
            raise InputError(
                f"{TABLES} holds matches against people, which nothing rates; "
                f"`arena matches --tournament {TABLES}` lists them"
            )
        return self.tournament(name)

    def delete_tournament(self, name: str) -> None:
        """Take a tournament and all that it did out of the store."""
        # Rows go in one stroke: looking for what still refers to each would take for ever.
        self.fetch("PRAGMA foreign_keys = OFF", ())
        try:
            with self.transaction():
                for table in ("analysis", "match", "meeting", "void", "pair", "entrant"):
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
        for half, record in zip(played.halves, packed or (None, None), strict=True):
            encoded = encode_record(half.record) if record is None else zlib.decompress(record)
            link = link_of(self.chain_head(tournament), encoded)
            self._save_match(tournament, half, record or zlib.compress(encoded), link)

    def save_alone(
        self, played: PlayedMatch, entrant: Entrant | None = None, packed: bytes | None = None
    ) -> None:
        """Store a match of a bot against a person, in one transaction.

        It is a pair of its own that counts nothing: no standings are made of it.

        Args:
            played: the match.
            entrant: its bot, if that may be new.
            packed: its record, where it is known.
        """
        encoded = encode_record(played.record) if packed is None else zlib.decompress(packed)
        first, second = sorted(bot.name for bot in played.record.bots)
        with self.transaction():
            self._db.execute(
                "INSERT INTO tournament (name, seed, commitment, config, created) "
                "VALUES (?, '', ?, '{}', ?) ON CONFLICT DO NOTHING",
                (TABLES, NOTHING, utc_now()),
            )
            if entrant is not None:
                self._db.execute(
                    "INSERT INTO entrant VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
                    (TABLES, entrant.name, entrant.version, entrant.author, entrant.language),
                )
            self._db.execute(
                "INSERT INTO pair (tournament, pair, first, second) VALUES (?, ?, ?, ?)",
                (TABLES, played.record.pair, first, second),
            )
            link = link_of(self.chain_head(TABLES), encoded)
            self._save_match(TABLES, played, packed or zlib.compress(encoded), link)

    def _save_match(self, tournament: str, played: PlayedMatch, packed: bytes, link: str) -> None:
        record = played.record
        fault = record.result.fault
        self._db.execute(
            "INSERT INTO match (tournament, match, pair, zero, one, points_zero, points_one,"
            " winner, reason, fault, at_fault, deals, record, crash, link)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
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
                link,
            ),
        )


def foremost(names: Sequence[str]) -> str | None:
    """Of names, the newest first, the one that is looked at unless another is named.

    It is the newest league, and a comparison only where there is nothing else: comparing two bots
    does not take a league's place. The name of a comparison holds a colon, no config's does.
    """
    return next((name for name in names if ":" not in name), names[0] if names else None)


def utc_now() -> str:
    """The time as the store writes it: UTC, ISO 8601, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def _winner(record: MatchRecord) -> str | None:
    winner = record.result.winner
    return None if winner is None else record.bots[winner].name
