"""Every schedule takes the keys that mean something in it, and no other."""

import pytest

from arena.results import leaderboard
from arena.schedules import dutch
from arena.store import Store
from arena.tournament import entry
from tests.store.matches import first, played
from tests.tournament.config_keys import BELONGS, SCHEDULES, refused, scheduled
from tests.tournament.places import Place, with_key, without_key


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
