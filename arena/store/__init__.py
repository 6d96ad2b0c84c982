"""SQLite: migrations, writes (one transaction for each thing that happened), reads."""

from arena.store.rows import Entrant, MatchRow, Meeting, PairResult, StoredTournament
from arena.store.store import Store, utc_now

__all__ = ["Entrant", "MatchRow", "Meeting", "PairResult", "Store", "StoredTournament", "utc_now"]
