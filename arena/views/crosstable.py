"""Who scored what against whom, for programs."""

from typing import Any

from arena.results import Cell, Crosstable

CELL_FIELDS = (
    *("bot", "opponent", "pairs", "score", "score_low", "score_high"),
    *("elo", "elo_low", "elo_high", "expected", "z", "marked"),
)


def crosstable_json(found: Crosstable) -> dict[str, Any]:
    """Every pairing, and how well ratings explain them."""
    return {
        "tournament": found.tournament,
        "format": found.format,
        **({} if found.rated_with is None else {"rated_with": found.rated_with}),
        "bots": list(found.bots),
        "fit": {
            "statistic": found.fit.statistic,
            "degrees_of_freedom": found.fit.degrees_of_freedom,
        },
        "pairings": [cell_record(cell) for cell in found.pairings()],
    }


def cell_record(cell: Cell) -> dict[str, object]:
    """One pairing, as seen from its first bot."""
    found = cell.cell
    return {
        "bot": cell.bot,
        "opponent": cell.opponent,
        "pairs": found.pairs,
        "score": found.score,
        "score_low": cell.low,
        "score_high": cell.high,
        "elo": found.elo,
        "elo_low": found.elo_interval.lo,
        "elo_high": found.elo_interval.hi,
        "expected": cell.expected,
        "z": cell.z,
        "marked": cell.surprising,
    }
