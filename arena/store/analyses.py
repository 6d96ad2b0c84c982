"""What analysts said of stored matches. Not of the record: it can be made again at any time."""

from arena.store.database import Database
from arena.store.rows import StoredAnalysis

_COLUMNS = "analyst, version, move_ms, at, judgements"


def stored_analysis(
    store: Database, tournament: str, match: str, version: str | None = None
) -> StoredAnalysis | None:
    """The newest analysis of a match, or that by this version of an analyst."""
    rows = store.fetch(
        f"SELECT {_COLUMNS} FROM analysis WHERE tournament = ? AND match = ? "
        "AND version = coalesce(?, version) ORDER BY number DESC LIMIT 1",
        (tournament, match, version),
    )
    return StoredAnalysis(*rows[0]) if rows else None


def save_analysis(store: Database, tournament: str, match: str, analysis: StoredAnalysis) -> None:
    """Store an analysis of a stored match, in place of the one by the same version of an analyst.

    Raises:
        StoreError: there is no such match, or the store cannot be written.
    """
    with store.transaction():
        # A row that replaces another gets a new number: the newest is the last.
        store.fetch(
            f"INSERT OR REPLACE INTO analysis (tournament, match, {_COLUMNS}) "
            "VALUES (?, ?, ?, ?, ?, ?, ?)",
            (
                *(tournament, match, analysis.analyst, analysis.version, analysis.move_ms),
                *(analysis.at, analysis.judgements),
            ),
        )
