"""Every key is read and takes effect; every mistake is answered with file, key and what is
allowed."""

import contextlib
import re
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arena.errors import InputError
from arena.store import Store
from arena.toml_file import SIZE_LIMIT
from arena.tournament import (
    Tournament,
    TournamentConfig,
    content_hash,
    entry,
    leaderboard,
    load_config,
)
from arena.tournament.config import BotTable
from arena.tournament.schedules import dutch
from tests.store.matches import first, played
from tests.tournament.places import Place, with_key, without_key

NO_PROGRAM = "a-program-that-no-host-has"

RANGES = {
    "tournament.cycles": (1, 1_000_000),
    "tournament.batch": (1, 1_000),
    "tournament.decks": (1, 1_000),
    "tournament.rounds": (1, 32),
    "tournament.pairs": (1, 100_000),
    "tournament.sudden_death": (0, 10_000),
    "rules.target": (1, 100),
    "rules.kot_hakem": (1, 100),
    "rules.kot_other": (1, 100),
    "time.startup_ms": (1, 600_000),
    "time.move_ms": (1, 600_000),
    "time.bank_ms": (0, 3_600_000),
    "time.increment_ms": (0, 600_000),
    "limits.memory_mib": (16, 65_536),
    "limits.processes": (1, 4_096),
    "limits.cpu_seconds": (1, 86_400),
    "limits.cpus": (1, 1_024),
    "limits.tmp_mib": (1, 4_096),
    "limits.open_files": (16, 65_536),
    "limits.output_kib": (1, 1_048_576),
}

NUMBERS: dict[str, Callable[[Tournament], int]] = {
    "tournament.decks": lambda t: t.settings.decks,
    "rules.target": lambda t: t.settings.rules.target,
    "rules.kot_hakem": lambda t: t.settings.rules.kot_hakem,
    "rules.kot_other": lambda t: t.settings.rules.kot_other,
    "time.startup_ms": lambda t: t.settings.time.startup_ms,
    "time.move_ms": lambda t: t.settings.time.move_ms,
    "time.bank_ms": lambda t: t.settings.time.bank_ms,
    "time.increment_ms": lambda t: t.settings.time.increment_ms,
    "limits.memory_mib": lambda t: t.settings.limits.memory_mib,
    "limits.processes": lambda t: t.settings.limits.processes,
    "limits.cpu_seconds": lambda t: t.settings.limits.cpu_seconds,
    "limits.cpus": lambda t: t.settings.limits.cpus,
    "limits.tmp_mib": lambda t: t.settings.limits.tmp_mib,
    "limits.open_files": lambda t: t.settings.limits.open_files,
    "limits.output_kib": lambda t: t.settings.limits.output_kib,
}

OTHERS = {
    "tournament.name": "text",
    "tournament.cycles": "number",
    "tournament.schedule": "text",
    "tournament.format": "text",
    "tournament.seed": "text",
    "tournament.batch": "number",
    "tournament.anchor": "text",
    "tournament.challengers": "names",
    "tournament.rounds": "number",
    "tournament.pairs": "number",
    "tournament.sudden_death": "number",
    "tournament.seeding": "text",
    "tournament.adaptive": "flag",
    "tournament.rated_with": "text",
    "time.ponder": "flag",
    "bots.path": "text",
    "bots.bot": "text",
    "bots.optional": "flag",
}
"""Keys with a test of their own below."""

KEYS = {**OTHERS, **dict.fromkeys(NUMBERS, "number")}


def keys_of_the_program() -> set[str]:
    tables = {field.name: field.type for field in msgspec.structs.fields(TournamentConfig)}
    tables["bots"] = BotTable
    return {
        f"{table}.{field.name}"
        for table, kind in tables.items()
        for field in msgspec.structs.fields(kind)
    }


def test_every_key_has_a_test_here() -> None:
    assert set(KEYS) == keys_of_the_program()
    assert set(RANGES) == {key for key, kind in KEYS.items() if kind == "number"}


