"""A league without an end: blocks, newcomers, new versions, and pairs where they tell most."""

import itertools
import signal
import threading
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import InputError
from arena.records import PairOutcome
from arena.referee import MatchJob
from arena.registry import Registry, Workbench, submit
from arena.results import leaderboard
from arena.schedules import Stage, continuous, cycle_of, most_telling, round_robin
from arena.store import PairResult, Store
from arena.tournament import LocalPool, Progress, Runner, open_tournament, read_entry, worker
from tests.tournament import fake_worker
from tests.tournament.places import Place, with_key
from tests.tournament.running import PATIENCE, SHORT, Arena, eventually
from tests.tournament.stages import identities

NAMES = ["a", "b", "c", "d"]


def ask(done: set[str], names: list[str] = NAMES, batch: int = 2) -> Stage:
    last = max(map(cycle_of, done), default=0)
    return continuous(names, last, batch, "seed", done)


def test_blocks_follow_one_another_as_those_of_a_round_robin() -> None:
    done: list[str] = []
    for _ in range(3):
        done += identities(ask(set(done)))
    expected = round_robin(NAMES, 6, 2, "seed")
    assert done == [plan.pair for job in expected for plan in job.pairs]


def test_it_never_ends() -> None:
    stage = ask(set())
    assert (stage.total, stage.last, stage.goes_without) == (12, False, True)


@given(st.integers(0, 40), st.data())
def test_lesson_12_stopped_anywhere_what_is_missing_is_the_same(
    stop: int, data: st.DataObject
) -> None:
    """Pairs come back in any order, though none of a block before the one before is over."""
    whole: list[str] = []
    while len(whole) < 48:
        whole += identities(ask(set(whole)))
    start = stop // 12 * 12
    block = data.draw(st.permutations(whole[start : start + 12]))[: stop - start]
    left = identities(ask({*whole[:start], *block}))
    assert left == [pair for pair in whole[start : start + 12] if pair not in block]


def test_a_newcomer_begins_with_the_block_in_play_and_nobody_waits_for_it() -> None:
    done = set(identities(ask(set())))
    begun = identities(ask(done))[:3]
    left = identities(ask({*done, *begun}, [*NAMES, "e"]))
    assert {cycle_of(pair) for pair in left} == {3, 4}
    assert sum(pair.endswith(":e") for pair in left) == 8


def test_a_bot_that_left_is_not_asked_for() -> None:
    assert not any("a" in pair.split(":") for pair in identities(ask(set(), ["b", "c", "d"])))


# Adaptive


def rows(counts: dict[tuple[str, str], tuple[int, int, int]]) -> list[PairResult]:
    return [
        PairResult(f"{number}:{one}:{two}", one, two, *score)
        for (one, two), (lost, halved, won) in counts.items()
        for number, score in enumerate(
            [(1, 0, 0)] * lost + [(0, 1, 0)] * halved + [(0, 0, 1)] * won, start=1
        )
    ]


EVEN = dict.fromkeys(itertools.combinations(NAMES, 2), (5, 10, 5))


def test_a_bot_that_nobody_knows_is_the_one_to_play() -> None:
    chosen = most_telling([*NAMES, "e"], rows(EVEN), 1)
    assert len(chosen) == 5
    assert sum("e" in names for names in chosen) >= 3
    assert "e" in chosen[0]


def test_of_pairings_known_alike_the_closer_ones_tell_more() -> None:
    lopsided = EVEN | {(one, "d"): (0, 1, 19) for one in "abc"}
    chosen = most_telling(NAMES, rows(lopsided), 1)
    assert set(chosen[:3]) == set(itertools.combinations("abc", 2))


def test_who_plays_no_more_is_evidence_and_is_not_chosen() -> None:
    chosen = most_telling(["a", "b", "c"], rows(EVEN), 1)
    assert sorted(chosen) == sorted(itertools.combinations("abc", 2))


def test_what_is_chosen_depends_on_what_is_stored_and_not_on_its_order() -> None:
    found = rows(EVEN | {("a", "b"): (1, 2, 9)})
    assert most_telling(NAMES, found[::-1], 3) == most_telling(NAMES[::-1], found, 3)


