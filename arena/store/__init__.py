"""SQLite: migrations, writes (one transaction for each thing that happened), reads."""

from arena.store.analyses import save_analysis, stored_analysis
from arena.store.archive import Header, is_crash, read_lines, write_archive
from arena.store.backup import back_up
from arena.store.backups import beside
from arena.store.bots import add_bot, stored_bots
from arena.store.lock import Holder, hold, holder
from arena.store.mend import mend, restore
from arena.store.rebuild import Rebuilt
from arena.store.rows import (
    NOTHING,
    PERSON,
    TABLES,
    Entrant,
    MatchRow,
    Meeting,
    PairResult,
    StoredAnalysis,
    StoredBot,
    StoredToken,
    StoredTournament,
    VoidReason,
)
from arena.store.store import Store, utc_now

__all__ = [
    "NOTHING",
    "PERSON",
    "TABLES",
    "Entrant",
    "Header",
    "Holder",
    "MatchRow",
    "Meeting",
    "PairResult",
    "Rebuilt",
    "Store",
    "StoredAnalysis",
    "StoredBot",
    "StoredToken",
    "StoredTournament",
    "VoidReason",
    "add_bot",
    "back_up",
    "beside",
    "hold",
    "holder",
    "is_crash",
    "mend",
    "read_lines",
    "restore",
    "save_analysis",
    "stored_analysis",
    "stored_bots",
    "utc_now",
    "write_archive",
]
