"""How much of a tournament there is, whatever its schedule."""

import json
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from arena.store import Store
from arena.tournament import status
from tests.store.matches import concedes, first, played, tournament
from tests.tournament.places import Place

KNOCKOUT = {"schedule": "knockout", "pairs": 2, "sudden_death": 5, "seeding": "order"}


@pytest.mark.parametrize(
    ("table", "total"),
    [
        ({"schedule": "round-robin", "cycles": 4}, 24),
        ({"schedule": "gauntlet", "cycles": 4, "challengers": ["a"]}, 12),
        ({"schedule": "swiss", "rounds": 2, "pairs": 3, "seeding": "order"}, 12),
        (KNOCKOUT, 6),
        ({"schedule": "continuous", "adaptive": False}, None),
        ({}, None),
    ],
)
def test_what_is_left_is_known_where_the_schedule_says_how_much_there_is(
    place: Place, table: dict[str, Any], total: int | None
) -> None:
    config = json.dumps({"tournament": table and {"batch": 2, **table}})
    with Store(place.store, create=True) as store:
        store.add_tournament(replace(tournament("t", *"abcd"), config=config))
        store.save("t", [played("1:a:d")])
        found = status(store, "t", datetime.now(UTC))
    assert (found.done, found.total) == (1, total)
    assert found.left == (None if total is None else total - 1)


def test_sudden_death_counts_as_far_as_it_has_come(place: Place) -> None:
    config = json.dumps({"tournament": {"batch": 2, **KNOCKOUT}})
    with Store(place.store, create=True) as store:
        store.add_tournament(replace(tournament("t", "a", "b"), config=config))
        store.save("t", [played(f"{n}:a:b", (first, first)) for n in (1, 2, 3)])
        assert status(store, "t", datetime.now(UTC)).total == 4
        store.save("t", [played("4:a:b", (first, concedes))])
        found = status(store, "t", datetime.now(UTC))
    assert (found.total, found.left) == (4, 0)
