"""A leaderboard as text and as JSON."""

from dataclasses import asdict
from typing import Any

from arena.cli.luck_view import LUCK_OUT, luck_fields, luck_note, luck_text
from arena.cli.schedule_view import bracket_json, bracket_lines, swiss_json, swiss_line
from arena.cli.sheet import Sheet, sheet_text
from arena.cli.text import plural
from arena.ratings import Rating, Standing
from arena.tournament import Leaderboard, LeaderboardRow
from arena.wire import Format

HEADERS = ("rank", "bot", "Elo", "95 %", "score", "pairs", "forfeits")
DEALS_HEADERS = (*HEADERS[:5], "points/deal", *HEADERS[5:])

FIELDS = (
    *("bot", "version", "group", "rank_low", "rank_high", "elo", "elo_low", "elo_high", "bound"),
    *("score", "pairs", "points_per_deal", "points_per_deal_error", "forfeits"),
)
"""Of a row for programs that want no JSON."""

PAIRS_FOR_SAVING = 30
"""Below so many pairs, what mirroring saves is mostly chance."""


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
    records = [_record(row) for row in board.rows]
    fields: tuple[str, ...] = FIELDS
    if luck:
        headers = (*headers, LUCK_OUT)
        cells = [[*_cells(row, board.format), luck_text(row.luck_out)] for row in board.rows]
        records = [_record(row) | luck_fields(row.luck_out) for row in board.rows]
        fields = (*FIELDS, *luck_fields(None))
        note += luck_note()
    right = f"rank Elo score points/deal pairs {LUCK_OUT}"
    return Sheet(headers, cells, right, note, records, fields)


def leaderboard_json(board: Leaderboard) -> dict[str, Any]:
    """The same, for programs."""
    return {
        "tournament": board.tournament,
        "format": board.format,
        "pairs": board.pairs,
        "voids": board.voids,
        "groups": board.groups,
        "pairs_saved": pairs_saved(board),
        **_extras(board),
        "bots": [_object(row) for row in board.rows],
    }


def _extras(board: Leaderboard) -> dict[str, Any]:
    """What only some schedules have."""
    found: dict[str, Any] = {}
    if board.joined is not None:
        found["rated_with"] = {"tournament": board.joined[0], "pairs": board.joined[1]}
    if board.bracket is not None:
        found["bracket"] = bracket_json(board.bracket)
    if board.swiss is not None:
        found["swiss"] = swiss_json(board.swiss)
    return found


def pairs_saved(board: Leaderboard) -> float | None:
    """What mirroring saved, where it says something: many pairs, and no perfect scores."""
    bounded = any(row.standing.rating and row.standing.rating.bound for row in board.rows)
    return None if bounded or board.pairs < PAIRS_FOR_SAVING else board.pairs_saved


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


def _object(row: LeaderboardRow) -> dict[str, Any]:
    standing, rating = row.standing, row.standing.rating
    return {
        "bot": standing.name,
        "version": row.version,
        "group": rating.group if rating else None,
        "rank": [rating.ranks.low, rating.ranks.high] if rating else None,
        "elo": rating.elo if rating else None,
        "bound": rating.bound if rating else None,
        "interval": [rating.interval.lo, rating.interval.hi] if rating else None,
        "score": rating.score if rating else None,
        "pairs": standing.pairs,
        "forfeits": row.forfeits,
        **({"points_per_deal": asdict(row.points)} if row.points else {}),
        **({"luck_out": luck_fields(row.luck_out)} if row.luck_out else {}),
    }


def _record(row: LeaderboardRow) -> dict[str, object]:
    standing, rating = row.standing, row.standing.rating
    points = row.points
    return {
        "bot": standing.name,
        "version": row.version,
        "group": rating.group if rating else None,
        "rank_low": rating.ranks.low if rating else None,
        "rank_high": rating.ranks.high if rating else None,
        "elo": rating.elo if rating else None,
        "elo_low": rating.interval.lo if rating else None,
        "elo_high": rating.interval.hi if rating else None,
        "bound": rating.bound if rating else None,
        "score": rating.score if rating else None,
        "pairs": standing.pairs,
        "points_per_deal": points.mean if points else None,
        "points_per_deal_error": points.error if points else None,
        "forfeits": sum(row.forfeits.values()),
    }
