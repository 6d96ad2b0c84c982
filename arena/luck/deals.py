"""The luck of deals: what their cards were worth, whatever the bots made of them.

For each deal, four numbers: by how much each outcome was made likelier by the cards, over all
chances that the same deal might have had. Their expectation is zero for any two bots. The README
beside this file says why.
"""

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from arena.luck.building import DEALT, build
from arena.luck.playing import play
from arena.luck.worlds import DECISIONS, DRAWS, Worlds
from arena.luck.worth import Ints
from arena.records import DealRecord
from arena.rules import PACK, TRICKS_TO_WIN, Seat, Suit, shuffled

Floats = npt.NDArray[np.float64]

OUTCOMES: Final = 4
"""Hakem wins, hakem wins by kot, the other seat wins, the other seat wins by kot."""

SHUFFLES: Final = 24
"""Orders of the unseen cards with which the order that came is compared."""

AT_ONCE: Final = 800
"""Comparisons that are made together, 25 worlds each: enough to be quick, few enough for 100 MB."""


def _orders(seen: int) -> list[list[int]]:
    """Fixed orders of a deck's places that leave those that were seen where they are."""
    places = [shuffled(range(len(PACK)), f"hokm-arena luck 1|{n}") for n in range(SHUFFLES)]
    return [[*range(seen), *(place for place in each if place >= seen)] for each in places]


_SEEN: Final = (2 * DEALT, 2 * DEALT, *(2 * DEALT + 1 + 2 * draw for draw in range(DRAWS)))
"""By decision: cards of the deck that somebody has seen, or that have gone down, when it is due."""

_NEW_DECK: Final = DECISIONS
_ORDERS: Final[Ints] = np.array([_orders(seen) for seen in (*_SEEN, 0)])
"""Those by decision, and for a new deck."""


def luck_of(deals: Sequence[DealRecord]) -> Floats:
    """One row for each deal, one column for each outcome; every row adds up to zero.

    A deal that was broken off counts as far as it went.
    """
    if not deals:
        return np.zeros((0, OUTCOMES))
    played = _recorded(deals)
    luck = np.zeros((len(deals), OUTCOMES))
    for sign, rows, seen_at, followed in _comparisons(played):
        for start in range(0, len(rows), AT_ONCE):
            part = slice(start, start + AT_ONCE)
            worth = _surprise(played.take(rows[part]), _ORDERS[seen_at[part]], followed[part])
            np.add.at(luck, rows[part], sign * worth)
    return luck


def _comparisons(played: Worlds) -> Iterator[tuple[int, Ints, Ints, Ints]]:
    """What is compared: the sign, rows of deals, which orders, and how many decisions are followed.

    First, each deck with other decks. Then, at each decision that is not the baseline's, the cards
    to come with others, after that decision and (subtracted) after the baseline's.
    """
    every = np.arange(len(played))
    yield 1, every, np.full_like(every, _NEW_DECK), np.zeros_like(every)
    rows, decisions = np.nonzero(build(played).strayed)
    yield 1, rows, decisions, decisions + 1
    yield -1, rows, decisions, decisions


def _surprise(deals: Worlds, orders: Ints, followed: Ints) -> Floats:
    """Outcome with the cards as they came, minus the mean outcome over the orders given."""
    own = np.arange(len(PACK))
    orders = np.concatenate([np.broadcast_to(own, (len(deals), 1, len(own))), orders], axis=1)
    decks = np.take_along_axis(deals.decks[:, None, :], orders, axis=2).reshape(-1, len(own))
    worlds = deals.take(np.repeat(np.arange(len(deals)), 1 + SHUFFLES))
    ended = outcomes(
        Worlds(
            decks,
            worlds.trump,
            worlds.thrown,
            worlds.threw_three,
            worlds.keeps,
            np.repeat(followed, 1 + SHUFFLES),
        )
    ).reshape(len(deals), 1 + SHUFFLES)
    came = np.eye(OUTCOMES)[ended]
    return np.asarray(came[:, 0] - came[:, 1:].mean(axis=1))


def outcomes(worlds: Worlds) -> Ints:
    """The number of each world's outcome, in the order above."""
    tricks = play(build(worlds))
    hakem_wins = tricks[0] == TRICKS_TO_WIN
    kot = tricks.min(axis=0) == 0
    return np.asarray(np.where(hakem_wins, 0, 2) + kot)


def _recorded(deals: Sequence[DealRecord]) -> Worlds:
    """The deals as they were played, by role."""
    suits = list(Suit)
    decks = np.array([[card.place for card in deal.deck] for deal in deals])
    hakem_is_one = np.array([deal.hakem is Seat.ONE for deal in deals])
    first = np.where(hakem_is_one[:, None], [*range(5, 10), *range(5)], range(10))
    decks[:, :10] = np.take_along_axis(decks, first, axis=1)
    thrown = [[deal.discards.hakem or (), deal.discards.other or ()] for deal in deals]
    keeps = [[letter == "k" for letter in f"{deal.draws:<20.20}"] for deal in deals]
    return Worlds(
        decks,
        np.array([suits.index(deal.trump or Suit.S) for deal in deals]),
        np.array([[sum(1 << c.place for c in cards) for cards in both] for both in thrown]).T,
        np.array([0 if len(hakem) == 3 else 1 for hakem, _ in thrown]),
        np.array(keeps),
        np.array([_decisions(deal) for deal in deals]),
    )


def _decisions(deal: DealRecord) -> int:
    if deal.discards.other is None:
        return 0 if deal.discards.hakem is None else 1
    return min(DECISIONS, 2 + len(deal.draws))
