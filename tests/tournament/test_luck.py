"""Luck of pairings put together to that of a bot."""

from math import sqrt
from pathlib import Path

import pytest

from arena.errors import StoreError
from arena.ratings import LuckOut
from arena.records import PlayedPair
from arena.results import PairingLuck, luck_of_bot, luck_of_pairings
from arena.store import Store
from tests.store.matches import played, tournament


def found(pieces: int, score: float, error: float) -> LuckOut:
    return LuckOut(pieces, score + 0.05, 2 * error, score, error, 0.75)


def test_a_bots_pairings_count_by_their_pairs_and_from_its_side() -> None:
    pairings = [
        PairingLuck("a", "b", 30, found(30, 0.7, 0.04)),
        PairingLuck("b", "c", 10, found(10, 0.2, 0.08)),
        PairingLuck("a", "c", 50, found(50, 0.9, 0.01)),
    ]
    seen = luck_of_bot("b", pairings)
    assert seen is not None
    assert seen.pieces == 40
    assert seen.score == pytest.approx((30 * 0.3 + 10 * 0.2) / 40)
    assert seen.raw == pytest.approx((30 * 0.25 + 10 * 0.25) / 40)
    assert seen.error == pytest.approx(sqrt((30 * 0.04) ** 2 + (10 * 0.08) ** 2) / 40)
    assert seen.removed == pytest.approx(0.75)


def test_one_pairing_with_too_few_pairs_leaves_its_bots_without_a_number() -> None:
    pairings = [
        PairingLuck("a", "b", 30, found(30, 0.7, 0.04)),
        PairingLuck("b", "c", 5, None),
    ]
    assert luck_of_bot("a", pairings) is not None
    assert luck_of_bot("b", pairings) is None
    assert luck_of_bot("c", pairings) is None
    assert luck_of_bot("nobody", pairings) is None


def test_pairs_are_found_in_the_order_of_storing_whoever_began(tmp_path: Path) -> None:
    with Store(tmp_path / "store.sqlite", create=True) as store:
        store.add_tournament(tournament("t", "a", "b", "c"))
        pairs: list[PlayedPair] = [
            played(f"{cycle}:{names}", begins=1 if cycle % 2 else 0)
            for cycle in range(1, 12)
            for names in ("a:b", "a:c", "b:c")
        ]
        store.save("t", pairs)
        seen = luck_of_pairings(store, "t")
    assert [(row.bot, row.opponent, row.pieces) for row in seen] == [
        ("a", "b", 11),
        ("a", "c", 11),
        ("b", "c", 11),
    ]


def test_half_of_a_pair_is_a_damaged_store(tmp_path: Path) -> None:
    with Store(tmp_path / "store.sqlite", create=True) as store:
        store.add_tournament(tournament("t", "a", "b"))
        store.save("t", [played("1:a:b"), played("2:a:b")])
        store._db.execute("DELETE FROM match WHERE number = 2")
        with pytest.raises(StoreError, match="only half of the pair 1:a:b is there"):
            luck_of_pairings(store, "t")
