"""Every key is read and takes effect, in the tournament that is played."""

from typing import Any

import pytest

from arena.registry import content_hash
from arena.results import leaderboard
from arena.store import Store
from tests.tournament.config_keys import (
    KEYS,
    NO_PROGRAM,
    NUMBERS,
    RANGES,
    keys_of_the_program,
    refused,
)
from tests.tournament.places import Place, with_key, without_key


def test_every_key_has_a_test_here() -> None:
    assert set(KEYS) == keys_of_the_program()
    assert set(RANGES) == {key for key, kind in KEYS.items() if kind == "number"}


# Lesson 19: options silently ignored. Each key takes effect in the tournament that is played.


@pytest.mark.parametrize("key", NUMBERS)
def test_lesson_19_each_number_takes_effect(place: Place, key: str) -> None:
    tournament = place.open(with_key(place.league(), key, 17))
    assert NUMBERS[key](tournament) == 17
    default = Place(place.folder)
    default.store.unlink()
    assert NUMBERS[key](default.open(default.league())) != 17


def test_lesson_19_name_takes_effect(place: Place) -> None:
    assert place.open(with_key(place.league(), "tournament.name", "لیگ-۱")).name == "لیگ-۱"


def test_lesson_19_cycles_take_effect(place: Place) -> None:
    assert place.open(with_key(place.league(), "tournament.cycles", 7)).pairs == 7


def test_lesson_19_format_is_a_closed_list_and_takes_effect(place: Place) -> None:
    tournament = place.open(with_key(place.league(), "tournament.format", "deals"))
    assert (tournament.settings.format, tournament.stored.format) == ("deals", "deals")
    text = refused(place, with_key(place.league(), "tournament.format", "deal"))
    assert text.startswith("key `tournament.format`: invalid enum value 'deal'; allowed:")


@pytest.mark.parametrize("seed", ["s", "x" * 64, "دانه"])
def test_lesson_19_seed_takes_effect(place: Place, seed: str) -> None:
    tournament = place.open(with_key(place.league(), "tournament.seed", seed))
    assert tournament.stored.seed == seed


def test_a_seed_that_is_not_given_is_drawn_and_never_the_same(place: Place) -> None:
    league = without_key(place.league(), "tournament.seed")
    one = place.open(league)
    two = place.open(with_key(league, "tournament.name", "second"))
    assert one.stored.seed != two.stored.seed
    assert len(one.stored.seed) == 64


def test_lesson_19_batch_takes_effect(place: Place) -> None:
    tournament = place.open(with_key(place.league(), "tournament.batch", 2))
    with Store(place.store) as store:
        assert [len(job.pairs) for job in tournament.missing(store)] == [2, 1]


def test_lesson_19_anchor_takes_effect(place: Place) -> None:
    tournament = place.open(with_key(place.league(), "tournament.anchor", "two:1234.5"))
    with Store(place.store) as store:
        two = leaderboard(store, tournament.name)
        assert store.tournament("league").anchor == "two:1234.5"
    assert [row.standing.name for row in two.rows] == ["one", "two"]


@pytest.mark.parametrize("ponder", [True, False])
def test_lesson_19_ponder_takes_effect_and_is_off_unless_it_is_asked_for(
    place: Place, ponder: bool
) -> None:
    assert not place.open(place.league()).settings.time.ponder
    tables = with_key(with_key(place.league(), "time.ponder", ponder), "tournament.name", "other")
    assert place.open(tables).settings.time.ponder is ponder


def test_lesson_19_path_takes_effect_and_is_relative_to_the_config(place: Place) -> None:
    (place.folder / "below").mkdir()
    place.bot("three", folder="below/any folder")
    tournament = place.open(with_key(place.league(), "bots.path", "below/../below/any folder"))
    assert [bot.name for bot in tournament.bots] == ["one", "three"]
    kept = tournament.bots[1].program.folder
    assert kept == place.store.with_name("store.sqlite.bots") / tournament.bots[1].version
    assert content_hash(kept) == content_hash(place.folder / "below/any folder")


def three_with_one_that_cannot_run(place: Place) -> dict[str, Any]:
    league = place.league()
    place.bot("three", run=[NO_PROGRAM, "x"])
    league["bots"].append({"path": "three"})
    return league


def test_lesson_19_optional_leaves_a_bot_out_that_this_host_cannot_run(place: Place) -> None:
    tournament = place.open(with_key(three_with_one_that_cannot_run(place), "bots.optional", True))
    assert [bot.name for bot in tournament.bots] == ["one", "two"]
    assert [(out.name, out.program) for out in tournament.left_out] == [("three", NO_PROGRAM)]
    assert tournament.pairs == 3


def test_a_bot_that_this_host_can_run_takes_part_though_it_is_optional(place: Place) -> None:
    tournament = place.open(with_key(place.league(), "bots.optional", True))
    assert [bot.name for bot in tournament.bots] == ["one", "two"]
    assert tournament.left_out == ()


@pytest.mark.parametrize("optional", [None, False])
def test_a_bot_whose_program_is_missing_is_named_with_what_to_do(
    place: Place, optional: bool | None
) -> None:
    league = three_with_one_that_cannot_run(place)
    if optional is not None:
        league = with_key(league, "bots.optional", optional)
    assert refused(place, league) == (
        f"bot 'three' needs '{NO_PROGRAM}', which this host does not have. "
        "Install it, or set `bots[2].optional = true` to leave the bot out"
    )


def test_a_tournament_needs_two_bots_that_can_run(place: Place) -> None:
    league = place.league()
    place.bot("two", run=[NO_PROGRAM])
    text = refused(place, with_key(league, "bots.optional", True))
    assert text == "a tournament needs two bots that this host can run"


def test_lesson_19_bot_takes_effect_and_means_what_was_submitted_or_is_shipped(
    place: Place,
) -> None:
    """Versions, and what is said about a name that nobody has, are tested with the registry."""
    named = without_key(place.league(), "bots.path")
    tournament = place.open(with_key(named, "bots.bot", "naive"))
    assert [bot.name for bot in tournament.bots] == ["one", "naive"]
    text = refused(place, with_key(named, "bots.bot", "naiv"))
    assert text.startswith("key `bots[1].bot`: 'naiv': no bot of that name was submitted to ")
    assert "Did you mean 'naive'?" in text
