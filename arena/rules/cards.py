"""Suits, ranks and cards. A card is written rank then suit: `Card("AS")`, `Card("2C")`.

52 cards, no jokers; ace high. The text is the one form a card has, in code, on the wire and in
records.
"""

from collections.abc import Iterable
from enum import IntEnum, StrEnum
from operator import attrgetter
from typing import TypeAlias

RANKS = "23456789TJQKA"


class Suit(StrEnum):
    """One of the four suits; trump (hokm) is a suit, too."""

    S = "S"
    """Spades, پیک."""
    H = "H"
    """Hearts, دل."""
    D = "D"
    """Diamonds, خشت."""
    C = "C"
    """Clubs, گشنیز."""


Rank = IntEnum("Rank", "TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN JACK QUEEN KING ACE", start=0)
"""0 for a two up to 12 for an ace: the higher wins."""


class Card(StrEnum):
    """One card of the pack. Names put the suit first (`Card.SA` is `"AS"`, the ace of spades).

    Declaration order is the order of a sorted hand: suit by suit, from the ace down.
    """

    SA, SK, SQ, SJ, ST, S9, S8, S7, S6, S5, S4, S3, S2 = (f"{rank}S" for rank in RANKS[::-1])
    HA, HK, HQ, HJ, HT, H9, H8, H7, H6, H5, H4, H3, H2 = (f"{rank}H" for rank in RANKS[::-1])
    DA, DK, DQ, DJ, DT, D9, D8, D7, D6, D5, D4, D3, D2 = (f"{rank}D" for rank in RANKS[::-1])
    CA, CK, CQ, CJ, CT, C9, C8, C7, C6, C5, C4, C3, C2 = (f"{rank}C" for rank in RANKS[::-1])

    rank: Rank
    suit: Suit
    place: int
    """Place in the sorted pack, 0 for the ace of spades to 51 for the two of clubs."""

    def __init__(self, text: str) -> None:
        self.rank = Rank(RANKS.index(text[0]))
        self.suit = Suit(text[1])
        self.place = 13 * list(Suit).index(self.suit) + Rank.ACE - self.rank

    # Enum's own hash is a Python function; cards are hashed on every decision.
    __hash__ = str.__hash__


Hand: TypeAlias = tuple[Card, ...]
"""Cards a seat holds, sorted as `sorted_hand` does."""

PACK: Hand = tuple(Card)


def sorted_hand(cards: Iterable[Card]) -> Hand:
    """The cards suit by suit (S H D C), each from the ace down."""
    return tuple(sorted(cards, key=attrgetter("place")))


def beats(answer: Card, lead: Card, trump: Suit) -> bool:
    """Whether the answer takes the trick (RULES, a deal, 6).

    It does if it is of the led suit and higher, or a trump on a plain lead. A third suit never
    wins.
    """
    if answer.suit is lead.suit:
        return answer.rank > lead.rank
    return answer.suit is trump
