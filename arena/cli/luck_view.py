"""Scores with luck taken out, as text and for programs."""

from typing import Any

from arena.cli.sheet import Sheet
from arena.cli.text import plural
from arena.ratings import LuckOut
from arena.results import PairingLuck
from arena.views.luck import luck_fields

LUCK_OUT = "luck·out"
"""Header of the column."""

FIELDS = ("bot", "opponent", "pairs")


def luck_sheet(tournament: str, pairings: list[PairingLuck]) -> Sheet:
    """Every pairing with its score as it was and with luck taken out, a row for each."""
    rows = [
        [
            row.bot,
            row.opponent,
            f"{row.pieces}",
            _score(row.luck_out, "raw", "raw_error"),
            luck_text(row.luck_out),
            _removed(row.luck_out),
        ]
        for row in pairings
    ]
    return Sheet(
        ("bot", "opponent", "pairs", "score", LUCK_OUT, "removed"),
        rows,
        f"pairs score {LUCK_OUT} removed",
        f"{tournament}: {plural(len(pairings), 'pairing')}{luck_note()}"
        "; removed: share of the variance that mirroring had left",
        [_record(row) for row in pairings],
        (*FIELDS, *luck_fields(None)),
    )


def luck_json(tournament: str, pairings: list[PairingLuck]) -> dict[str, Any]:
    """The same, for programs."""
    return {"tournament": tournament, "pairings": [_record(row) for row in pairings]}


def luck_text(found: LuckOut | None) -> str:
    """The score with luck taken out, in %, with half its 95 % interval."""
    return _score(found, "score", "error")


def luck_note() -> str:
    """What the column is, to follow a note."""
    return f"; {LUCK_OUT}: the score with the luck of the cards taken out, ± half its 95 % interval"


def _record(row: PairingLuck) -> dict[str, object]:
    names = dict(zip(FIELDS, (row.bot, row.opponent, row.pieces), strict=True))
    return names | luck_fields(row.luck_out)


def _removed(found: LuckOut | None) -> str:
    return f"{100 * found.removed:.0f} %" if found and found.raw_error else "–"


def _score(found: LuckOut | None, score: str, error: str) -> str:
    if found is None:
        return "–"
    value, margin = 100 * getattr(found, score), 100 * getattr(found, error)
    # Pairs that all went the same way have no spread, which is not to be taken for certainty.
    return f"{value:.1f} ±{margin:.1f}" if margin else f"{value:.1f}"
