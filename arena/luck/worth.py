"""A fixed public table: what a card is worth, and the order of cards that follows from it.

The numbers are a linear fit to double-dummy results of 3,000 simulated deals, made once; no bot of
any tournament had a part in them. `bots/value` has the same numbers. They are never refitted:
another table would be another measure of luck.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from arena.rules import PACK, Suit

Ints = npt.NDArray[np.int64]

# By rank, from 2 to A.
_TRUMP = (59, 59, 59, 60, 72, 112, 157, 245, 300, 370, 519, 607, 736)
_PLAIN = (-502, -502, -502, -464, -459, -421, -344, -262, -169, -85, 40, 134, 268)
_SUITS = list(Suit)

WORTH: Final[Ints] = np.array(
    [[(_TRUMP if c.suit is trump else _PLAIN)[c.rank] for c in PACK] for trump in Suit]
)
"""Thousandths of a trick, by trump (S H D C) and the card's place in the pack."""


def _order(trump: int) -> list[int]:
    ranked = sorted(
        PACK, key=lambda card: (WORTH[trump, card.place], card.rank, _SUITS.index(card.suit))
    )
    return [ranked.index(card) for card in PACK]


ORDER: Final[Ints] = np.array([_order(trump) for trump in range(len(_SUITS))])
"""By trump and place: 0 for the card that is parted with first, to 51. No two are equal."""
