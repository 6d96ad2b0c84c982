"""A tournament that is stored goes on as it began, or not at all."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from arena.errors import InputError
from arena.store import Store
from arena.tournament import Tournament, commitment
from tests.store.matches import played
from tests.tournament.config_keys import NUMBERS
from tests.tournament.places import Place, with_key, without_key

DECIDING = [
    *(key for key in NUMBERS if key != "tournament.decks"),
    "tournament.cycles",
    "tournament.batch",
]
"""Numbers that decide results."""


def refused(place: Place, tables: Any) -> str:
    before = place.store.read_bytes()
    with pytest.raises(InputError) as caught:
        place.open(tables)
    assert place.store.read_bytes() == before
    return str(caught.value)


def stored_again(place: Place, tables: Any) -> Tournament:
    """The tournament as it is found stored."""
    with Store(place.store) as store:
        before = store.tournament("league")
    tournament = place.open(tables)
    assert tournament.stored == before
    return tournament


@pytest.mark.parametrize("key", DECIDING)
def test_lesson_12_a_setting_that_decides_results_cannot_be_changed(place: Place, key: str) -> None:
    league = with_key(place.league(), key, 17)
    place.open(league)
    text = refused(place, with_key(league, key, 18))
    assert text == (
        f"{place.folder / 'config.toml'}: tournament 'league' is stored in {place.store} with "
        f"other settings: `{key}` was 17, is 18. Put them back, or begin a new one with another "
        "`tournament.name` or another --store"
    )


@pytest.mark.parametrize(("key", "value"), [("decks", 17), ("format", "match")])
def test_lesson_12_what_single_deals_are_cannot_be_changed(
    place: Place, key: str, value: object
) -> None:
    league = with_key(place.league(), "tournament.format", "deals")
    place.open(league)
    with pytest.raises(InputError, match=f"`tournament.{key}` was "):
        place.open(with_key(league, f"tournament.{key}", value))


def test_all_that_differs_is_named_and_nothing_else(place: Place) -> None:
    league = place.league()
    place.open(league)
    changed = with_key(with_key(league, "rules.target", 3), "time.move_ms", 50)
    place.bot("three")
    changed["bots"].append({"path": "three"})
    named = re.findall(r"`([^`]*)` was", refused(place, changed))
    assert named == ["bots.three", "rules.target", "time.move_ms"]


def test_lesson_12_a_bot_that_was_changed_is_another_player(place: Place) -> None:
    league = place.league()
    before = place.open(league).bots[1].version
    (place.folder / "two" / "bot.py").write_text("# better\n")
    text = refused(place, league)
    assert re.search(rf"other settings: `bots\.two` was {before}, is [0-9a-f]{{12}}\. ", text)


def test_a_bot_that_was_replaced_is_named_with_the_new_one(place: Place) -> None:
    league = place.league()
    place.open(league)
    place.bot("three")
    text = refused(place, with_key(league, "bots.path", "three"))
    assert re.search(r"`bots\.three` was absent, is \w{12}; `bots\.two` was \w{12}, is abs", text)


def test_an_optional_bot_that_can_no_longer_run_is_named(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    league = place.league()
    programs = place.folder / "programs"
    programs.mkdir()
    (programs / "three-runs-on-this").symlink_to("/bin/sh")
    monkeypatch.setenv("PATH", f"{programs}:/usr/bin")
    place.bot("three", run=["three-runs-on-this", "bot.sh"])
    league["bots"].append({"path": "three", "optional": True})
    place.open(league)
    monkeypatch.setenv("PATH", "/usr/bin")
    assert re.search(r"`bots\.three` was \w{12}, is absent", refused(place, league))


def test_another_seed_is_refused_and_neither_seed_is_told(place: Place) -> None:
    league = with_key(place.league(), "tournament.seed", "the-secret-one")
    place.open(league)
    text = refused(place, with_key(league, "tournament.seed", "a-guess"))
    assert "`tournament.seed` was …, is another" in text
    assert "the-secret-one" not in text
    assert "a-guess" not in text


def order(league: dict[str, Any], place: Place) -> dict[str, Any]:
    return {**league, "bots": league["bots"][::-1]}


def anchor(league: dict[str, Any], place: Place) -> dict[str, Any]:
    return with_key(league, "tournament.anchor", "two:1000")


def optional(league: dict[str, Any], place: Place) -> dict[str, Any]:
    return with_key(league, "bots.optional", True)


def a_moved_bot(league: dict[str, Any], place: Place) -> dict[str, Any]:
    (place.folder / "two").rename(place.folder / "elsewhere")
    return with_key(league, "bots.path", "elsewhere")


def no_seed(league: dict[str, Any], place: Place) -> dict[str, Any]:
    return without_key(league, "tournament.seed")


def defaults_written_out(league: dict[str, Any], place: Place) -> dict[str, Any]:
    return with_key(league, "rules.target", 7)


def nothing(league: dict[str, Any], place: Place) -> dict[str, Any]:
    return league


@pytest.mark.parametrize(
    "change",
    [nothing, order, anchor, optional, a_moved_bot, no_seed, defaults_written_out],
    ids=lambda change: str(change.__name__),
)
def test_what_does_not_decide_results_may_be_changed(
    place: Place, change: Callable[[dict[str, Any], Place], dict[str, Any]]
) -> None:
    league = place.league()
    first = place.open(league)
    again = stored_again(place, change(league, place))
    with Store(place.store) as store:
        assert list(again.missing(store)) == list(first.missing(store))


def test_a_drawn_seed_is_kept(place: Place) -> None:
    league = without_key(place.league(), "tournament.seed")
    seed = place.open(league).stored.seed
    assert stored_again(place, league).stored.seed == seed


def test_another_tournament_may_be_played_in_the_same_store(place: Place) -> None:
    league = place.league()
    place.open(league)
    place.open(with_key(with_key(league, "tournament.name", "second"), "rules.target", 1))
    with Store(place.store) as store:
        assert store.tournament_names() == ["second", "league"]


def test_lesson_12_what_is_stored_is_not_played_again(place: Place) -> None:
    league = with_key(place.league(), "tournament.batch", 2)
    tournament = place.open(league)
    with Store(place.store) as store:
        store.save("league", [played("2:one:two")])
        assert [plan.pair for job in tournament.missing(store) for plan in job.pairs] == [
            "1:one:two",
            "3:one:two",
        ]


def test_a_job_has_the_bots_in_the_pairings_order_with_all_settings(place: Place) -> None:
    tournament = place.open(order(place.league(), place))
    with Store(place.store) as store:
        (pairing,) = tournament.missing(store)
    job = tournament.job(pairing)
    assert [bot.name for bot in job.bots] == list(pairing.names) == ["one", "two"]
    assert job.job == pairing.job == "1-3:one:two"
    assert job.pairs == pairing.pairs
    assert job.settings.commitment == tournament.stored.commitment
    assert job.bots[0].folder == place.store.with_name("store.sqlite.bots") / job.bots[0].version


# The commitment


def test_the_commitment_can_be_repeated_from_what_is_stored(place: Place) -> None:
    league = with_key(place.league(), "tournament.seed", "the-secret-one")
    stored = place.open(league).stored
    assert stored.commitment == commitment(stored.seed, stored.config)
    assert re.fullmatch("[0-9a-f]{64}", stored.commitment)
    assert stored.seed not in stored.config


def test_the_commitment_fixes_seed_settings_and_bots(place: Place) -> None:
    league = place.league()
    changes = [
        league,
        with_key(league, "tournament.seed", "other"),
        with_key(league, "rules.target", 6),
        with_key(league, "limits.tmp_mib", 17),
        with_key(league, "tournament.cycles", 4),
    ]
    found = [
        place.open(with_key(change, "tournament.name", f"t{number}")).stored.commitment
        for number, change in enumerate(changes)
    ]
    (place.folder / "two" / "bot.py").write_text("# better\n")
    found.append(place.open(with_key(league, "tournament.name", "t9")).stored.commitment)
    assert len(set(found)) == len(found)


def test_the_commitment_does_not_depend_on_the_order_of_bots_or_on_the_place(place: Place) -> None:
    league = place.league()
    one = place.open(league)
    two = place.open({**order(league, place), "tournament": {**league["tournament"], "name": "x"}})
    assert one.stored.commitment == two.stored.commitment
    assert str(place.folder) not in one.stored.config


def test_who_takes_part_is_stored_with_author_and_language(place: Place) -> None:
    league = place.league()
    place.bot("two", author="Zahra\x1b[2J", language="Zig")
    entrants = place.open(league).stored.entrants
    assert [(e.name, e.author, e.language) for e in entrants] == [
        ("one", "", ""),
        ("two", "Zahra\x1b[2J", "Zig"),
    ]


def test_a_config_that_is_refused_leaves_no_tournament(place: Place) -> None:
    league = place.league()
    for key, value in (("tournament.anchor", "x:1"), ("bots.path", "nowhere"), ("rules.x", 1)):
        with pytest.raises(InputError):
            place.open(with_key(league, key, value))
    with Store(place.store) as store:
        assert store.tournament_names() == []
