"""The SQLite file itself: opening, transactions, and errors that say which file they are about."""

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from arena.errors import InputError, StoreError
from arena.store.schema import migrate

BUSY_S = 10.0
"""How long a write waits for another process that writes."""


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
        return self.path.with_name(f"{self.path.name}.{kind}")

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

    def _fetch(self, query: str, arguments: tuple[object, ...]) -> list[tuple[Any, ...]]:
        """All rows that the query gives."""
        with self._explained():
            return self._db.execute(query, arguments).fetchall()

    @contextlib.contextmanager
    def _explained(self) -> Iterator[None]:
        """Say which file an error of SQLite is about, and what it means."""
        try:
            yield
        except sqlite3.Error as error:
            raise StoreError(f"{self.path}: {error}") from error
        except StoreError as error:
            raise StoreError(f"{self.path}: {error}") from None
