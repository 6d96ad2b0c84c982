"""Decks from seeds: vectors, a second derivation written from the description, and fairness."""

import hashlib
import json
import math
from collections import Counter
from typing import Any

import pytest

from arena.rules import HAKEM_DECK, PACK, derive_deck, match_seed, shuffled
from tests.rules.generated import DECKS, deck_vectors

VECTORS: dict[str, Any] = json.loads(DECKS.read_text(encoding="utf-8"))


# --- The second derivation ---------------------------------------------------------------------


def plain_match_seed(tournament_seed: str, pair: str) -> str:
    return hashlib.sha256(
        b"hokm-arena match 1|" + tournament_seed.encode() + b"|" + pair.encode()
    ).hexdigest()


def plain_shuffle(count: int, label: str) -> list[int]:
    """Numbers from 0, shuffled: from the last place down, each swaps with one at or before it."""
    order = list(range(count))
    stream = b""
    used = block = 0
    place = count - 1
    while place >= 1:
        if used == len(stream):
            stream += hashlib.sha256(f"{label}|{block}".encode()).digest()
            block += 1
        byte = stream[used]
        used += 1
        whole_rounds = 256 // (place + 1)
        if byte < whole_rounds * (place + 1):
            other = byte % (place + 1)
            order[place], order[other] = order[other], order[place]
            place -= 1
    return order


def plain_deck(seed: str, deal: int) -> list[str]:
    pack = [rank + suit for suit in "SHDC" for rank in "AKQJT98765432"]
    return [pack[number] for number in plain_shuffle(52, f"hokm-arena deck 1|{seed}|{deal}")]


# --- Vectors -----------------------------------------------------------------------------------


def test_match_seeds_are_those_of_the_vectors() -> None:
    assert len(VECTORS["match_seeds"]) >= 5
    for vector in VECTORS["match_seeds"]:
        given = vector["tournament_seed"], vector["pair"]
        assert match_seed(*given) == plain_match_seed(*given) == vector["match_seed"]


@pytest.mark.parametrize("vector", VECTORS["decks"], ids=lambda vector: vector["deck"][0])
def test_decks_are_those_of_the_vectors(vector: dict[str, Any]) -> None:
    deck = [str(card) for card in derive_deck(vector["match_seed"], vector["deal"])]
    assert deck == plain_deck(vector["match_seed"], vector["deal"]) == vector["deck"]


def test_shuffles_are_those_of_the_vectors() -> None:
    for vector in VECTORS["shuffles"]:
        label, count = vector["label"], vector["count"]
        assert list(shuffled(range(count), label)) == plain_shuffle(count, label) == vector["order"]


def test_the_vectors_are_what_the_engine_writes() -> None:
    assert deck_vectors() == VECTORS


def test_many_decks_agree_with_the_second_derivation() -> None:
    for number in range(300):
        seed = plain_match_seed("many", str(number))
        assert list(derive_deck(seed, number % 14)) == plain_deck(seed, number % 14)


# --- Fairness ----------------------------------------------------------------------------------


def near_chi_square(value: float, freedom: int) -> bool:
    """Whether the statistic is within 4 standard deviations of its mean."""
    return abs(value - freedom) < 4 * math.sqrt(2 * freedom)


def test_every_card_is_at_every_place_equally_often() -> None:
    decks = 4000
    counts = [Counter[str]() for _ in range(52)]
    for number in range(decks):
        for place, card in enumerate(derive_deck(f"fair {number}", 1)):
            counts[place][card] += 1
    expected = decks / 52
    by_place = [sum((count[card] - expected) ** 2 / expected for card in PACK) for count in counts]
    assert all(near_chi_square(value, 51) for value in by_place[::51])
    assert near_chi_square(sum(by_place), 51 * 51)


def test_every_order_of_four_is_equally_frequent() -> None:
    counts = Counter(shuffled("abcd", f"orders {number}") for number in range(12_000))
    assert len(counts) == 24
    assert near_chi_square(sum((count - 500) ** 2 / 500 for count in counts.values()), 23)


def test_decks_of_one_match_have_nothing_to_do_with_each_other() -> None:
    same = [
        sum(
            one is other
            for one, other in zip(
                derive_deck(f"deals {number}", deal),
                derive_deck(f"deals {number}", deal + 1),
                strict=True,
            )
        )
        for number in range(300)
        for deal in range(HAKEM_DECK, 7)
    ]
    # Cards that stay where they were: one a deck on average, with variance 1.
    assert abs(sum(same) / len(same) - 1) < 4 / math.sqrt(len(same))


def test_a_shuffle_keeps_the_items_and_the_list_it_is_given() -> None:
    items = list(range(20))
    assert sorted(shuffled(items, "keeps")) == items == list(range(20))
