"""What the store tells, for programs: the same on the command line and in the browser."""

from arena.views.crosstable import CELL_FIELDS, cell_record, crosstable_json
from arena.views.csv import csv_text
from arena.views.luck import luck_fields
from arena.views.matches import MATCH_FIELDS, match_object, match_record
from arena.views.schedules import bracket_json, swiss_json
from arena.views.standings import ROW_FIELDS, leaderboard_json, pairs_saved, row_record
from arena.views.status import status_json
from arena.views.text import harmless, harmless_line

__all__ = [
    "CELL_FIELDS",
    "MATCH_FIELDS",
    "ROW_FIELDS",
    "bracket_json",
    "cell_record",
    "crosstable_json",
    "csv_text",
    "harmless",
    "harmless_line",
    "leaderboard_json",
    "luck_fields",
    "match_object",
    "match_record",
    "pairs_saved",
    "row_record",
    "status_json",
    "swiss_json",
]
