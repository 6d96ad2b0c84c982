"""The chance to win a match from a score, between two players of equal strength.

It turns the luck of a deal into the luck of a match: a card counts for more at 6:6 than at 0:6.
"""

from functools import cache
from typing import Final

from arena.rules import Ruleset

OUTCOME_CHANCES: Final = (0.592, 0.031, 0.3725, 0.0045)
"""Hakem wins, by kot, the other seat wins, by kot: 20,000 deals of the baseline against itself.

Fixed for good. Other numbers would weigh deals a little differently; no numbers could favour a bot.
"""

Payoff = tuple[float, float, float, float]


@cache
def payoff(rules: Ruleset, hakem: int, other: int) -> Payoff:
    """What each outcome of the next deal makes of hakem's chance to win the match, 0 to 1.

    Args:
        rules: of the match.
        hakem: points of the deal's hakem before it.
        other: points of the other seat.
    """
    return (
        _chance(rules, hakem + 1, other),
        _chance(rules, hakem + rules.kot_hakem, other),
        1 - _chance(rules, other + 1, hakem),
        1 - _chance(rules, other + rules.kot_other, hakem),
    )


@cache
def _chance(rules: Ruleset, hakem: int, other: int) -> float:
    """Hakem's chance to win the match at this score."""
    if max(hakem, other) >= rules.target:
        return float(hakem >= rules.target)
    return sum(p * v for p, v in zip(OUTCOME_CHANCES, payoff(rules, hakem, other), strict=True))
