"""What is read from a store, in the terms of tournaments."""

import zlib
from collections.abc import Iterator
from typing import Any

import msgspec

from arena.errors import DamagedStoreError
from arena.records import CrashReport, Link, PlayedMatch, decode_record, with_link
from arena.store.backups import advice_on
from arena.store.database import Database
from arena.store.listing import listing
from arena.store.pairs_done import PairsDone
from arena.store.rows import MatchRow, Meeting, MeetingsOf, PairResult, VoidReason

_texts = msgspec.json.Decoder(list[str]).decode
_numbers = msgspec.json.Decoder(list[int]).decode


class Reader(Database):
    """An open store as far as it is read."""

    def pairs_done(self, tournament: str) -> PairsDone:
        """Identities of the mirror pairs that are stored."""
        return PairsDone(self.fetch, tournament)

    def last_number(self, tournament: str) -> int:
        """The highest number that a stored pair's identity begins with, 0 if there is none."""
        # SQLite takes from a text the number that it begins with.
        query = "SELECT max(CAST(pair AS INTEGER)) FROM pair WHERE tournament = ?"
        ((number,),) = self.fetch(query, (tournament,))
        return int(number or 0)

    def marker(self, tournament: str) -> tuple[object, ...]:
        """A value that changes whenever something does that standings are made of, at no cost."""
        query = (
            "SELECT (SELECT max(number) FROM match), (SELECT max(number) FROM void), "
            "(SELECT count(*) FROM entrant WHERE tournament = name), anchor, created "
            "FROM tournament WHERE name = ?"
        )
        rows = self.fetch(query, (tournament,))
        return rows[0] if rows else ()

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
        """All results, summed up by bots, in order of their names."""
        found = [one for some in self.meetings_by_bot(tournament) for one in some.each()]
        return sorted(found, key=lambda meeting: (meeting.first, meeting.second))

    def meetings_by_bot(self, tournament: str) -> Iterator[MeetingsOf]:
        """The same in columns, in no order that means anything."""
        # A thousand bots have half a million meetings. To hand over each as a row takes longer
        # than all that standings make of them.
        counts = ("lost", "halved", "won", "points", "squares")
        columns = ", ".join(f"json_group_array({column})" for column in ("second", *counts))
        query = f"SELECT first, {columns} FROM meeting WHERE tournament = ? GROUP BY first"
        with self._explained():
            for first, second, *sums in self._db.execute(query, (tournament,)):
                yield MeetingsOf(first, _texts(second), *map(_numbers, sums))

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
        self,
        tournament: str,
        *,
        bot: str | None = None,
        opponent: str | None = None,
        faults: bool = False,
        limit: int = -1,
    ) -> list[MatchRow]:
        """Matches, the newest first.

        Args:
            tournament: its name.
            bot: only matches of this one.
            opponent: of those, only the ones against this one.
            faults: only matches that a fault ended.
            limit: how many at most, -1 for all.
        """
        rows = self.fetch(*listing(tournament, bot, opponent, faults, limit))
        return [
            MatchRow(match, (zero, one), (p0, p1), winner, reason, fault, deals)
            for match, zero, one, p0, p1, winner, reason, fault, deals in rows
        ]

    def match_row(self, tournament: str, match: str) -> tuple[Any, ...] | None:
        """What is stored beside a match's record: bots and points by seat, and how it ended."""
        query = (
            "SELECT zero, one, points_zero, points_one, winner, reason, fault, at_fault, deals "
            "FROM match WHERE tournament = ? AND match = ?"
        )
        rows = self.fetch(query, (tournament, match))
        return rows[0] if rows else None

    def pair_row(self, tournament: str, pair: str) -> tuple[Any, ...] | None:
        """What is stored of a pair: its bots, and the counts of a `PairScore`."""
        query = (
            "SELECT first, second, lost, halved, won, points, squares FROM pair "
            "WHERE tournament = ? AND pair = ?"
        )
        rows = self.fetch(query, (tournament, pair))
        return rows[0] if rows else None

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

    def chain_head(self, tournament: str) -> str:
        """The last link of a tournament's chain, or the commitment that it begins with."""
        query = (
            "SELECT coalesce((SELECT link FROM match INDEXED BY match_by_number "
            "WHERE tournament = name ORDER BY number DESC LIMIT 1), commitment) "
            "FROM tournament WHERE name = ?"
        )
        ((head,),) = self.fetch(query, (tournament,))
        return str(head)

    def record_lines(self, tournament: str) -> Iterator[bytes]:
        """Every record as it was stored, in the order of storing."""
        return (record for _, record, _, _ in self._records(tournament))

    def exported(self, tournament: str) -> Iterator[tuple[bytes, str | None]]:
        """Every record as it is given out, and what a forfeit left behind, as JSON.

        With its link behind it, if it has one.
        """
        for _, record, crash, link in self._records(tournament):
            yield (record if link is None else with_link(record, link)), crash

    def exported_after(self, tournament: str, number: int, limit: int) -> list[tuple[int, bytes]]:
        """The records that were stored next, as they are given out, each with its number.

        Args:
            tournament: its name.
            number: of the last one that is known already, in the order of storing; 0 for none.
            limit: how many at most.
        """
        return [
            (place, record if link is None else with_link(record, link))
            for place, record, _, link in self._records(tournament, number, limit)
        ]

    def _records(
        self, tournament: str, after: int = 0, limit: int = -1
    ) -> Iterator[tuple[int, bytes, str | None, Link | None]]:
        begin = (
            "SELECT coalesce((SELECT link FROM match INDEXED BY match_by_number "
            "WHERE tournament = name AND number <= ? AND link IS NOT NULL "
            "ORDER BY number DESC LIMIT 1), commitment) FROM tournament WHERE name = ?"
        )
        query = (
            "SELECT number, record, crash, link FROM match INDEXED BY match_by_number "
            "WHERE tournament = ? AND number > ? ORDER BY number LIMIT ?"
        )
        ((previous,),) = self.fetch(begin, (after, tournament))
        with self._explained():
            for number, packed, crash, link in self._db.execute(query, (tournament, after, limit)):
                yield number, self._unpacked(packed), crash, link and Link(previous, link)
                previous = link or previous

    def _unpacked(self, record: bytes) -> bytes:
        try:
            return zlib.decompress(record)
        except zlib.error as error:
            advice = advice_on(self.path)
            raise DamagedStoreError(
                f"{self.path}: a record is damaged: {error}. {advice}"
            ) from None
