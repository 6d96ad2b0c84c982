"""The numbers of RULES that a tournament may set; the defaults are the rules themselves."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Ruleset:
    """What wins a match and what a kot is worth, in points."""

    target: int = 7
    """Points that win the match (RULES, match, 4)."""
    kot_hakem: int = 2
    """Points for seven tricks to none, won by the hakem (RULES, a deal, 7)."""
    kot_other: int = 3
    """The same, won by the other seat."""
