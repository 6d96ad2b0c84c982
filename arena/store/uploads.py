"""What came of bots that came through the web: for their authors, and the organiser."""

from typing import Final

from arena.store.database import Database
from arena.store.rows import StoredUpload

KEPT: Final = 50
"""Reports of each author; older ones go."""

_COLUMNS = "ticket, author, received, outcome, bot, report"


def add_upload(store: Database, upload: StoredUpload) -> None:
    """Store a report, and let the author's oldest go where there are too many."""
    with store.transaction():
        _insert(store, upload)
        store.fetch(
            "DELETE FROM upload WHERE rowid IN (SELECT rowid FROM upload WHERE author = ? "
            "ORDER BY rowid DESC LIMIT -1 OFFSET ?)",
            (upload.author, KEPT),
        )


def find_upload(store: Database, ticket: str) -> StoredUpload | None:
    """The report of that ticket, None if it is not there, or not any more."""
    rows = store.fetch(f"SELECT {_COLUMNS} FROM upload WHERE ticket = ?", (ticket,))
    return StoredUpload(*rows[0]) if rows else None


def uploads(store: Database, author: str | None, limit: int) -> list[StoredUpload]:
    """Reports of an author, or for None of all, the newest first."""
    which, arguments = ("WHERE author = ?", (author, limit)) if author else ("", (limit,))
    query = f"SELECT {_COLUMNS} FROM upload {which} ORDER BY rowid DESC LIMIT ?"
    return [StoredUpload(*row) for row in store.fetch(query, arguments)]


def copy_uploads(store: Database, into: Database) -> None:
    """Store in another store the reports of this one."""
    with into.transaction():
        for upload in reversed(uploads(store, None, -1)):
            _insert(into, upload)


def _insert(store: Database, upload: StoredUpload) -> None:
    row = tuple(getattr(upload, name) for name in _COLUMNS.split(", "))
    store.fetch(f"INSERT INTO upload ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)", row)
