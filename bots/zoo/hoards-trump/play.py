"""How both bots play their thirteen cards: a pure function of the observation.

Between suits of the same length, the first in the order S H D C.
"""

from __future__ import annotations

from cards import RANK, SUITS, by_worth, unseen
from hokm_kit import Action, Observation


def play(observation: Observation, legal: list[Action]) -> Action:
    """The action at `play`."""
    cards = [action["play"] for action in legal]
    led, trump = observation["lead"], observation["trump"]
    return {"play": answer(led, cards, trump) if led else lead(observation)}


def answer(led: str, cards: list[str], trump: str | None) -> str:
    """Win as cheaply as it can be done, else part with as little as possible."""
    if cards[0][1] == led[1]:  # what is legal is all of the led suit, or none
        winners = [card for card in cards if RANK[card] > RANK[led]]
        return _lowest(winners or cards)
    ruffs = [card for card in cards if card[1] == trump]
    return _lowest(ruffs) if ruffs else by_worth(cards, trump)[0]


def lead(observation: Observation) -> str:
    """Draw trumps from strength, cash what cannot be beaten, else lead low from length."""
    trump, out = observation["trump"], unseen(observation)
    suits = {suit: [c for c in observation["hand"] if c[1] == suit] for suit in SUITS}
    trumps = suits.pop(trump or "")
    plain = sorted((cards for cards in suits.values() if cards), key=len)  # stable: S H D C
    voids = opponent_voids(observation)

    trumps_out = [card for card in out if card[1] == trump]
    draws_trumps = bool(trumps and trumps_out) and _unbeaten(trumps, trumps_out)
    if draws_trumps and len(trumps) >= 4:
        return _highest(trumps)
    may_ruff = trumps_out and trump not in voids
    for cards in plain:
        if _unbeaten(cards, out) and not (may_ruff and cards[0][1] in voids):
            return _highest(cards)
    if draws_trumps:
        return _highest(trumps)
    return _lowest(max(plain, key=len) if plain else trumps)  # max: the first of the longest


def opponent_voids(observation: Observation) -> set[str]:
    """The suits that the opponent did not follow in this deal."""
    return {
        led[1]
        for led, answered in (
            trick["cards"]
            for trick in observation["tricks"]
            if trick["leader"] == observation["seat"]
        )
        if answered[1] != led[1]
    }


def _unbeaten(cards: list[str], out: list[str]) -> bool:
    """Whether no card of the suit that is out beats the highest of these, all of one suit."""
    top = _highest(cards)
    return not any(card[1] == top[1] and RANK[card] > RANK[top] for card in out)


def _highest(cards: list[str]) -> str:
    return max(cards, key=RANK.__getitem__)


def _lowest(cards: list[str]) -> str:
    return min(cards, key=RANK.__getitem__)
