"""Puts a rebuilt store in the place of one that is damaged, or that its records contradict."""

import contextlib
import os
import zlib
from collections.abc import Iterator
from pathlib import Path

from arena.errors import DamagedStoreError, InputError, StoreError
from arena.records import PlayedMatch, encode_record
from arena.store.archive import read_archive
from arena.store.backup import SIDES, finished_store
from arena.store.bots import copy_bots, stored_bots
from arena.store.lock import hold
from arena.store.rebuild import Packed, Rebuilt, differences, rebuild_tournament, salvaged
from arena.store.store import Store
from arena.store.tokens import copy_tokens, stored_tokens
from arena.store.uploads import copy_uploads

SQLITE_MAGIC = b"SQLite format 3\0"


def mend(path: Path) -> Rebuilt:
    """Rebuild a store from its own records, compare, and replace it if that is not the same.

    A store that is damaged is kept under another name; what can be read of it is in the new one.

    Raises:
        StoreError: a runner works on it, or not even its tournaments can be read.
    """
    told = Rebuilt()
    with hold(path, ""), finished_store(path, replaces=False) as unfinished:
        with Store(path) as before, Store(unfinished, create=True) as anew:
            _rebuild(before, anew, told)
        if told.unreadable or not _in_order(path):
            told.aside = _put_in_place(unfinished, path)
            return told
        told.differences = differences(unfinished, path)
        if told.differences:
            with Store(path) as before, Store(unfinished) as anew:
                anew.copy_to(before)
    return told


def _in_order(path: Path) -> bool:
    try:
        with Store(path) as store:
            store.check()
    except DamagedStoreError:
        return False
    return True


def restore(path: Path, source: Path, tournament: str | None) -> Rebuilt:
    """Make a store of a backup, an archive or exported records.

    Args:
        path: the store; nothing is there yet, or a store that is damaged or empty.
        source: what to make it of.
        tournament: the name for exported records, which do not tell it.

    Raises:
        InputError: a store in order is at that path, or the source is none.
        StoreError: what is at that path is no store of ours, or a runner works on it.
    """
    told = Rebuilt()
    if source.exists() and path.exists() and source.samefile(path):
        raise InputError(f"{path}: is the store itself; leave the source out")
    with hold(path, tournament or ""), finished_store(path, replaces=False) as unfinished:
        _refuse_store_in_order(path)
        with Store(unfinished, create=True) as anew:
            _fill(anew, source, tournament, told)
        if path.exists():
            told.aside = _put_in_place(unfinished, path)
        else:
            unfinished.replace(path)
    return told


def _fill(anew: Store, source: Path, tournament: str | None, told: Rebuilt) -> None:
    if _is_database(source):
        with Store(source) as kept:
            if not _in_order(source):
                _rebuild(kept, anew, told)
                return
            kept.copy_to(anew)
        told.tournaments = len(anew.all_names())
        ((told.matches,),) = anew.fetch("SELECT count(*) FROM match", ())
        return
    header, matches = read_archive(source, tournament)
    rebuild_tournament(anew, header.tournament, header.voids, map(_packed, matches), told)


def _packed(match: PlayedMatch) -> Packed:
    return Packed(match, zlib.compress(encode_record(match.record)))


def _rebuild(before: Store, anew: Store, told: Rebuilt) -> None:
    with contextlib.suppress(DamagedStoreError):  # they can be submitted again
        copy_bots(before, anew)
    with contextlib.suppress(DamagedStoreError):  # others can be given out
        copy_tokens(before, anew)
    with contextlib.suppress(DamagedStoreError):
        copy_uploads(before, anew)
    for name in reversed(before.all_names()):
        voids: list[tuple[str, str, str]] = []
        with contextlib.suppress(DamagedStoreError):  # they decide no result
            voids = before.void_rows(name)
        rebuild_tournament(anew, before.tournament(name), voids, salvaged(before, name), told)


def _is_database(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(len(SQLITE_MAGIC)) == SQLITE_MAGIC
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}") from None


def _refuse_store_in_order(path: Path) -> None:
    """A file that is no store at all, or a newer program's, is an error of its own."""
    if not path.exists():
        return
    with contextlib.suppress(DamagedStoreError), Store(path) as there:
        there.check()
        if there.all_names() or stored_bots(there) or stored_tokens(there):
            raise InputError(f"{path}: is a store in order; give another --store")


def _put_in_place(unfinished: Path, path: Path) -> Path:
    """Keep what is at the path under another name; there is a store at the path all the time."""
    aside = _free_name(path)
    try:
        os.link(path, aside)
        # A log that belongs to the old file would be played into the new one.
        for side in SIDES:
            left = path.with_name(path.name + side)
            if left.exists():
                left.rename(aside.with_name(aside.name + side))
        unfinished.replace(path)
    except OSError as error:
        raise StoreError(f"{path}: {error.strerror}") from None
    return aside


def _free_name(path: Path) -> Path:
    def names() -> Iterator[Path]:
        yield path.with_name(f"{path.name}.damaged")
        number = 1
        while True:
            number += 1
            yield path.with_name(f"{path.name}.damaged-{number}")

    return next(name for name in names() if not name.exists())
