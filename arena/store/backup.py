"""Copies of a store that are whole, made while a runner writes to it."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

from arena.errors import InputError, StoreError
from arena.store.backups import Backup, note_backup
from arena.store.database import Database
from arena.store.store import Store, utc_now

SIDES = ("-wal", "-shm", "-journal")
"""What SQLite keeps beside a file while it is open."""


def back_up(store: Store, path: Path) -> None:
    """Copy a store as it is at one moment, read the copy, and remember where it is.

    An older backup at that path is replaced once the new one is whole. Writers are not held up.

    Raises:
        InputError: another file than a store is there, the store itself, or it cannot be written.
        StoreError: the store cannot be read, or the copy is damaged.
    """
    path = path.absolute()
    if path.exists():
        if path.samefile(store.path):
            raise InputError(f"{path}: is the store itself; name another file")
        _refuse_strangers(path)
    with finished_store(path) as unfinished, Database(unfinished, create=True) as copy:
        store.copy_to(copy)
        copy.check()
    note_backup(store.path, Backup(utc_now(), path))


@contextlib.contextmanager
def finished_store(path: Path, *, replaces: bool = True) -> Iterator[Path]:
    """Where to make a store that takes the path's place once it is whole and on the disk.

    Without `replaces` whoever asked for it moves it there; what is not moved goes.

    Raises:
        InputError: it cannot be written there.
    """
    unfinished = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        try:
            unfinished.unlink(missing_ok=True)
            unfinished.touch(exist_ok=False)
            yield unfinished
            if replaces:
                with unfinished.open("rb") as file:
                    os.fsync(file.fileno())
                unfinished.replace(path)
        except OSError as error:
            raise InputError(f"{path}: {error.strerror}") from None
    finally:
        for side in ("", *SIDES):
            unfinished.with_name(unfinished.name + side).unlink(missing_ok=True)


def _refuse_strangers(path: Path) -> None:
    try:
        with Database(path):
            pass
    except StoreError as error:
        raise InputError(f"{error}; a backup does not replace it") from None
