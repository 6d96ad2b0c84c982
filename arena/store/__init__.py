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
    Entrant,
    MatchRow,
    Meeting,
    MeetingsOf,
    PairResult,
    StoredAnalysis,
    StoredBot,
    StoredTournament,
    VoidReason,
)
from arena.store.store import Store, utc_now

__all__ = [
    "Entrant",
    "Header",
    "Holder",
    "MatchRow",
    "Meeting",
    "MeetingsOf",
    "PairResult",
    "Rebuilt",
    "Store",
    "StoredAnalysis",
    "StoredBot",
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
