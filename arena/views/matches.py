"""Matches in a list, for programs."""

from arena.store import MatchRow

MATCH_FIELDS = (
    *("match", "seat_0", "seat_1", "points_0", "points_1"),
    *("winner", "reason", "fault", "deals"),
)
"""Of a match for programs that want no JSON."""


def match_object(row: MatchRow) -> dict[str, object]:
    """A match, with pairs by seat."""
    return {
        "match": row.match,
        "bots": row.bots,
        "points": row.points,
        "winner": row.winner,
        "reason": row.reason,
        "fault": row.fault,
        "deals": row.deals,
    }


def match_record(row: MatchRow) -> dict[str, object]:
    """A match, for tables that hold plain values."""
    return {
        "match": row.match,
        "seat_0": row.bots[0],
        "seat_1": row.bots[1],
        "points_0": row.points[0],
        "points_1": row.points[1],
        "winner": row.winner,
        "reason": row.reason,
        "fault": row.fault,
        "deals": row.deals,
    }