def test_two_full_cycles_come_before_pairs_are_spent_where_they_tell_most() -> None:
    asked = []

    def choose(before: int) -> list[tuple[str, str]]:
        asked.append(before)
        return [("a", "b")]

    done: set[str] = set()
    blocks = []
    for _ in range(3):
        last = max(map(cycle_of, done), default=0)
        block = identities(continuous(NAMES, last, 2, "seed", done, choose))
        blocks.append(block)
        done |= set(block)
    assert len(blocks[0]) == 12
    assert blocks[1:] == [["3:a:b", "4:a:b"], ["5:a:b", "6:a:b"]]
    assert asked == [3, 3, 5]


# Bots come and go while it runs


def league(place: Place, **keys: Any) -> dict[str, Any]:
    tables = place.league()
    table = {"name": "league", "schedule": "continuous", "batch": 2, "seed": "s", **keys}
    return {**tables, "tournament": table}


Work = Callable[[MatchJob], list[PairOutcome]]


def run_until(
    place: Place,
    monkeypatch: pytest.MonkeyPatch,
    tables: dict[str, Any],
    most: int,
    change: Callable[[], object] = lambda: None,
    work: Work = fake_worker.plays,
) -> Progress:
    """Run until so many pairs are stored; something is changed once the first are."""
    monkeypatch.setattr(worker, "work", work)
    changed = False
    with Store(place.store, create=True) as store:
        tournament = open_tournament(read_entry(place.config(tables), Registry(store.path)), store)
        runner = Runner(tournament, store, LocalPool(1, None))
        for progress in runner.run():
            if progress.done and not changed:
                changed = True
                change()
            if progress.done >= most:
                runner.stop()
    return progress


