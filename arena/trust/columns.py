"""What one seat was shown in a deal, as the columns that are hashed.

They are called heads, hands, draws, stocks, tricks and ends here (`arena.referee.shown`). Cards are
known by their places in the sorted pack. A cell that repeats the one above is empty.
"""

from bisect import bisect
from functools import lru_cache
from hashlib import sha256
from itertools import combinations

from arena.referee import SHOWN_DIGITS
from arena.rules import PACK

NAME = [f'"{card}"' for card in PACK]
TEXT = [f"{name}," for name in NAME]
"""A card in a list that goes on."""
EMPTY = ["\n" * times for times in range(27)]
"""So many cells that repeat the one above them."""
UNPLAYED = 'null,"tricks_won":[0,0]},"legal":['
"""An end up to the actions before the first card is played."""


class Columns:
    """What a seat holds, and what it was shown so far."""

    def __init__(self, seat: int, cards: list[int]) -> None:
        self.seat = seat
        self.hold(sorted(cards))
        self.heads = ""
        self.opened = ""
        """The first cell of the hands."""
        self.hands: list[str] = []
        """The cards in the other cells of the hands."""
        self.behind = ""
        """What follows the cards in each of them."""
        self.draws: list[str] = []
        self.stocks = ""
        self.tricks = ""
        self.ends: list[str] = []

    def hold(self, cards: list[int]) -> None:
        """Hold these cards, which are sorted."""
        self.cards = cards
        self.held = "".join([TEXT[card] for card in cards])
        """The same as a text."""

    def by_suit(self) -> list[str]:
        """The hand in four texts."""
        cards, held = self.cards, self.held
        hearts, diamonds, clubs = (
            5 * bisect(cards, 12),
            5 * bisect(cards, 25),
            5 * bisect(cards, 38),
        )
        return [held[:hearts], held[hearts:diamonds], held[diamonds:clubs], held[clubs:]]

    def digits(self) -> str:
        """The digest of all that was shown."""
        hands = f"{self.behind}\n".join(self.hands)
        cells = [
            *(self.heads, f"{self.opened}\n{hands}{self.behind}", *self.draws),
            *(self.stocks, self.tricks, *self.ends),
        ]
        return sha256("\n".join(cells).encode()).hexdigest()[:SHOWN_DIGITS]


def listed(cards: list[int]) -> str:
    """Cards as they stand in a list."""
    return ",".join([NAME[card] for card in cards])


@lru_cache(maxsize=64)  # Both halves of a pair begin with the same cards.
def to_open(cards: str) -> str:
    """The end of the request in which trump is named, with these five cards in the hand."""
    throws = [*_throws(cards, 2), *_throws(cards, 3)]
    legal = ",".join([_each(f'"trump":"{suit}","throw":[', throws) for suit in "SHDC"])
    return f"{UNPLAYED}{legal}]"


@lru_cache(maxsize=64)
def to_throw(cards: str, count: int) -> str:
    """The end of the request in which so many of these five cards are thrown."""
    legal = _each('"throw":[', _throws(cards, count))
    return f"{UNPLAYED}{legal}]"


def _throws(cards: str, count: int) -> list[str]:
    return [",".join(some) for some in combinations(cards[:-1].split(","), count)]


def _each(begin: str, lists: list[str]) -> str:
    """One object for each list."""
    return "{" + begin + ("]},{" + begin).join(lists) + "]}"
