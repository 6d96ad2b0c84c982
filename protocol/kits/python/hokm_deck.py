"""The deck of a deal, from the seed in a match's record. No bot needs it to play."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256

PACK = [rank + suit for suit in "SHDC" for rank in "AKQJT98765432"]


def deck(match_seed: str, deal: int) -> list[str]:
    """The 52 cards; deal 0 is the deck that was turned up for the first hakem."""
    stream = _bytes(f"hokm-arena deck 1|{match_seed}|{deal}")
    cards = PACK.copy()
    for last in range(len(cards) - 1, 0, -1):
        choices = last + 1
        fair = 256 - 256 % choices  # below it no card is favoured
        chosen = next(byte for byte in stream if byte < fair) % choices
        cards[last], cards[chosen] = cards[chosen], cards[last]
    return cards


def _bytes(label: str) -> Iterator[int]:
    block = 0
    while True:
        yield from sha256(f"{label}|{block}".encode()).digest()
        block += 1
