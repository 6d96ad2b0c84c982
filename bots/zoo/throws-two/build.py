"""How both bots build a hand, but for keep or reject: the trump, what to throw, what to pick."""

from __future__ import annotations

from cards import RANK, SUITS, by_worth
from hokm_kit import Action, Observation

HAKEM_THROWS = 3


def build(observation: Observation) -> Action:
    """The action at `open`, `throw` or `pick`."""
    hand, phase = observation["hand"], observation["phase"]
    if phase == "open":
        trump = best_trump(hand)
        return {"trump": trump, "throw": by_worth(hand, trump)[:HAKEM_THROWS]}
    if phase == "throw":
        hakem_threw = observation["throw_counts"][observation["hakem"]] or 0
        return {"throw": by_worth(hand, observation["trump"])[: 5 - hakem_threw]}
    return {"pick": by_worth(observation["offered"], observation["trump"])[-1]}


def best_trump(hand: list[str]) -> str:
    """The suit with the most cards and rank: 10 and the rank (0 for a two) for each of its cards.

    Of equal suits, the first in the order S H D C.
    """
    return max(SUITS, key=lambda suit: sum(10 + RANK[card] for card in hand if card[1] == suit))
