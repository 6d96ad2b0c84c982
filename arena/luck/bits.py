"""Sets of cards as whole numbers, one bit for each place in the pack: many worlds in one array.

Of a suit, bit 0 is the ace and bit 12 the two: the *first* bit is the highest card.
"""

from typing import Final

import numpy as np

from arena.luck.worth import Ints

RANKS: Final = 13
SUITS: Final = np.arange(4)[:, None]
NONE: Final = RANKS
"""Where the highest card of an empty suit is: behind every card."""

_SETS = range(1 << RANKS)
FIRST: Final[Ints] = np.array([(s & -s).bit_length() - 1 if s else NONE for s in _SETS])
"""Place in the suit of the highest card; `NONE` if there is none."""
LAST: Final[Ints] = np.array([s.bit_length() - 1 for s in _SETS])
"""Place in the suit of the lowest card; −1 if there is none."""
COUNT: Final[Ints] = np.array([s.bit_count() for s in _SETS])


def bit(places: Ints) -> Ints:
    """The set of one card."""
    return np.left_shift(1, places)


def suits(cards: Ints) -> Ints:
    """The four suits of each set, one below the other."""
    found: Ints = (cards >> (RANKS * SUITS)) & ((1 << RANKS) - 1)
    return found
