"""Ratings as they were after each finished cycle."""

import json
from dataclasses import replace

import pytest

from arena.errors import InputError
from arena.results import history, leaderboard
from arena.store import Store
from tests.store.matches import concedes, first, played, tournament
from tests.tournament.league import UNRULY, store_results
from tests.tournament.places import Place

EVEN = {("a", "b"): (4, 3, 5), ("a", "c"): (2, 2, 8), ("b", "c"): (3, 3, 6)}


def test_there_is_a_fit_for_each_finished_cycle_and_the_last_is_the_leaderboard(
    place: Place,
) -> None:
    with Store(store_results(place.store, EVEN)) as store:
        found = history(store, "t")
        board = {row.standing.name: row.standing.rating for row in leaderboard(store, "t").rows}
    assert found.cycles == tuple(range(1, 13))
    assert len(found.elo) == len(found.errors) == 12
    for bot, elo, error in zip(found.bots, found.elo[-1], found.errors[-1], strict=True):
        rating = board[bot]
        assert rating is not None
        assert rating.interval.hi is not None
        assert elo == pytest.approx(rating.elo)
        assert error == pytest.approx(rating.interval.hi - rating.elo)


def test_an_anchor_keeps_its_rating_after_every_cycle(place: Place) -> None:
    with Store(store_results(place.store, EVEN)) as store:
        free = history(store, "t")
        store.set_anchor("t", "b:1200")
        found = history(store, "t")
    assert [elo[found.bots.index("b")] for elo in found.elo] == pytest.approx([1200] * 12)
    for before, after in zip(free.elo, found.elo, strict=True):
        assert after[0] - after[2] == pytest.approx(before[0] - before[2])


def test_a_fit_knows_nothing_of_later_cycles(place: Place) -> None:
    """`store_results` has the won pairs first: after five cycles all were won by the first."""
    with Store(store_results(place.store, EVEN)) as store:
        found = history(store, "t")
    early = dict.fromkeys(EVEN, (0, 0, 5))
    with Store(store_results(place.folder / "early.sqlite", early)) as store:
        assert history(store, "t").elo[-1] == pytest.approx(found.elo[4])


def test_a_cycle_that_is_not_finished_is_left_out(place: Place) -> None:
    results = {**EVEN, ("b", "c"): (0, 0, 7)}
    with Store(store_results(place.store, results)) as store:
        assert history(store, "t").cycles == tuple(range(1, 8))


def test_a_long_tournament_is_looked_at_a_few_times_the_last_cycle_among_them(
    place: Place,
) -> None:
    with Store(store_results(place.store, {("a", "b"): (100, 30, 101)})) as store:
        cycles = history(store, "t", most=10).cycles
    assert len(cycles) == 10
    assert cycles[-1] == 231
    assert list(cycles) == sorted(cycles)


def test_before_the_first_finished_cycle_there_is_nothing(place: Place) -> None:
    with Store(store_results(place.store, UNRULY)) as store:
        found = history(store, "t")
    assert (found.cycles, found.elo, found.errors) == ((), (), ())


def test_an_unknown_tournament_is_refused(place: Place) -> None:
    with (
        Store(store_results(place.store, EVEN)) as store,
        pytest.raises(InputError, match="no tournament 'cup'"),
    ):
        history(store, "cup")


@pytest.mark.parametrize(
    ("table", "pairs"),
    [
        ({"schedule": "gauntlet", "challengers": ["a"]}, ["a:b", "a:c", "a:d"]),
        ({"schedule": "swiss"}, ["a:b", "c:d"]),
        ({"schedule": "round-robin"}, ["a:b", "a:c", "a:d", "b:c", "b:d", "c:d"]),
    ],
)
def test_a_cycle_is_finished_when_the_pairings_of_its_schedule_are_stored(
    place: Place, table: dict[str, object], pairs: list[str]
) -> None:
    begun = replace(tournament("t", *"abcd"), config=json.dumps({"tournament": table}))
    with Store(place.store, create=True) as store:
        store.add_tournament(begun)
        for number in (1, 2):
            store.save("t", [played(f"{number}:{pair}") for pair in pairs])
        store.save("t", [played(f"3:{pairs[0]}")])
        assert history(store, "t").cycles == (1, 2)


def test_a_block_of_a_league_without_an_end_is_finished_when_the_next_has_begun(
    place: Place,
) -> None:
    """Bots may come and go, and pairs are spent where they tell most: nobody can count them."""
    table = {"schedule": "continuous", "batch": 2, "adaptive": True}
    begun = replace(tournament("t", *"abc"), config=json.dumps({"tournament": table}))
    with Store(place.store, create=True) as store:
        store.add_tournament(begun)
        store.save("t", [played(f"{n}:{pair}") for pair in ("a:b", "a:c") for n in (1, 2)])
        assert history(store, "t").cycles == ()
        store.save("t", [played("1:b:c")])
        assert history(store, "t").cycles == (1,)
        store.save("t", [played("2:b:c"), played("3:a:b"), played("4:a:b")])
        assert history(store, "t").cycles == (1, 2)
        store.save("t", [played("5:a:b")])
        found = history(store, "t")
    assert (found.cycles, found.kind) == ((1, 2, 3, 4), "cycle")


def test_a_knockout_has_a_history_by_rounds(place: Place) -> None:
    table = {"schedule": "knockout", "pairs": 2, "sudden_death": 5, "seeding": "order", "batch": 1}
    begun = replace(tournament("t", *"abcd"), config=json.dumps({"tournament": table}))
    with Store(place.store, create=True) as store:
        store.add_tournament(begun)
        won = (first, concedes)
        store.save("t", [played(f"{n}:{pair}", won) for pair in ("a:d", "b:c") for n in (1, 2)])
        assert history(store, "t").cycles == (1,)
        store.save("t", [played("1:a:b", won)])
        assert history(store, "t").cycles == (1,)
        store.save("t", [played("2:a:b", won)])
        found = history(store, "t")
    assert (found.cycles, found.kind) == ((1, 2), "round")
    assert found.elo[1][found.bots.index("a")] > found.elo[1][found.bots.index("b")]