SCHEDULES: dict[str, dict[str, Any]] = {
    "round-robin": {"cycles": 3},
    "gauntlet": {"cycles": 3, "challengers": ["two"]},
    "knockout": {},
    "swiss": {"rounds": 1},
    "continuous": {},
}
"""What each schedule needs."""
BELONGS = {
    "cycles": {"round-robin", "gauntlet"},
    "challengers": {"gauntlet"},
    "rounds": {"swiss"},
    "pairs": {"knockout", "swiss"},
    "sudden_death": {"knockout"},
    "seeding": {"knockout", "swiss"},
    "adaptive": {"continuous"},
}
"""Keys that belong to some schedules alone."""


def scheduled(place: Place, schedule: str) -> dict[str, Any]:
    """A config in order with this schedule and nothing that it does not need."""
    table = {"name": "league", "seed": "s", "schedule": schedule, **SCHEDULES[schedule]}
    return {**place.league(), "tournament": table}


def fitting(place: Place, key: str) -> dict[str, Any]:
    """A config in order to which the key can be added."""
    schedules = BELONGS.get(key.removeprefix("tournament."), {"round-robin"})
    return scheduled(place, min(schedules & set(SCHEDULES), key=list(SCHEDULES).index))


def refused(place: Place, tables: Any) -> str:
    """What is said about a config that is refused; every message names the file first."""
    with pytest.raises(InputError) as caught:
        place.open(tables)
    text = str(caught.value)
    assert text.startswith(f"{place.folder / 'config.toml'}: ")
    return text.removeprefix(f"{place.folder / 'config.toml'}: ")


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


def test_lesson_19_schedule_is_a_closed_list_and_takes_effect(place: Place) -> None:
    for schedule in SCHEDULES:
        tables = with_key(scheduled(place, schedule), "tournament.name", schedule)
        tournament = place.open(tables)
        assert tournament.config.tournament.schedule == schedule
        assert f'"schedule": "{schedule}"' in tournament.stored.config
    text = refused(place, with_key(place.league(), "tournament.schedule", "swis"))
    allowed = ", ".join(map(repr, sorted(SCHEDULES)))
    assert text == f"key `tournament.schedule`: invalid enum value 'swis'; allowed: {allowed}"


@pytest.mark.parametrize("schedule", SCHEDULES)
@pytest.mark.parametrize("key", BELONGS)
def test_a_key_that_means_nothing_in_a_schedule_is_refused(
    place: Place, schedule: str, key: str
) -> None:
    values = {"challengers": ["two"], "seeding": "order", "adaptive": True}
    tables = with_key(scheduled(place, schedule), f"tournament.{key}", values.get(key, 1))
    if schedule in BELONGS[key]:
        place.open(tables)
    else:
        text = refused(place, tables)
        assert text.startswith(
            f"key `tournament.{key}`: means nothing in the schedule {schedule!r}, only in "
        )
        assert {name for name in SCHEDULES if f"{name!r}" in text} == BELONGS[key] | {schedule}


@pytest.mark.parametrize("schedule", SCHEDULES)
def test_a_key_that_a_schedule_needs_is_named_where_it_is_missing(
    place: Place, schedule: str
) -> None:
    for key in SCHEDULES[schedule]:
        text = refused(place, without_key(scheduled(place, schedule), f"tournament.{key}"))
        assert text == f"key `tournament.{key}` is missing"


@pytest.mark.parametrize("schedule", SCHEDULES)
def test_a_default_that_is_written_out_is_no_change(place: Place, schedule: str) -> None:
    table = place.open(scheduled(place, schedule)).config.tournament
    for key in BELONGS:
        value = getattr(table, key)
        if value is not None:
            value = list(value) if isinstance(value, tuple) else value
            place.open(with_key(scheduled(place, schedule), f"tournament.{key}", value))


