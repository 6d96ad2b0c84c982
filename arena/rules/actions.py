"""What a seat may do. Field names are those of the wire: `{"play":"AS"}` is `Play(Card("AS"))`."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from arena.rules.cards import Card, Hand, Suit


@dataclass(frozen=True, slots=True)
class Open:
    """Hakem names trump and throws 2 or 3 cards, in one action."""

    trump: Suit
    throw: Hand


@dataclass(frozen=True, slots=True)
class Throw:
    """The other seat throws 5 minus hakem's count."""

    throw: Hand


@dataclass(frozen=True, slots=True)
class Draw:
    """Keep the card seen on top of the stock, or reject it and take the next one unseen."""

    draw: Literal["keep", "reject"]


@dataclass(frozen=True, slots=True)
class Pick:
    """Take one of the last two cards."""

    pick: Card


@dataclass(frozen=True, slots=True)
class Play:
    """Lead a card, or answer one."""

    play: Card


@dataclass(frozen=True, slots=True)
class Concede:
    """Give up the match (RULES, match, 5)."""

    concede: Literal[True] = True


Action: TypeAlias = Open | Throw | Draw | Pick | Play | Concede

KEEP = Draw("keep")
REJECT = Draw("reject")
CONCEDE = Concede()
