"""The SQLite file itself: opening, transactions, and errors that say which file they are about."""

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from arena.errors import DamagedStoreError, InputError, StoreError
from arena.store.backups import advice_on, beside, last_backup
from arena.store.schema import migrate

BUSY_S = 10.0
"""How long a write waits for another process that writes."""


def check_folder(store: Path) -> None:
    """Whether a store can be at that path.

    Raises:
        InputError: there is no such folder, so the path is a mistake.
    """
    if not store.parent.is_dir():
        raise InputError(f"{store}: there is no folder {store.parent}; make it, or mend the path")


class Database:
    """An open database; a context manager.

    Every method may raise `StoreError`: the file is locked, full, read-only or damaged.
    """

    def __init__(self, path: Path, *, create: bool = False) -> None:
        """Open a store, and bring it to the newest version.

        Args:
            path: the SQLite file.
            create: make it if it is not there.

        Raises:
            InputError: there is no such file, and `create` was not asked for; or no folder for it.
            StoreError: it is no store, damaged, or from a newer version; it is left as it was.
        """
        self.path = path
        check_folder(path)
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

    def __enter__(self) -> Self:
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

    def beside(self, kind: str) -> Path:
        """Where files of a kind are kept that belong to this store, such as `logs`."""
        return beside(self.path, kind)

    @contextlib.contextmanager
    def snapshot(self) -> Iterator[None]:
        """All that is read inside is of one moment, while others write."""
        self.fetch("BEGIN", ())
        try:
            yield
        finally:
            self.fetch("COMMIT", ())

    def copy_to(self, other: "Database") -> None:
        """Put all that is stored here in place of all that is there, in one transaction."""
        with other._explained():
            self._db.backup(other._db)

    def check(self) -> None:
        """Read every page.

        Raises:
            StoreError: one is damaged.
        """
        ((found,), *_) = self.fetch("PRAGMA quick_check(1)", ())
        if found != "ok":
            raise DamagedStoreError(f"{self.path}: is damaged: {found}. {advice_on(self.path)}")

    @contextlib.contextmanager
    def transaction(self) -> Iterator[None]:
        """All that is written inside is stored, or nothing of it."""
        with self._explained():
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise

    def fetch(self, query: str, arguments: tuple[object, ...]) -> list[tuple[Any, ...]]:
        """All rows that the query gives."""
        with self._explained():
            return self._db.execute(query, arguments).fetchall()

    @contextlib.contextmanager
    def _explained(self) -> Iterator[None]:
        """Say which file an error of SQLite is about, and what it means."""
        try:
            yield
        except sqlite3.Error as error:
            raise _told(error, self.path) from error
        except StoreError as error:
            raise type(error)(f"{self.path}: {error}") from None


def _told(error: sqlite3.Error, path: Path) -> StoreError:
    """What an error means to whoever owns the file."""
    # An error that does not come from SQLite itself has no code.
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code == sqlite3.SQLITE_CORRUPT:
        return DamagedStoreError(f"{path}: is damaged: {error}. {advice_on(path)}")
    # A file that was never a store has no backups, and is nothing to rebuild.
    if code == sqlite3.SQLITE_NOTADB and last_backup(path):
        return DamagedStoreError(f"{path}: {error}. {advice_on(path)}")
    return StoreError(f"{path}: {error}")