def test_lesson_19_challengers_take_effect(place: Place) -> None:
    place.bot("three")
    tables = with_key(scheduled(place, "gauntlet"), "tournament.challengers", ["three", "one"])
    tables["bots"].append({"path": "three"})
    tournament = place.open(tables)
    with Store(place.store) as store:
        met = {job.names for job in tournament.missing(store)}
    assert met == {("three", "two"), ("one", "two")}
    assert tournament.pairs == 6


@pytest.mark.parametrize(
    ("challengers", "problem"),
    [
        (["x"], "'x' does not take part"),
        (["one", "one"], "'one' is named twice"),
        (["two", "one"], "all bots are challengers; the pool needs one that is not"),
    ],
)
def test_challengers_that_make_no_gauntlet_are_refused(
    place: Place, challengers: list[str], problem: str
) -> None:
    tables = with_key(scheduled(place, "gauntlet"), "tournament.challengers", challengers)
    assert refused(place, tables) == f"key `tournament.challengers`: {problem}"


def test_lesson_19_rounds_take_effect(place: Place) -> None:
    tables = with_key(scheduled(place, "swiss"), "tournament.rounds", 2)
    text = refused(place, tables)
    assert text.startswith("key `tournament.rounds`: 2 bots can have 1 at most, half as many ")
    place.bot("three")
    tables["bots"].append({"path": "three"})
    assert place.open(tables).pairs == 20


def test_more_bots_than_a_swiss_takes_are_refused(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(entry, "BOTS_LIMIT", 1)
    text = refused(place, scheduled(place, "swiss"))
    assert text == "a Swiss takes 1 bots at most, here are 2"


def test_a_swiss_without_its_library_is_answered_with_how_to_install_it(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dutch, "LIBRARY", "a_library_that_nobody_has")
    assert refused(place, scheduled(place, "swiss")) == (
        "key `tournament.schedule`: 'swiss' needs a pairing library that is not installed: "
        "pip install 'hokm-arena[swiss]'"
    )


def test_lesson_19_pairs_take_effect(place: Place) -> None:
    tournament = place.open(with_key(scheduled(place, "knockout"), "tournament.pairs", 7))
    with Store(place.store) as store:
        assert [len(job.pairs) for job in tournament.missing(store)] == [7]
    assert tournament.pairs == 7


@pytest.mark.parametrize(("sudden_death", "waiting"), [(0, []), (1, ["3:one:two"])])
def test_lesson_19_sudden_death_takes_effect(
    place: Place, sudden_death: int, waiting: list[str]
) -> None:
    tables = with_key(scheduled(place, "knockout"), "tournament.pairs", 2)
    tournament = place.open(with_key(tables, "tournament.sudden_death", sudden_death))
    with Store(place.store) as store:
        store.save("league", [played("1:one:two", (first, first))])
        store.save("league", [played("2:one:two", (first, first))])
        left = [plan.pair for job in tournament.missing(store) for plan in job.pairs]
    assert left == waiting


def test_lesson_19_seeding_takes_effect_and_needs_ratings(place: Place) -> None:
    """That seeds follow the ratings is tested with the schedules."""
    tables = with_key(scheduled(place, "knockout"), "tournament.seeding", "rating")
    text = refused(place, tables)
    assert text.startswith("key `tournament.seeding`: 'rating' needs `tournament.rated_with`")
    text = refused(place, with_key(tables, "tournament.seeding", "best"))
    assert text == "key `tournament.seeding`: invalid enum value 'best'; allowed: 'order', 'rating'"


@pytest.mark.parametrize(("adaptive", "pairs"), [(None, 12), (False, 12), (True, 8)])
def test_lesson_19_adaptive_takes_effect_and_is_off_unless_it_is_asked_for(
    place: Place, adaptive: bool | None, pairs: int
) -> None:
    tables = with_key(scheduled(place, "continuous"), "tournament.batch", 2)
    if adaptive is not None:
        tables = with_key(tables, "tournament.adaptive", adaptive)
    for name in ("three", "four"):
        place.bot(name)
        tables["bots"].append({"path": name})
    tournament = place.open(tables)
    with Store(place.store) as store:
        for job in list(tournament.missing(store)):
            store.save("league", [played(plan.pair) for plan in job.pairs])
        assert sum(len(job.pairs) for job in tournament.missing(store)) == pairs


def test_lesson_19_rated_with_takes_effect(place: Place) -> None:
    place.open(place.league())
    tables = with_key(place.league(), "tournament.rated_with", "league")
    tournament = place.open(with_key(tables, "tournament.name", "second"))
    assert tournament.stored.rated_with == "league"
    with Store(place.store) as store:
        assert leaderboard(store, "second").joined == ("league", 0)


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


# Mistakes


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
        "build, ignore"
    )


