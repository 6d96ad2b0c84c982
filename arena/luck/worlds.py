"""Many deals at once, each played as it was up to some decision and by the baseline from there on.

A world is a deck, the decisions that were taken in a deal, and how many of them are followed. Pairs
are by role: hakem, then the other seat.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from arena.luck.worth import Ints

Bools = npt.NDArray[np.bool_]

DRAWS = 20
DECISIONS = 2 + DRAWS
"""Open, throw, and the draws. At `pick` and at `play` no card is hidden from the stock any more."""


@dataclass(frozen=True, slots=True)
class Worlds:
    """One row for each world."""

    decks: Ints
    """52 places in the pack; 5 of hakem, 5 of the other seat, then the stock."""
    trump: Ints
    """As it was named: 0 to 3 for S H D C."""
    thrown: Ints
    """Two rows: the set that hakem threw, the set that the other seat threw."""
    threw_three: Ints
    """The role that threw three."""
    keeps: Bools
    """20 columns: whether the card that was seen at the draw was kept."""
    followed: Ints
    """How many decisions are taken as they were, 0 to 22."""

    def __len__(self) -> int:
        return len(self.decks)

    def take(self, rows: Any) -> "Worlds":
        """These rows, in this order."""
        return Worlds(
            self.decks[rows],
            self.trump[rows],
            self.thrown[:, rows],
            self.threw_three[rows],
            self.keeps[rows],
            self.followed[rows],
        )
