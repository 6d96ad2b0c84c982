"""SQLite: migrations, writes (one transaction for each thing that happened), reads."""

from arena.store.analyses import save_analysis, stored_analysis
from arena.store.archive import Header, is_crash, read_lines, write_archive
from arena.store.backup import back_up
from arena.store.backups import beside
from arena.store.bots import add_bot, give_bot, stored_bots
from arena.store.database import check_folder
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
    MeetingsOf,
    PairResult,
    StoredAnalysis,
    StoredBot,
    StoredToken,
    StoredTournament,
    StoredUpload,
    VoidReason,
)
from arena.store.store import Store, foremost, utc_now
from arena.store.tokens import new_token, revoke_token, stored_tokens, token_of_id, token_of_text
from arena.store.uploads import add_upload, find_upload, uploads

__all__ = [
    "NOTHING",
    "PERSON",
    "TABLES",
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
    "StoredToken",
    "StoredTournament",
    "StoredUpload",
    "VoidReason",
    "add_bot",
    "add_upload",
    "back_up",
    "beside",
    "check_folder",
    "find_upload",
    "foremost",
    "give_bot",
    "hold",
    "holder",
    "is_crash",
    "mend",
    "new_token",
    "read_lines",
    "restore",
    "revoke_token",
    "save_analysis",
    "stored_analysis",
    "stored_bots",
    "stored_tokens",
    "token_of_id",
    "token_of_text",
    "uploads",
    "utc_now",
    "write_archive",
]