def test_a_bot_that_has_to_be_built_is_built_before_it_joins(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = league(place)
    place.bot("three", build=["cp", "bot.py", "bot"])
    place.bot("four", build=["false"])
    more = {**tables, "bots": [*tables["bots"], {"path": "three"}]}
    bad = {**tables, "bots": [*more["bots"], {"path": "four"}]}
    end = run_until(place, monkeypatch, tables, 4, lambda: place.config(more))
    assert end.notes == ("three takes part from now on",)
    end = run_until(place, monkeypatch, more, 14, lambda: place.config(bad))
    assert "four: the build failed: `false`: exit code 1" in end.notes[0]
    assert end.notes[0].endswith("Until that is mended the bots stay as they are")


@pytest.mark.timeout(60)
def test_a_build_that_goes_on_does_not_keep_a_league_from_stopping(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "work", fake_worker.plays)
    tables = league(place)
    place.bot("three", build=["sh", "-c", "sleep 600"])
    more = {**tables, "bots": [*tables["bots"], {"path": "three"}]}
    with Store(place.store, create=True) as store:
        tournament = open_tournament(read_entry(place.config(tables), Registry(store.path)), store)
        runner = Runner(tournament, store, LocalPool(1, None))
        timer = threading.Timer(2.0, runner.stop)
        for progress in runner.run():
            if progress.done and not timer.ident:
                place.config(more)
                timer.start()
        timer.cancel()
    assert progress.done == 2
    assert progress.notes == ()


def test_a_new_version_that_is_submitted_joins_a_league_that_names_the_bot(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    def submitted(text: str) -> None:
        folder = place.bot("mine", files={"bot.py": text})
        with Store(place.store, create=True) as store:
            submit(folder, store, Workbench(None), lambda bot: True)

    submitted("1")
    tables = league(place)
    tables["bots"] = [{"path": "one"}, {"bot": "mine"}]
    end = run_until(place, monkeypatch, tables, 8, lambda: submitted("2"))
    (new,) = (row for row in Registry(place.store).bots() if row.number == 2)
    assert end.notes == (f"mine@{new.version} takes part from now on", "mine takes part no more")


def test_bots_that_are_added_take_part_from_the_latest_block_on(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = league(place)
    place.bot("three")
    more = {**tables, "bots": [*tables["bots"], {"path": "three"}]}
    run_until(place, monkeypatch, tables, 5)
    end = run_until(place, monkeypatch, tables, 14, lambda: place.config(more))
    assert end.notes == ("three takes part from now on",)
    with Store(place.store) as store:
        done = set(store.pairs_done("league"))
        names = [entrant.name for entrant in store.tournament("league").entrants]
    assert names == ["one", "two", "three"]
    first = min(cycle_of(pair) for pair in done if "three" in pair)
    assert first >= 5
    assert {f"{first}:one:three", f"{first}:three:two"} <= done


def test_a_new_version_is_a_new_player_under_its_name_with_the_version(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = league(place)
    program = place.folder / "two" / "bot.py"
    end = run_until(place, monkeypatch, tables, 6, lambda: program.write_text("# better\n"))
    newer = place.open(tables).bots[1]
    assert newer.name == f"two@{newer.version}" == newer.program.name
    assert end.notes == (f"{newer.name} takes part from now on", "two takes part no more")
    with Store(place.store) as store:
        versions = {row.standing.name: row.version for row in leaderboard(store, "league").rows}
        done = set(store.pairs_done("league"))
    assert set(versions) == {"one", "two", newer.name}
    assert versions[newer.name] == newer.version != versions["two"]
    assert any(newer.name in pair.split(":") for pair in done)
    # The old version comes back under the name that it had.
    place.bot("two")
    assert [bot.name for bot in place.open(tables).bots] == ["one", "two"]


def test_a_config_that_is_not_in_order_changes_nothing_and_is_told(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = league(place)
    end = run_until(place, monkeypatch, tables, 8, lambda: place.config("[tournament"))
    assert end.done >= 8
    (note,) = end.notes
    assert "config.toml: not a TOML file" in note
    assert note.endswith("Until that is mended the bots stay as they are")


@pytest.mark.parametrize(("key", "value"), [("batch", 3), ("adaptive", True)])
def test_nothing_but_the_bots_may_change(place: Place, key: str, value: object) -> None:
    place.open(league(place))
    with pytest.raises(InputError, match=f"other settings: `tournament.{key}` was "):
        place.open(with_key(league(place), f"tournament.{key}", value))


def test_lesson_10_a_pair_that_is_given_up_does_not_hold_the_league_up(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    end = run_until(place, monkeypatch, league(place), 5, work=fake_worker.spoils_the_first_cycle)
    assert end.given_up == ("1:one:two",)
    with Store(place.store) as store:
        assert {"2:one:two", "3:one:two", "4:one:two"} <= set(store.pairs_done("league"))


def test_lesson_10_a_pair_that_is_given_up_holds_up_whose_next_round_hangs_on_it(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = {"name": "league", "schedule": "knockout", "pairs": 2}
    tables = {**league(place), "tournament": table}
    end = run_until(place, monkeypatch, tables, 99, work=fake_worker.spoils_the_first_cycle)
    assert (end.given_up, end.held_up) == (("1:one:two",), True)
    with Store(place.store) as store:
        found = leaderboard(store, "league").bracket
    assert found is not None
    assert found.winner is None
    end = run_until(place, monkeypatch, tables, 99)
    assert (end.given_up, end.held_up, end.over) == ((), False, True)


@pytest.mark.parametrize("form", ["match", "deals"])
def test_a_continuous_league_runs_until_it_is_stopped_and_goes_on(arena: Arena, form: str) -> None:
    bots: list[Any] = ["naive", "value", "random"]
    config = arena.write(
        bots, schedule="continuous", batch=1, format=form, adaptive=True, **SHORT[form]
    )
    for least in (4, 8):
        with arena.start("run", config, "-j", "2") as process:
            assert eventually(lambda least=least: len(arena.done()) >= least)  # type: ignore[misc]
            process.send_signal(signal.SIGTERM)
            out, err = process.communicate(timeout=PATIENCE)
        assert process.returncode == 130, err
        assert "continuous, until it is stopped, in blocks of 1 cycle: 3 mirror pairs" in err
        assert "stopped; the same command goes on with league" in err
        assert "league: " in out
    cycles = sorted(map(cycle_of, arena.done()))
    assert cycles[:6] == [1] * 3 + [2] * 3
