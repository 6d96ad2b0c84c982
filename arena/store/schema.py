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

_MEETINGS = [
    # A pair counts its pieces of evidence (`referee.pair_score`), as seen from its first bot.
    "DROP INDEX pair_by_bots",
    "ALTER TABLE pair ADD COLUMN lost INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE pair ADD COLUMN halved INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE pair ADD COLUMN won INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE pair ADD COLUMN points INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE pair ADD COLUMN squares INTEGER NOT NULL DEFAULT 0",
    """
    UPDATE pair SET (lost, halved, won, points, squares) = (
        SELECT score = 0, score = 0.5, score = 1, sum(difference), sum(difference) * sum(difference)
        FROM (
            SELECT iif(zero = first, 1, -1) * (points_zero - points_one) AS difference
            FROM match WHERE match.tournament = pair.tournament AND match.pair = pair.pair
        )
    )
    """,
    "ALTER TABLE pair DROP COLUMN score",
    # The same, summed up by bots: standings read this and never the pairs.
    """
    CREATE TABLE meeting (
        tournament TEXT NOT NULL REFERENCES tournament(name),
        first TEXT NOT NULL,
        second TEXT NOT NULL,
        lost INTEGER NOT NULL,
        halved INTEGER NOT NULL,
        won INTEGER NOT NULL,
        points INTEGER NOT NULL,
        squares INTEGER NOT NULL,
        PRIMARY KEY (tournament, first, second)
    ) STRICT
    """,
    """
    INSERT INTO meeting
    SELECT tournament, first, second, sum(lost), sum(halved), sum(won), sum(points), sum(squares)
    FROM pair GROUP BY tournament, first, second
    """,
    # Single deals can leave a match without a winner, and a fault does not decide it.
    """
    CREATE TABLE new_match (
        number INTEGER PRIMARY KEY, -- in the order of storing
        tournament TEXT NOT NULL,
        match TEXT NOT NULL,
        pair TEXT NOT NULL,
        zero TEXT NOT NULL,         -- the bot in seat 0
        one TEXT NOT NULL,
        points_zero INTEGER NOT NULL,
        points_one INTEGER NOT NULL,
        winner TEXT,
        reason TEXT NOT NULL,
        fault TEXT,
        at_fault TEXT,              -- the bot
        deals INTEGER NOT NULL,
        record BLOB NOT NULL,       -- the whole record, JSON, compressed with zlib
        crash TEXT,                 -- what a forfeit left behind, JSON; for the organiser only
        UNIQUE (tournament, match),
        FOREIGN KEY (tournament, pair) REFERENCES pair(tournament, pair)
    ) STRICT
    """,
    """
    INSERT INTO new_match
    SELECT number, tournament, match, pair, zero, one, points_zero, points_one, winner, reason,
        fault, iif(fault IS NULL, NULL, iif(winner = zero, one, zero)), deals, record, crash
    FROM match
    """,
    "DROP TABLE match",
    "ALTER TABLE new_match RENAME TO match",
    "CREATE INDEX match_by_fault ON match (tournament, at_fault, fault) WHERE fault IS NOT NULL",
]

# The newest matches of a tournament, of a bot in either seat, or with a fault: read from the end of
# an index, because each also holds the row's number.
_LISTS = [
    "CREATE INDEX match_by_number ON match (tournament)",
    "CREATE INDEX match_by_zero ON match (tournament, zero)",
    "CREATE INDEX match_by_one ON match (tournament, one)",
    "CREATE INDEX match_with_fault ON match (tournament) WHERE fault IS NOT NULL",
]

_BOTS = [
    # A row is a version that was submitted; the files lie beside the store.
    """
    CREATE TABLE bot (
        name TEXT NOT NULL,
        number INTEGER NOT NULL,    -- of the version, from 1
        version TEXT NOT NULL,      -- hash of the content
        author TEXT NOT NULL,
        language TEXT NOT NULL,
        network INTEGER NOT NULL,   -- 1 if the build could use the network
        submitted TEXT NOT NULL,    -- UTC, ISO 8601
        PRIMARY KEY (name, number),
        UNIQUE (name, version)
    ) STRICT
    """,
]

_TRUST = [
    # Of the record behind the one before in its tournament (`referee.chain`); what was stored by
    # an earlier version has none until the store is rebuilt.
    "ALTER TABLE match ADD COLUMN link TEXT",
    # When the seed was given out: UTC, ISO 8601. Nothing is played after that.
    "ALTER TABLE tournament ADD COLUMN revealed TEXT",
]

_ANALYSES = [
    # A match as a version of an analyst sees it; whoever rebuilds a store makes it again.
    """
    CREATE TABLE analysis (
        number INTEGER PRIMARY KEY, -- in the order of storing
        tournament TEXT NOT NULL,
        match TEXT NOT NULL,
        analyst TEXT NOT NULL,
        version TEXT NOT NULL,      -- hash of the analyst's content
        move_ms INTEGER NOT NULL,   -- how long it could take for a decision
        at TEXT NOT NULL,           -- UTC, ISO 8601
        judgements BLOB NOT NULL,   -- JSON: a row for each decision with a choice
        UNIQUE (tournament, match, version),
        FOREIGN KEY (tournament, match) REFERENCES match(tournament, match)
    ) STRICT
    """,
]
_UPLOADS = [
    # Of a token only a hash is kept: whoever reads the store learns none.
    """
    CREATE TABLE token (
        id TEXT PRIMARY KEY,        -- the part of a token that may be shown
        hash BLOB NOT NULL,         -- SHA-256 of the whole
        author TEXT NOT NULL,
        organiser INTEGER NOT NULL, -- 1 if it is an organiser's
        made TEXT NOT NULL,         -- UTC, ISO 8601
        revoked TEXT                -- when it stopped to count: UTC, ISO 8601
    ) STRICT
    """,
    # The author whose token a version came with; none where it was submitted at the command line.
    "ALTER TABLE bot ADD COLUMN owner TEXT",
    # A row is a bot that came through the web and was looked at: what its author is told.
    """
    CREATE TABLE upload (
        ticket TEXT PRIMARY KEY,
        author TEXT NOT NULL,
        received TEXT NOT NULL,     -- UTC, ISO 8601
        outcome TEXT NOT NULL,
        bot TEXT,                   -- its name, with the number of the version once it has one
        report TEXT NOT NULL        -- JSON; for the author and the organiser
    ) STRICT
    """,
    "CREATE INDEX upload_by_author ON upload (author)",
]

MIGRATIONS = [_TOURNAMENTS, _MEETINGS, _LISTS, _BOTS, _TRUST, _ANALYSES, _UPLOADS]


def migrate(connection: sqlite3.Connection) -> None:
    """Bring an open store to the newest version, all or nothing.

    Raises:
        StoreError: the file is no store, or comes from a newer version of this program. It is left
            as it was.
    """
    # All of one moment: another process may be making the store.
    connection.execute("BEGIN")
    (seen,) = connection.execute("PRAGMA user_version").fetchone()
    (mark,) = connection.execute("PRAGMA application_id").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    connection.execute("COMMIT")
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
