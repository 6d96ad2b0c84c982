"""A leaderboard as text."""

from arena.cli.luck_view import LUCK_OUT, luck_note, luck_text
from arena.cli.schedule_view import bracket_lines, swiss_line
from arena.cli.sheet import Sheet, sheet_text
from arena.cli.text import plural
from arena.ratings import Rating, Standing
from arena.results import Leaderboard, LeaderboardRow
from arena.views.luck import luck_fields
from arena.views.standings import ROW_FIELDS, pairs_saved, row_record
from arena.wire import Format

HEADERS = ("rank", "bot", "Elo", "95 %", "score", "pairs", "forfeits")
DEALS_HEADERS = (*HEADERS[:5], "points/deal", *HEADERS[5:])


def leaderboard_text(board: Leaderboard) -> str:
    """The table, and what a reader needs to know about it."""
    return sheet_text(leaderboard_sheet(board))


def leaderboard_sheet(board: Leaderboard, *, luck: bool = False) -> Sheet:
    """The standings as a table for people and programs; with luck taken out, too, if asked for."""
    deals = board.format == "deals"
    note = f"{board.tournament}: {plural(board.pairs, 'mirror pair')}"
    if deals:
        note += " of single deals; Elo is that of a deal, not of a match"
    if board.joined is not None:
        other, pairs = board.joined
        note += f", rated with {plural(pairs, 'pair')} of {other}"
    if board.groups > 1:
        note += f"; {board.groups} groups that never met: not comparable with one another"
    if board.voids:
        note += f"; {plural(board.voids, 'void')} by the host, not scored"
    saved = pairs_saved(board)
    if saved is not None:
        note += f"; mirroring saved {100 * saved:.0f} % of the pairs"
    if board.bracket is not None:
        note += "\n" + "\n".join(bracket_lines(board.bracket))
    if board.swiss is not None:
        note += "\n" + swiss_line(board.swiss)
    headers = DEALS_HEADERS if deals else HEADERS
    cells = [_cells(row, board.format) for row in board.rows]
    records = [row_record(row) for row in board.rows]
    fields: tuple[str, ...] = ROW_FIELDS
    if luck:
        headers = (*headers, LUCK_OUT)
        cells = [[*_cells(row, board.format), luck_text(row.luck_out)] for row in board.rows]
        records = [row_record(row) | luck_fields(row.luck_out) for row in board.rows]
        fields = (*ROW_FIELDS, *luck_fields(None))
        note += luck_note()
    right = f"rank Elo score points/deal pairs {LUCK_OUT}"
    return Sheet(headers, cells, right, note, records, fields)


def short(board: Leaderboard, places: int) -> str:
    """The first places in one line."""
    rated = [row.standing for row in board.rows if row.standing.rating]
    return " · ".join(f"{row.name} {_elo(row)}" for row in rated[:places])


def _cells(row: LeaderboardRow, form: Format) -> list[str]:
    standing, rating = row.standing, row.standing.rating
    forfeits = ", ".join(f"{count} {kind}" for kind, count in sorted(row.forfeits.items())) or "–"
    points = [_points(row)] if form == "deals" else []
    if rating is None:
        return ["–", standing.name, "–", "–", "–", *points, "0", forfeits]
    return [
        ranks_text(rating),
        standing.name,
        _elo(standing),
        _interval(rating),
        f"{100 * rating.score:.1f} %",
        *points,
        f"{standing.pairs}",
        forfeits,
    ]


def _points(row: LeaderboardRow) -> str:
    return "–" if row.points is None else f"{row.points.mean:+.3f} ±{row.points.error:.3f}"


def ranks_text(rating: Rating) -> str:
    """Such as `2–4`, or one number."""
    low, high = rating.ranks.low, rating.ranks.high
    return f"{low}" if low == high else f"{low}–{high}"


def _elo(standing: Standing) -> str:
    rating = standing.rating
    return "–" if rating is None else f"{rating.bound or ''}{rating.elo:.0f}"


def _interval(rating: Rating) -> str:
    if rating.interval.lo is None or rating.interval.hi is None:
        return "one-sided"
    return f"±{(rating.interval.hi - rating.interval.lo) / 2:.0f}"
