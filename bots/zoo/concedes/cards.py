"""Cards, what each is worth, and which of them a seat has not seen.

One total order decides everything in this folder that has to be decided between cards: worth, then
rank, then suit in the order S H D C, the first of them lowest. There are no ties and no floats.
"""

from __future__ import annotations

from hokm_kit import Observation

SUITS = "SHDC"
RANKS = "23456789TJQKA"
PACK = tuple(rank + suit for suit in SUITS for rank in RANKS)

RANK = {card: RANKS.index(card[0]) for card in PACK}
"""0 for a two up to 12 for an ace."""

# Thousandths of a trick that a card is worth after a sensible build, from 2 to A: a linear fit to
# the double-dummy results of 3,000 simulated deals.
_TRUMP = (59, 59, 59, 60, 72, 112, 157, 245, 300, 370, 519, 607, 736)
_PLAIN = (-502, -502, -502, -464, -459, -421, -344, -262, -169, -85, 40, 134, 268)


def worth(card: str, trump: str | None) -> int:
    """Thousandths of a trick."""
    return (_TRUMP if card[1] == trump else _PLAIN)[RANK[card]]


def by_worth(cards: list[str], trump: str | None) -> list[str]:
    """The cards from the least worth to the most."""
    return sorted(cards, key=lambda card: (worth(card, trump), RANK[card], SUITS.index(card[1])))


def unseen(observation: Observation) -> list[str]:
    """The cards whose place the seat does not know: with the opponent, in the stock or face down.

    Known are its hand, what it threw, what it saw at its draws (kept, rejected or passed over),
    what it is offered now, and every card played. What it took unseen is held, or was played.
    """
    known = {*observation["hand"], *observation["thrown"], *observation["offered"]}
    for drawn in observation["draws"]:
        known.update(drawn["saw"] or ())
    for trick in observation["tricks"]:
        known.update(trick["cards"])
    known.add(observation["lead"] or "")
    return [card for card in PACK if card not in known]
