"""A store made anew from match records alone, and how it differs from the one there was."""

import contextlib
import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import msgspec

from arena.errors import InputError, StoreError
from arena.records import CrashReport, PlayedMatch, PlayedPair, decode_record
from arena.store.rows import TABLES, StoredTournament
from arena.store.store import Store

BATCH: Final = 500
"""Pairs stored in one transaction, and matches read in one go."""

COMPARED: Final = {
    "pair": "tournament, pair, first, second, lost, halved, won, points, squares",
    "meeting": "tournament, first, second, lost, halved, won, points, squares",
    "match": "tournament, match, pair, zero, one, points_zero, points_one, winner, reason, fault, "
    "at_fault, deals, link",
}
"""What records decide, by table."""


@dataclass(frozen=True, slots=True)
class Packed:
    """A match and its record as it is stored."""

    match: PlayedMatch
    record: bytes


@dataclass(slots=True)
class Rebuilt:
    """What came of it."""

    tournaments: int = 0
    matches: int = 0
    unreadable: int = 0
    """Records that could not be read."""
    alone: int = 0
    """Matches left out because the other half of their pair is not there."""
    differences: dict[str, int] = field(default_factory=dict)
    """Rows that only one of the two stores has, by table."""
    aside: Path | None = None
    """Where a damaged store was put."""


def rebuild_tournament(
    store: Store,
    tournament: StoredTournament,
    voids: Iterable[tuple[str, str, str]],
    matches: Iterable[Packed | None],
    told: Rebuilt,
) -> None:
    """Store a tournament from its records; memory holds no more than the halves that wait.

    Args:
        store: a new one.
        tournament: its row.
        voids: pair, reason and time of each.
        matches: in the order of storing; None for one that cannot be read.
        told: is added to.

    Raises:
        InputError: a record contradicts another.
        StoreError: the store cannot be written.
    """
    store.add_tournament(tournament)
    told.tournaments += 1
    if tournament.name == TABLES:
        _rebuild_tables(store, matches, told)
        return
    with store.transaction():
        for void in voids:
            store.add_void(tournament.name, *void)
    waiting: dict[str, Packed] = {}
    pairs: list[tuple[Packed, Packed]] = []
    for packed in matches:
        if packed is None:
            told.unreadable += 1
            continue
        pair = packed.match.record.pair
        if pair not in waiting:
            waiting[pair] = packed
            continue
        pairs.append(_in_order(waiting.pop(pair), packed))
        if len(pairs) == BATCH:
            _save(store, tournament.name, pairs, told)
    _save(store, tournament.name, pairs, told)
    told.alone += len(waiting)


def _rebuild_tables(store: Store, matches: Iterable[Packed | None], told: Rebuilt) -> None:
    """Matches against people come one by one; their bots are entrants already."""
    for packed in matches:
        if packed is None:
            told.unreadable += 1
            continue
        store.save_alone(packed.match, packed=packed.record)
        told.matches += 1


def _in_order(one: Packed, other: Packed) -> tuple[Packed, Packed]:
    halves = sorted((one, other), key=lambda packed: packed.match.record.half)
    first, second = (packed.match.record for packed in halves)
    names = [bot.name for bot in first.bots]
    if (first.half, second.half) != (0, 1) or names[::-1] != [bot.name for bot in second.bots]:
        raise InputError(f"{first.match} and {second.match} are not the halves of one pair")
    return halves[0], halves[1]


def _save(store: Store, tournament: str, pairs: list[tuple[Packed, Packed]], told: Rebuilt) -> None:
    with store.transaction():
        for one, other in pairs:
            played = PlayedPair(one.match.record.pair, (one.match, other.match))
            store.save_pair(tournament, played, (one.record, other.record))
    told.matches += 2 * len(pairs)
    pairs.clear()


def salvaged(store: Store, tournament: str) -> Iterator[Packed | None]:
    """Every match of a store that can be read, in the order of storing; None for one that cannot.

    Pages that are damaged cost the matches on them and no others.

    Raises:
        StoreError: not even how many there are can be read.
    """
    ((last,),) = store.fetch("SELECT coalesce(max(number), 0) FROM match", ())
    # By number and by no index, which may be damaged where the table is not.
    query = (
        "SELECT record, crash FROM match NOT INDEXED WHERE number BETWEEN ? AND ? "
        "AND tournament = ? ORDER BY number"
    )
    for begin in range(1, last + 1, BATCH):
        end = min(last, begin + BATCH - 1)
        try:
            rows = store.fetch(query, (begin, end, tournament))
        except StoreError:
            for number in range(begin, end + 1):
                try:
                    rows = store.fetch(query, (number, number, tournament))
                except StoreError:
                    yield None
                else:
                    yield from map(_unpacked, rows)
        else:
            yield from map(_unpacked, rows)


def _unpacked(row: tuple[bytes, str | None]) -> Packed | None:
    record, crash = row
    try:
        left = msgspec.json.decode(crash, type=CrashReport) if crash else None
        return Packed(PlayedMatch(decode_record(zlib.decompress(record)), left), record)
    except (zlib.error, InputError, msgspec.DecodeError, UnicodeDecodeError):
        return None


def differences(rebuilt: Path, before: Path) -> dict[str, int]:
    """Rows that only one of two stores has, by table; empty where they are equal.

    Raises:
        StoreError: one of them cannot be read.
    """
    found: dict[str, int] = {}
    try:
        with contextlib.closing(sqlite3.connect(rebuilt)) as database:
            database.execute("ATTACH ? AS old", (str(before),))
            for table, columns in COMPARED.items():
                parts = [f"SELECT {columns} FROM {place}.{table}" for place in ("main", "old")]
                for one, other in (parts, parts[::-1]):
                    query = f"SELECT count(*) FROM ({one} EXCEPT {other})"
                    ((count,),) = database.execute(query).fetchall()
                    found[table] = found.get(table, 0) + count
    except sqlite3.Error as error:
        raise StoreError(f"{before}: {error}") from error
    return {table: count for table, count in found.items() if count}
