"""What a mirror pair says about its two bots, from its two records.

A pair of matches is one piece of evidence. A pair of rows of single deals is one for each deck that
both rows played to an end: its two deals, with the seats exchanged.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from arena.records.record import MatchRecord

Unit = tuple[int, int]
"""A match or a deal: 1 if the bot won it, and its points minus the opponent's."""


@dataclass(frozen=True, slots=True)
class PairScore:
    """Evidence counted by what became of it, as seen from one of the bots."""

    lost: int
    """Both halves were lost."""
    halved: int
    won: int
    points: int
    """Its points minus the opponent's, all together."""
    squares: int
    """The sum of the squares of that difference, piece by piece."""


def pair_score(halves: tuple[MatchRecord, MatchRecord], bot: str) -> PairScore:
    """The score of the bot of that name."""
    one, other = halves
    return score_of(piece_units(one, bot), piece_units(other, bot))


def score_of(one: Iterable[Unit], other: Iterable[Unit]) -> PairScore:
    """The score from the pieces of both halves."""
    # Where a fault ended the second row early, the decks behind it say nothing.
    pieces = list(zip(one, other, strict=False))
    wins = [one + other for (one, _), (other, _) in pieces]
    points = [one + other for (_, one), (_, other) in pieces]
    return PairScore(
        wins.count(0),
        wins.count(1),
        wins.count(2),
        sum(points),
        sum(difference**2 for difference in points),
    )


def piece_units(record: MatchRecord, bot: str) -> list[Unit]:
    """What one half says, piece by piece, as the bot of that name sees it."""
    seat = [entrant.name for entrant in record.bots].index(bot)
    if record.format == "match":
        result = record.result
        return [(int(result.winner == seat), result.points[seat] - result.points[1 - seat])]
    return [
        (1, deal.points or 0) if deal.winner == seat else (0, -(deal.points or 0))
        for deal in record.deals
    ]
