"""How the baseline builds its hands: what the bot *value* does, for many worlds at once.

Hakem names the suit with the most cards and rank and throws the three least worth; a card that is
offered is kept if it is worth more than the mean of those not seen, by a margin; the better of the
last two is picked. No choice depends on a card that the seat has not seen.
"""

from dataclasses import dataclass

import numpy as np

from arena.luck.bits import RANKS, bit
from arena.luck.worlds import DECISIONS, DRAWS, Bools, Worlds
from arena.luck.worth import ORDER, WORTH, Ints

MARGIN = 100
"""Thousandths of a trick by which a kept card is worth more than the mean of the unseen ones."""

DEALT = 5


@dataclass(frozen=True, slots=True)
class Built:
    """Worlds at the start of play. Two rows are by role."""

    trump: Ints
    hands: Ints
    known: Ints
    """What a role has seen so far, its own hand included."""
    strayed: Bools
    """22 columns: whether a decision that was followed is not the baseline's."""


def build(worlds: Worlds) -> Built:
    """Every world from its first card to its first lead."""
    row = np.arange(len(worlds))
    strayed = np.zeros((len(worlds), DECISIONS), dtype=np.bool_)
    dealt = worlds.decks[:, :DEALT], worlds.decks[:, DEALT : 2 * DEALT]

    followed = worlds.followed > 0
    trump, thrown = best_trump(dealt[0]), np.empty((2, len(worlds)), dtype=np.int64)
    best, best_throw = trump, lowest(dealt[0], trump, np.full(len(worlds), 3))
    trump = np.where(followed, worlds.trump, best)
    thrown[0] = np.where(followed, worlds.thrown[0], best_throw)
    strayed[:, 0] = followed & ((trump != best) | (thrown[0] != best_throw))
    turn = np.where(followed, worlds.threw_three, 0)

    followed = worlds.followed > 1
    best_throw = lowest(dealt[1], trump, np.where(turn == 1, 3, 2))
    thrown[1] = np.where(followed, worlds.thrown[1], best_throw)
    strayed[:, 1] = followed & (thrown[1] != best_throw)

    known = np.stack([bit(cards).sum(axis=1) for cards in dealt])
    hands = known & ~thrown
    unseen_worth = np.stack([WORTH[trump].sum(axis=1) - _worth(cards, trump) for cards in dealt])
    unseen = np.full((2, len(worlds)), len(WORTH[0]) - DEALT)
    for draw in range(DRAWS):
        top, below = worlds.decks[:, 2 * (DEALT + draw)], worlds.decks[:, 2 * (DEALT + draw) + 1]
        worth = WORTH[trump, top]
        unseen_worth[turn, row] -= worth
        unseen[turn, row] -= 1
        best_keep = (worth - MARGIN) * unseen[turn, row] >= unseen_worth[turn, row]
        followed = worlds.followed > 2 + draw
        keep = np.where(followed, worlds.keeps[:, draw], best_keep)
        strayed[:, 2 + draw] = followed & (keep != best_keep)
        took = np.where(keep, top, below)
        unseen_worth[turn, row] -= np.where(keep, 0, WORTH[trump, below])
        unseen[turn, row] -= ~keep
        hands[turn, row] |= bit(took)
        known[turn, row] |= bit(top) | bit(took)
        turn = 1 - turn
    last = worlds.decks[:, -2:]
    better = np.argmax(ORDER[trump[:, None], last], axis=1)
    hands[turn, row] |= bit(last[row, better])
    known[turn, row] |= bit(last).sum(axis=1)
    return Built(trump, hands, known, strayed)


def best_trump(cards: Ints) -> Ints:
    """The suit with the largest sum of 10 and the rank; of equal ones the first."""
    suit, rank = np.divmod(cards, RANKS)
    weight = 10 + (RANKS - 1 - rank)
    return np.asarray(
        np.argmax([(weight * (suit == each)).sum(axis=1) for each in range(4)], axis=0)
    )


def lowest(cards: Ints, trump: Ints, count: Ints) -> Ints:
    """The set of the two or three cards that are worth least."""
    order = np.argsort(ORDER[trump[:, None], cards], axis=1)
    ranked = bit(np.take_along_axis(cards, order, axis=1))
    found: Ints = ranked[:, 0] | ranked[:, 1] | np.where(count == 3, ranked[:, 2], 0)
    return found


def _worth(cards: Ints, trump: Ints) -> Ints:
    return np.asarray(WORTH[trump[:, None], cards].sum(axis=1))
