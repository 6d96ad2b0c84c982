"""How much of a result the cards gave: worked out from match records, for any two bots.

    pieces.py       the score of mirror pairs and the luck in each
    deals.py        the luck of deals
    match_chance.py what a deal is worth in a match, by its score
    worlds.py       many deals at once, for
    building.py     the baseline's hands, and
    playing.py      its play: numpy, no bot and no process
    bits.py         sets of cards as numbers
    worth.py        the fixed public table that the baseline goes by

The README beside this file says what it is good for, and why it favours nobody.
"""

from arena.luck.deals import luck_of
from arena.luck.pieces import Pieces, pieces

__all__ = ["Pieces", "luck_of", "pieces"]
