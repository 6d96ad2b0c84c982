"""Decks from seeds: a derivation that any language can repeat (`protocol/README.md`, Decks).

Nothing random happens anywhere else. The deck of a deal depends on the match seed and the number of
the deal alone, never on what a bot did (RULES, shuffles).
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import chain, count
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
    order = list(items)
    choices = len(order)
    for byte in chain.from_iterable(_blocks(label)):
        if choices < 2:
            break
        if byte < FAIR[choices]:
            chosen = byte % choices
            choices -= 1
            order[choices], order[chosen] = order[chosen], order[choices]
    return tuple(order)


FAIR = (0, *(256 - 256 % choices for choices in range(1, 257)))
"""By the number of choices, the first byte that would favour some of them."""


def _blocks(label: str) -> Iterator[bytes]:
    """The stream of a label: SHA-256 of `label|0`, then of `label|1`, and so on."""
    for block in count():
        yield sha256(f"{label}|{block}".encode()).digest()