# The file


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "key `tournament` is missing"),
        (b"[tournament", "not a TOML file: .*end of document"),
        (b'[tournament]\nname = "a"\nname = "b"\n', "not a TOML file: .*line 3"),
        (b"\xff\xfe[\x00t\x00", "not a TOML file: .*utf-8"),
        (b'[tournament]\nname = "\xe9"', "not a TOML file: .*utf-8"),
        (b"{}", "not a TOML file: "),
        (b'{"tournament": {}}', "not a TOML file: "),
        (b"\x00", "not a TOML file: "),
        (b"x = " + b"[" * 20_000, "not a TOML file: "),
        (b"x = " + b"1" * 5_000, "not a TOML file: .*integer string"),
        (b"x = 9999-99-99", "not a TOML file: "),
        (b"# " + b"x" * SIZE_LIMIT, f"too large, at most {SIZE_LIMIT} bytes are read"),
    ],
    ids=[
        *("empty", "unclosed", "twice", "UTF-16", "Latin-1", "braces", "JSON", "NUL", "nested"),
        *("digits", "date", "huge"),
    ],
)
def test_a_file_that_is_no_config_is_refused(place: Place, content: bytes, message: str) -> None:
    place.league()
    assert re.match(message, refused(place, content))


def test_a_file_of_the_size_limit_is_read(place: Place) -> None:
    place.league()
    assert refused(place, b"#" * SIZE_LIMIT) == "key `tournament` is missing"


def test_a_config_that_is_not_there_is_named(place: Place) -> None:
    with pytest.raises(InputError, match=r"config\.toml: No such file or directory"):
        load_config(place.folder / "config.toml")


def test_a_folder_is_no_config(place: Place) -> None:
    with pytest.raises(InputError, match=f"{place.folder}: is a folder, a TOML file is expected"):
        load_config(place.folder)


def test_an_endless_file_is_not_read_to_its_end(place: Place) -> None:
    (place.folder / "config.toml").symlink_to("/dev/zero")
    with pytest.raises(InputError, match="too large"):
        load_config(place.folder / "config.toml")


FUZZ = settings(
    max_examples=80,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
VALUES = st.recursive(
    st.booleans()
    | st.integers(-(10**6), 10**40)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=50),
    lambda inner: st.lists(inner, max_size=3),
    max_leaves=5,
)


@FUZZ
@given(key=st.sampled_from(sorted(KEYS)) | st.text("abr`$.[] ", max_size=20), value=VALUES)
def test_no_value_anywhere_brings_the_program_down(place: Place, key: str, value: object) -> None:
    table = key.rpartition(".")[0]
    if table and table not in {name.split(".")[0] for name in KEYS}:
        key = key.replace(".", "")
    place.store.unlink(missing_ok=True)
    with contextlib.suppress(InputError):
        assert place.open(with_key(place.league(), key, value)).pairs > 0
        assert key in KEYS


@FUZZ
@given(
    st.binary(max_size=200)
    | st.text(max_size=200).map(lambda text: text.encode("utf-8", "replace"))
)
def test_no_content_brings_the_program_down(place: Place, content: bytes) -> None:
    refused(place, content)
