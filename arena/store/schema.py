"""The tables, as migrations. A store's version is how many of them it has seen.

Never change one that was released: add the next.
"""

import sqlite3

from arena.errors import StoreError

APPLICATION_ID = 0x484F4B4D
"""Marks an SQLite file as a store of ours ("HOKM")."""

_TOURNAMENTS = [
    """
    CREATE TABLE tournament (
        name TEXT PRIMARY KEY,
        seed TEXT NOT NULL,
        commitment TEXT NOT NULL,
        config TEXT NOT NULL,      -- JSON: what a change of the config is compared with
        anchor TEXT,               -- bot:rating, for the display
        created TEXT NOT NULL      -- UTC, ISO 8601
    ) STRICT
    """,
    """
    CREATE TABLE entrant (
        tournament TEXT NOT NULL REFERENCES tournament(name),
        name TEXT NOT NULL,
        version TEXT NOT NULL,
        author TEXT NOT NULL,
        language TEXT NOT NULL,
        PRIMARY KEY (tournament, name)
    ) STRICT
    """,
    # A row is a mirror pair that is over; score is the first bot's share of the two matches.
    """
    CREATE TABLE pair (
        tournament TEXT NOT NULL REFERENCES tournament(name),
        pair TEXT NOT NULL,
        first TEXT NOT NULL,
        second TEXT NOT NULL,
        score REAL NOT NULL,
        PRIMARY KEY (tournament, pair)
    ) STRICT
    """,
    """
    CREATE TABLE match (
        number INTEGER PRIMARY KEY, -- in the order of storing
        tournament TEXT NOT NULL,
        match TEXT NOT NULL,
        pair TEXT NOT NULL,
        zero TEXT NOT NULL,         -- the bot in seat 0
        one TEXT NOT NULL,
        points_zero INTEGER NOT NULL,
        points_one INTEGER NOT NULL,
        winner TEXT NOT NULL,
        reason TEXT NOT NULL,
        fault TEXT,
        deals INTEGER NOT NULL,
        record BLOB NOT NULL,       -- the whole record, JSON, compressed with zlib
        crash TEXT,                 -- what a forfeit left behind, JSON; for the organiser only
        UNIQUE (tournament, match),
        FOREIGN KEY (tournament, pair) REFERENCES pair(tournament, pair)
    ) STRICT
    """,
    """
    CREATE TABLE void (
        number INTEGER PRIMARY KEY,
        tournament TEXT NOT NULL REFERENCES tournament(name),
        pair TEXT NOT NULL,
        reason TEXT NOT NULL,
        at TEXT NOT NULL
    ) STRICT
    """,
    "CREATE INDEX pair_by_bots ON pair (tournament, first, second, score)",
]

MIGRATIONS = [_TOURNAMENTS]


def migrate(connection: sqlite3.Connection) -> None:
    """Bring an open store to the newest version, all or nothing.

    Raises:
        StoreError: the file is no store, or comes from a newer version of this program. It is left
            as it was.
    """
    (seen,) = connection.execute("PRAGMA user_version").fetchone()
    (mark,) = connection.execute("PRAGMA application_id").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if tables and mark != APPLICATION_ID:
        raise StoreError("is an SQLite database, but not a store of this program")
    if seen > len(MIGRATIONS):
        raise StoreError(
            f"has version {seen}, this program knows up to {len(MIGRATIONS)}: upgrade hokm-arena"
        )
    if seen == len(MIGRATIONS):
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        # Again, now that nobody else can: another process may have done it meanwhile.
        (seen,) = connection.execute("PRAGMA user_version").fetchone()
        for migration in MIGRATIONS[seen:]:
            for statement in migration:
                connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise
