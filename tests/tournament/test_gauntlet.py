"""Challengers against a pool: exactly their pairings, and a joint rating."""

import itertools
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import InputError
from arena.registry import Registry
from arena.results import crosstable, leaderboard
from arena.schedules import Pairing, gauntlet, gauntlet_pairs, pair_id, pairing_of
from arena.store import Store
from arena.tournament import open_tournament, read_entry
from tests.cli.commands import call
from tests.store.matches import concedes, first, played
from tests.tournament.places import Place, with_key
from tests.tournament.running import SHORT, Arena


def names(letter: str, count: int) -> list[str]:
    return [f"{letter}{number}" for number in range(count)]


def identities(jobs: list[Pairing]) -> list[str]:
    return [plan.pair for job in jobs for plan in job.pairs]


@pytest.mark.parametrize("challengers", range(1, 5))
@pytest.mark.parametrize("pool", range(1, 5))
@pytest.mark.parametrize(("cycles", "batch"), [(1, 1), (3, 2), (4, 10)])
def test_exactly_every_challenger_meets_every_bot_of_the_pool(
    challengers: int, pool: int, cycles: int, batch: int
) -> None:
    # Challengers come last in the alphabet or first: names are ordered all the same.
    for letters in ("xp", "ap"):
        few, many = names(letters[0], challengers), names(letters[1], pool)
        jobs = list(gauntlet(few, many, cycles, batch, "seed"))
        expected = [
            pair_id(cycle, pairing_of(*pairing))
            for cycle in range(1, cycles + 1)
            for pairing in itertools.product(few, many)
        ]
        assert sorted(identities(jobs)) == sorted(expected)
        assert len(expected) == gauntlet_pairs(challengers, pool, cycles)
        assert all(job.names == tuple(sorted(job.names)) for job in jobs)
        assert len({job.job for job in jobs}) == len(jobs)


@given(st.integers(1, 5), st.integers(1, 5))
def test_nobody_plays_twice_before_everybody_could_play_once(few: int, many: int) -> None:
    jobs = list(gauntlet(names("x", few), names("p", many), 1, 1, "seed"))
    side = min(few, many)
    for start in range(0, len(jobs), side):
        playing = [bot for job in jobs[start : start + side] for bot in job.names]
        assert len(set(playing)) == 2 * side


@given(st.permutations(names("x", 3)), st.permutations(names("p", 4)))
def test_the_order_of_the_bots_in_the_config_changes_nothing(
    few: list[str], many: list[str]
) -> None:
    expected = list(gauntlet(names("x", 3), names("p", 4), 3, 2, "seed"))
    assert list(gauntlet(few, many, 3, 2, "seed")) == expected
    assert list(gauntlet(few, many, 3, 2, "another")) != expected


WHOLE = list(gauntlet(names("x", 2), names("p", 3), 5, 2, "seed"))


@given(st.sets(st.sampled_from(identities(WHOLE))))
def test_lesson_12_whatever_is_stored_the_rest_is_played_and_no_more(done: set[str]) -> None:
    left = list(gauntlet(names("x", 2), names("p", 3), 5, 2, "seed", done))
    assert identities(left) == [pair for pair in identities(WHOLE) if pair not in done]


# Rated jointly


def pool_and_gauntlet(place: Place, challenger: str = "new") -> tuple[dict[str, object], Path]:
    """A league of `one` and `two`, and the config of a gauntlet of `new` against them."""
    league = place.league()
    place.bot("new")
    place.open(league)
    tables = {
        **league,
        "tournament": {
            "name": "gauntlet",
            "schedule": "gauntlet",
            "challengers": [challenger],
            "cycles": 2,
            "rated_with": "league",
        },
        "bots": [*league["bots"], {"path": "new"}],
    }
    return tables, place.store


def test_results_of_the_pool_are_added_to_the_standings(place: Place) -> None:
    tables, path = pool_and_gauntlet(place)
    place.open(tables)
    with Store(path) as store:
        store.save("gauntlet", [played("1:new:one"), played("1:new:two")])
        alone = leaderboard(store, "gauntlet")
        assert (alone.pairs, alone.joined) == (2, ("league", 0))
        store.save("league", [played(f"{n}:one:two", (first, concedes)) for n in (1, 2, 3)])
        joint = leaderboard(store, "gauntlet")
    assert (joint.pairs, joint.joined) == (2, ("league", 3))
    assert [row.standing.pairs for row in joint.rows] == [
        {"one": 4, "two": 4, "new": 2}[row.standing.name] for row in joint.rows
    ]


def test_the_crosstable_shows_what_the_standings_are_made_of(place: Place) -> None:
    tables, path = pool_and_gauntlet(place)
    place.open(tables)
    with Store(path) as store:
        store.save("gauntlet", [played("1:new:one"), played("1:new:two")])
        store.save("league", [played(f"{n}:one:two", (first, concedes)) for n in (1, 2, 3)])
        found = crosstable(store, "gauntlet")
    assert found.rated_with == "league"
    assert found.cells["one", "two"].cell.pairs == 3
    assert found.cells["new", "one"].cell.pairs == 1
    words = ("crosstable", "--store", path, "--tournament", "gauntlet")
    assert "1 to 3 mirror pairs, with those of league, in each pairing" in call(*words).out
    assert json.loads(call(*words, "--json").out)["rated_with"] == "league"


def test_results_of_another_version_are_not_added(place: Place) -> None:
    tables, path = pool_and_gauntlet(place)
    (place.folder / "two" / "bot.py").write_text("# better\n")
    place.open(tables)
    with Store(path) as store:
        store.save("league", [played("1:one:two")])
        assert leaderboard(store, "gauntlet").joined == ("league", 0)


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("tournament.rated_with", "nobody", "no other tournament 'nobody' in .*; it holds league"),
        ("tournament.rated_with", "gauntlet", "no other tournament 'gauntlet' in "),
        ("tournament.format", "deals", "'league' is of the format 'match'"),
        ("rules.target", 3, "'league' is played by other rules"),
    ],
)
def test_a_tournament_that_is_not_to_be_compared_is_refused(
    place: Place, key: str, value: object, message: str
) -> None:
    tables, path = pool_and_gauntlet(place)
    config = place.config(with_key(tables, key, value))
    with (
        Store(path) as store,
        pytest.raises(InputError, match=f"key `tournament.rated_with`: {message}"),
    ):
        open_tournament(read_entry(config, Registry(store.path)), store)


@pytest.mark.parametrize("form", ["match", "deals"])
def test_a_gauntlet_is_run_and_rated_with_the_league_that_came_before(
    arena: Arena, form: str
) -> None:
    before = arena.write(["naive", "value"], cycles=2, format=form, **SHORT[form])
    assert arena.run("run", before).returncode == 0
    config = arena.write(
        ["naive", "value", "random"],
        name="gauntlet",
        schedule="gauntlet",
        challengers=["random"],
        cycles=2,
        format=form,
        rated_with="league",
        **SHORT[form],
    )
    ran = arena.run("run", config)
    assert ran.returncode == 0, ran.stderr
    assert "gauntlet, gauntlet, random against 2 others, 2 cycles = 4 mirror pairs" in ran.stderr
    assert ", rated with " in ran.stdout
    with Store(arena.place.store) as store:
        assert set(store.pairs_done("gauntlet")) == {
            f"{cycle}:{pairing}" for cycle in (1, 2) for pairing in ("naive:random", "random:value")
        }
