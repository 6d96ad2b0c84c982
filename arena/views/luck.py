"""Scores with luck taken out, for programs."""

from arena.ratings import LuckOut


def luck_fields(found: LuckOut | None) -> dict[str, object]:
    """All its numbers; None where there are too few pairs."""
    return {
        "raw_score": found.raw if found else None,
        "raw_error": found.raw_error if found else None,
        "luck_out_score": found.score if found else None,
        "luck_out_error": found.error if found else None,
        "variance_removed": found.removed if found else None,
    }
