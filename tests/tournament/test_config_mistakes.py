"""Every mistake is answered with file, key and what is allowed."""

import re

import pytest

from arena.tournament import (
    TournamentConfig,
    load_config,
)
from tests.tournament.config_keys import KEYS, RANGES, fitting, refused
from tests.tournament.places import Place, with_key, without_key


@pytest.mark.parametrize("key", KEYS)
def test_a_value_of_the_wrong_type_is_refused(place: Place, key: str) -> None:
    named = key.replace("bots.", "bots[1].")
    wrong: list[object] = {
        "text": [7, True, ["a"]],
        "number": ["7", True, 7.5, [7]],
        "flag": [1, "true", 0],
        "names": [7, True, "one"],
    }[KEYS[key]]
    for value in wrong:
        text = refused(place, with_key(place.league(), key, value))
        assert text.startswith(f"key `{named}`: "), text
        kinds = "str|int|bool|array"
        assert re.search(f"expected `({kinds})( \\| null)?`, got|invalid enum value", text)


@pytest.mark.parametrize("key", RANGES)
def test_a_number_out_of_range_is_refused_and_the_range_named(place: Place, key: str) -> None:
    low, high = RANGES[key]
    below = refused(place, with_key(place.league(), key, low - 1))
    assert below == f"key `{key}`: expected `int` >= {low}"
    above = refused(place, with_key(place.league(), key, high + 1))
    assert above == f"key `{key}`: expected `int` <= {high}"
    refused(place, with_key(place.league(), key, -(10**30)))
    refused(place, with_key(place.league(), key, 10**30))


@pytest.mark.parametrize("end", [0, 1])
@pytest.mark.parametrize("key", RANGES)
def test_the_ends_of_a_range_belong_to_it(place: Place, key: str, end: int) -> None:
    path = place.config(with_key(fitting(place, key), key, RANGES[key][end]))
    assert isinstance(load_config(path), TournamentConfig)


@pytest.mark.parametrize("key", ["tournament", "tournament.name", "tournament.cycles", "bots"])
def test_a_missing_key_is_named(place: Place, key: str) -> None:
    text = refused(place, without_key(place.league(), key))
    assert text == f"key `{key}` is missing"


def test_a_bot_is_either_named_or_pointed_at(place: Place) -> None:
    problem = "`bots[1]`: needs one of `path`, a bot's folder, and `bot`, the name of one that "
    nothing = with_key(without_key(place.league(), "bots.path"), "bots.optional", True)
    assert refused(place, nothing).startswith(problem)
    assert refused(place, with_key(place.league(), "bots.bot", "naive")).startswith(problem)
    path = with_key(without_key(place.league(), "bots.path"), "bots.bot", "./two")
    assert refused(place, path) == (
        "key `bots[1].bot`: './two' is a path; for a bot's folder there is the key `path`"
    )


@pytest.mark.parametrize(
    ("key", "meant", "allowed"),
    [
        ("tournamet", "tournament", "tournament, bots, rules, time, limits"),
        ("tournament.cycle", "cycles", "name, cycles, schedule, format, decks, seed, batch"),
        ("rules.kot_hakm", "kot_hakem", "target, kot_hakem, kot_other"),
        ("time.movems", "move_ms", "startup_ms, move_ms, bank_ms, increment_ms, ponder"),
        ("limits.memory", "memory_mib", "memory_mib, processes, cpu_seconds, cpus, tmp_mib"),
        ("bots.paht", "path", "path, bot, optional"),
    ],
)
def test_an_unknown_key_is_answered_with_what_was_meant_and_what_is_allowed(
    place: Place, key: str, meant: str, allowed: str
) -> None:
    text = refused(place, with_key(place.league(), key, 1))
    named = key.replace("bots.", "bots[1].")
    assert text.startswith(
        f"unknown key `{named}`; did you mean `{meant}`? Allowed here: {allowed}"
    )


@pytest.mark.parametrize("key", ["x", "tournament.x", "rules.x", "time.x", "limits.x", "bots.x"])
def test_an_unknown_key_like_no_other_is_answered_with_what_is_allowed(
    place: Place, key: str
) -> None:
    text = refused(place, with_key(place.league(), key, 1))
    assert text.startswith(f"unknown key `{key.replace('bots.', 'bots[1].')}`. Allowed here: ")


