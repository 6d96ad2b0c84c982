"""Decks from seeds: a derivation that any language can repeat (`protocol/README.md`, Decks).

Nothing random happens anywhere else. The deck of a deal depends on the match seed and the number of
the deal alone, never on what a bot did (RULES, shuffles).
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import TypeVar

from arena.rules.cards import PACK, Hand

Item = TypeVar("Item")

HAKEM_DECK = 0
"""The number of the deck whose cards are turned up for the first hakem; deals count from 1."""


def match_seed(tournament_seed: str, pair: str) -> str:
    """The seed of both halves of a mirror pair, 64 hexadecimal digits.

    Args:
        tournament_seed: the tournament's secret until it is over.
        pair: the pair's identity within the tournament.
    """
    return sha256(f"hokm-arena match 1|{tournament_seed}|{pair}".encode()).hexdigest()


def derive_deck(seed: str, deal: int) -> Hand:
    """The 52 cards of one deal, first card first.

    Args:
        seed: a match seed.
        deal: the number of the deal within the match, from 1; `HAKEM_DECK` for the first hakem.
    """
    return shuffled(PACK, f"hokm-arena deck 1|{seed}|{deal}")


def shuffled(items: Sequence[Item], label: str) -> tuple[Item, ...]:
    """The items, at most 256, in the order that the label decides.

    A Fisher–Yates shuffle from the last place down. Each place takes bytes of the label's stream
    until one is below the largest multiple of the choices, so that no item is favoured.
    """
    stream = _bytes(label)
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        choices = last + 1
        fair = 256 - 256 % choices
        byte = next(stream)
        while byte >= fair:
            byte = next(stream)
        chosen = byte % choices
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)


def _bytes(label: str) -> Iterator[int]:
    """SHA-256 of `label|0`, then of `label|1`, and so on, byte by byte."""
    block = 0
    while True:
        yield from sha256(f"{label}|{block}".encode()).digest()
        block += 1
