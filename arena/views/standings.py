"""The standings, for programs."""

from dataclasses import asdict
from typing import Any

from arena.results import Leaderboard, LeaderboardRow
from arena.views.luck import luck_fields
from arena.views.schedules import bracket_json, swiss_json

ROW_FIELDS = (
    *("bot", "version", "group", "rank_low", "rank_high", "elo", "elo_low", "elo_high", "bound"),
    *("score", "pairs", "points_per_deal", "points_per_deal_error", "forfeits"),
)
"""Of a row for programs that want no JSON."""

PAIRS_FOR_SAVING = 30
"""Below so many pairs, what mirroring saves is mostly chance."""


def leaderboard_json(board: Leaderboard) -> dict[str, Any]:
    """The standings, and what a reader needs to know about them."""
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


def row_record(row: LeaderboardRow) -> dict[str, object]:
    """A row, for tables that hold plain values."""
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
