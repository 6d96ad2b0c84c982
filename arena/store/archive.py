"""A tournament as a file: compressed JSON Lines that `arena rebuild` reads again.

The first line is an object with `archive`, the version of this format, the tournament's row and its
voids. Every other line is a match record as `arena export` prints it; before the record of a match
that ended in a forfeit stands an object with `crash`, what that left behind.
"""

import gzip
import zlib
from collections.abc import Iterator
from dataclasses import replace
from itertools import count, islice
from pathlib import Path
from typing import IO, Final, Literal

import msgspec
from msgspec import Struct

from arena.errors import InputError
from arena.records import CrashReport, MatchRecord, PlayedMatch, decode_record, without_link
from arena.store.rows import Entrant, StoredTournament
from arena.store.store import Store, utc_now

GZIP_MAGIC = b"\x1f\x8b"
LINE_LIMIT: Final = 64 << 20
"""Bytes: a hundred times the record of a thousand single deals. A small file can hold an endless
line, compressed."""


class Header(Struct, frozen=True):
    """The first line."""

    archive: Literal[1]
    tournament: StoredTournament
    voids: tuple[tuple[str, str, str], ...]
    """Pair, reason and time of each."""


class _CrashLine(Struct, frozen=True):
    crash: CrashReport


def write_archive(store: Store, tournament: str, file: IO[bytes]) -> int:
    """Write all that is stored of a tournament, as it is at this moment; how many matches.

    Raises:
        InputError: there is no such tournament.
        StoreError: a record cannot be read.
        OSError: the file cannot be written.
    """
    matches = 0
    with store.snapshot(), gzip.GzipFile("", "wb", fileobj=file, mtime=0) as packed:
        stored = store.tournament(tournament)
        voids = tuple(store.void_rows(stored.name))
        packed.write(msgspec.json.encode(Header(1, stored, voids)) + b"\n")
        for matches, (record, crash) in enumerate(store.exported(stored.name), 1):  # noqa: B007
            if crash is not None:
                packed.write(b'{"crash":' + crash.encode() + b"}\n")
            packed.write(record + b"\n")
    return matches


def read_archive(path: Path, name: str | None) -> tuple[Header, Iterator[PlayedMatch]]:
    """An archive, or the records that `arena export` wrote.

    Args:
        path: the file, compressed or not.
        name: of the tournament; where it is None the archive says it.

    Raises:
        InputError: it is neither, or no name was given for mere records. The matches may raise it
            too, where the file is damaged further down.
    """
    header, _ = read_lines(path)
    if header is None:
        if name is None:
            raise InputError(f"{path}: records do not name their tournament: give --tournament")
        return Header(1, _guessed(name, _matches(path)), ()), _matches(path)
    if name is not None:
        header = Header(1, replace(header.tournament, name=name), header.voids)
    return header, _matches(path)


def read_lines(path: Path) -> tuple[Header | None, Iterator[bytes]]:
    """What an archive says of its tournament, and the lines behind it, as they are.

    Of what `arena export` wrote there are the lines alone. The lines may raise `InputError` where
    the file is damaged.

    Raises:
        InputError: the file cannot be read, or is an archive of another version.
    """
    begin = next(_lines(path), b"")
    if b'"archive"' not in begin[:20]:
        return None, _lines(path)
    try:
        header = msgspec.json.decode(begin, type=Header)
    except msgspec.DecodeError as error:
        raise InputError(f"{path}: line 1 is not an archive's of version 1: {error}") from None
    return header, islice(_lines(path), 1, None)


def is_crash(line: bytes) -> bool:
    """Whether a line tells what a forfeit left behind, and is no record."""
    return line.startswith(b'{"crash":')


def _matches(path: Path) -> Iterator[PlayedMatch]:
    crash: CrashReport | None = None
    for number, line in enumerate(_lines(path), 1):
        if number == 1 and b'"archive"' in line[:20]:
            continue
        try:
            if is_crash(line):
                crash = msgspec.json.decode(line, type=_CrashLine).crash
                continue
            yield PlayedMatch(decode_record(without_link(line)[0]), crash)
        except (InputError, msgspec.DecodeError) as error:
            raise InputError(f"{path}: line {number}: {error}") from None
        crash = None


def _lines(path: Path) -> Iterator[bytes]:
    try:
        with path.open("rb") as raw:
            packed = raw.peek(2)[:2] == GZIP_MAGIC
            file = gzip.GzipFile(fileobj=raw) if packed else raw
            for number in count(1):
                line = file.readline(LINE_LIMIT + 1)
                if len(line) > LINE_LIMIT:
                    limit = LINE_LIMIT >> 20
                    raise InputError(f"{path}: line {number} is no record: it is over {limit} MiB")
                if not line:
                    return
                if line := line.strip():
                    yield line
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise InputError(f"{path}: is cut short or damaged: {error}") from None
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}") from None


def _guessed(name: str, matches: Iterator[PlayedMatch]) -> StoredTournament:
    """What records tell of their tournament: enough to read it, not enough to go on with it."""
    bots: dict[str, str] = {}
    last: MatchRecord | None = None
    for match in matches:
        last = match.record
        bots |= {bot.name: bot.version for bot in last.bots}
    if last is None:
        raise InputError("there is no record in it")
    config = msgspec.json.encode({"tournament": {"format": last.format}}).decode()
    entrants = tuple(Entrant(bot, version) for bot, version in bots.items())
    return StoredTournament(name, "", last.commitment, config, None, utc_now(), entrants)
