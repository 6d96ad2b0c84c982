"""The score of mirror pairs, and beside each the part of it that its cards gave.

A piece of evidence is what `arena.records.pair_score` counts: a pair of matches, or a deck of a
pair of rows of single deals.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from arena.luck.deals import Floats, luck_of
from arena.luck.match_chance import Payoff, payoff
from arena.records import MatchRecord

Halves = tuple[MatchRecord, MatchRecord]

DEAL_WON: Payoff = (1.0, 1.0, 0.0, 0.0)
"""What the outcomes of a single deal score for hakem."""


@dataclass(frozen=True, slots=True)
class Pieces:
    """One number for each piece of evidence, as seen from one bot."""

    scores: Floats
    """0, ½ or 1, as in every table."""
    luck: Floats
    """How much of it the cards gave; its expectation is 0."""


def pieces(pairs: Sequence[Halves], bot: str) -> Pieces:
    """All pieces of these mirror pairs, as seen from the bot of that name."""
    halves = [record for pair in pairs for record in pair]
    luck = iter(luck_of([deal for record in halves for deal in record.deals]))
    scores, gains = [], []
    for pair in pairs:
        one, other = ([*_pieces(record, bot, luck)] for record in pair)
        # Where a fault ended the second row early, the decks behind it say nothing.
        for first, second in zip(one, other, strict=False):
            scores.append((first[0] + second[0]) / 2)
            gains.append((first[1] + second[1]) / 2)
    return Pieces(np.array(scores, dtype=np.float64), np.array(gains, dtype=np.float64))


def _pieces(record: MatchRecord, bot: str, luck: Iterator[Floats]) -> list[tuple[float, float]]:
    """Score and luck of the match, or of each deal of a row. Takes a row of luck for each deal."""
    seat = [entrant.name for entrant in record.bots].index(bot)
    points = [0, 0]
    gains = []
    for deal in record.deals:
        single = record.format == "deals"
        hakem, other = points[deal.hakem], points[deal.hakem.other]
        worth = DEAL_WON if single else payoff(record.rules, hakem, other)
        gain = float(next(luck) @ worth)
        gains.append(gain if deal.hakem == seat else -gain)
        if deal.winner is not None:
            points[deal.winner] += deal.points or 0
    if record.format == "match":
        return [(float(record.result.winner == seat), sum(gains))]
    won = [float(deal.winner == seat) for deal in record.deals]
    return list(zip(won, gains, strict=True))