@pytest.mark.parametrize(
    "key",
    [
        "x`` - at `$.nonsense",
        "x` - at `$.bots",
        "x`` - at `$.bots[0].path",
        "` - at `$",
        "a\nb",
        "",
    ],
)
def test_an_unknown_key_that_looks_like_a_message_is_refused_all_the_same(
    place: Place, key: str
) -> None:
    refused(place, {key: 1, **place.league()})
    refused(place, with_key(place.league(), f"rules.{key.replace('.', '')}", 1))


@pytest.mark.parametrize("table", ["tournament", "rules", "time", "limits"])
@pytest.mark.parametrize("value", [1, "text", [1], True])
def test_a_value_where_a_table_belongs_is_refused(place: Place, table: str, value: object) -> None:
    text = refused(place, with_key(place.league(), table, value))
    assert text.startswith(f"key `{table}`: expected `object`, got ")


@pytest.mark.parametrize("value", [1, "one", ["one", "two"], [], [{"path": "one"}]])
def test_bots_that_are_no_list_of_two_are_refused(place: Place, value: object) -> None:
    text = refused(place, with_key(place.league(), "bots", value))
    assert text.startswith("key `bots")
    if isinstance(value, list) and value != ["one", "two"]:
        assert text == "key `bots`: expected `array` of length >= 2"


def test_too_many_bots_are_refused(place: Place) -> None:
    league = place.league()
    text = refused(place, {**league, "bots": [{"path": "one"}] * 4097})
    assert text == "key `bots`: expected `array` of length <= 4096"


@pytest.mark.parametrize(
    "name",
    ["", "a" * 41, "a b", "a\x1b[31m", "a\u202eb", "a\u2066b", "a\x07", "a:b", "../../etc", ".x"],
    ids=ascii,
)
def test_a_bad_tournament_name_is_refused_and_the_rule_told(place: Place, name: str) -> None:
    text = refused(place, with_key(place.league(), "tournament.name", name))
    assert text.startswith(f"key `tournament.name`: {name!r} is not allowed; 1–40 characters")


@pytest.mark.parametrize("seed", ["", "x" * 65])
def test_a_seed_that_is_empty_or_too_long_is_refused(place: Place, seed: str) -> None:
    text = refused(place, with_key(place.league(), "tournament.seed", seed))
    assert text.startswith("key `tournament.seed`: expected `str` of length ")


@pytest.mark.parametrize("anchor", ["", "two", "two:", ":1500", "two:high", "two:nan", "two:inf"])
def test_an_anchor_that_is_no_bot_with_a_rating_is_refused(place: Place, anchor: str) -> None:
    tables = with_key(place.league(), "tournament.anchor", anchor)
    text = refused(place, tables)
    assert text == f"key `tournament.anchor`: an anchor reads bot:rating, not {anchor!r}"


def test_an_anchor_that_does_not_take_part_is_refused(place: Place) -> None:
    tables = with_key(place.league(), "tournament.anchor", "three:1500")
    assert refused(place, tables) == "key `tournament.anchor`: 'three' does not take part"


@pytest.mark.parametrize("other", ["one", "ONE", "One", "ｏｎｅ"])
def test_two_bots_of_one_name_are_refused_whatever_their_case(place: Place, other: str) -> None:
    league = place.league()
    place.bot(other, folder="two")
    text = refused(place, league)
    assert text.startswith(f"two bots are called 'one' and {other!r}; names must differ")


def test_one_folder_twice_is_two_bots_of_one_name(place: Place) -> None:
    text = refused(place, with_key(place.league(), "bots.path", "one"))
    assert text.startswith("two bots are called 'one' and 'one'; names must differ")


@pytest.mark.parametrize("path", ["three", "a" * 300, "one/bot.py", "nul\0byte"], ids=ascii)
def test_a_bot_that_is_not_there_is_named_with_its_key(place: Place, path: str) -> None:
    text = refused(place, with_key(place.league(), "bots.path", path))
    assert text.startswith(f"key `bots[1].path`: {place.folder / path}: no such folder; a bot is ")


def test_a_mistake_in_a_manifest_is_named_with_both_files(place: Place) -> None:
    league = place.league()
    place.bot("two", transprot="stdio")
    text = refused(place, league)
    assert text == (
        f"key `bots[1].path`: {place.folder / 'two' / 'bot.toml'}: unknown key `transprot`; "
        "did you mean `transport`? Allowed here: name, run, transport, author, language, "
        "build, ignore, share"
    )
