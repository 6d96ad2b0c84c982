"""Whole tournaments with real processes: they end, they go on, and they leave nothing behind."""

import os
import re
import signal
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from arena.errors import HostError, StoreError
from arena.records import PairOutcome
from arena.referee import MatchJob
from arena.registry import Registry, shipped
from arena.store import Store
from arena.tournament import (
    LocalPool,
    Progress,
    Runner,
    open_tournament,
    read_entry,
    runner,
    worker,
)
from arena.tournament.engines import core_sets
from tests.oracle.record import replay
from tests.referee.processes import open_folder
from tests.tournament import fake_worker
from tests.tournament.places import Place
from tests.tournament.running import PATIENCE, SHORT, Arena, eventually

BOTS: list[str | Path] = ["naive", "value", "random"]
ONE_DEAL = SHORT["match"]["rules"]
PAIRS = {
    f"{cycle}:{pairing}"
    for cycle in range(1, 5)
    for pairing in ("naive:random", "naive:value", "random:value")
}


def write(arena: Arena) -> Path:
    """Three shipped bots, twelve pairs in six jobs: the tournament of most tests here."""
    return arena.write(BOTS, {"target": 3}, cycles=4, batch=2)


@pytest.fixture(scope="module")
def undisturbed() -> Iterator[dict[str, Any]]:
    """The records of that tournament, played by one referee process in peace."""
    with open_folder() as folder:
        arena = Arena(Place(folder))
        ran = arena.run("run", write(arena), "-j", "1")
        assert ran.returncode == 0, ran.stderr
        arena.assert_clean()
        yield arena.records()


def test_a_tournament_plays_every_pair_once_from_both_seats(undisturbed: dict[str, Any]) -> None:
    assert Counter(record["pair"] for record in undisturbed.values()) == dict.fromkeys(PAIRS, 2)
    for pair in PAIRS:
        one, two = undisturbed[f"{pair}.1"], undisturbed[f"{pair}.2"]
        assert one["bots"] == two["bots"][::-1]
        assert one["seed"] == two["seed"]
        assert one["hakem_draw"] == two["hakem_draw"]
        assert one["deals"][0]["deck"] == two["deals"][0]["deck"]
        assert (one["half"], two["half"]) == (0, 1)


def test_every_record_replays_on_the_oracle(undisturbed: dict[str, Any]) -> None:
    for record in undisturbed.values():
        assert replay(record).over() is True
        assert record["result"]["reason"] == "normal"
        assert record["sandbox"]["level"] == "full"


def test_the_same_seed_gives_the_same_records_with_more_processes(
    arena: Arena, undisturbed: dict[str, Any]
) -> None:
    ran = arena.run("run", write(arena), "-j", "3")
    assert ran.returncode == 0, ran.stderr
    assert arena.records() == undisturbed


def test_a_tournament_that_is_over_is_not_played_again(arena: Arena) -> None:
    config = arena.write(["naive", "value"], ONE_DEAL, cycles=1)
    first = arena.run("run", config)
    before = arena.records()
    again = arena.run("run", config)
    assert first.returncode == again.returncode == 0
    assert again.stdout == first.stdout
    assert "left" not in again.stderr
    assert arena.records() == before


def test_two_copies_of_one_deterministic_bot_share_every_pair(arena: Arena) -> None:
    twin = arena.place.folder / "twin"
    arena.place.bot("twin", files={})
    for file in (shipped("bots") / "naive").glob("*.py"):
        text = file.read_text("utf-8")
        (twin / file.name).write_text(text.replace('name="naive"', 'name="twin"'), "utf-8")
    ran = arena.run("run", arena.write(["naive", twin], {"target": 2}, cycles=5, batch=5))
    assert ran.returncode == 0, ran.stderr
    with Store(arena.place.store) as store:
        (meeting,) = store.meetings("league")
    assert (meeting.lost, meeting.halved, meeting.won, meeting.points) == (0, 5, 0, 0)


# Lesson 12: going on after the worst


def test_lesson_12_a_runner_that_is_killed_goes_on_with_what_is_missing(
    arena: Arena, undisturbed: dict[str, Any]
) -> None:
    config = write(arena)
    with arena.start("run", config, "-j", "1") as process:
        assert eventually(arena.done)
        process.kill()
        process.wait()
        arena.assert_clean()
    before = arena.done()
    assert 0 < len(before) < len(PAIRS)
    with Store(arena.place.store) as store:
        stored = list(store.record_lines("league"))

    ran = arena.run("run", config, "-j", "2")
    assert ran.returncode == 0, ran.stderr
    assert arena.records() == undisturbed
    with Store(arena.place.store) as store:
        assert list(store.record_lines("league"))[: len(stored)] == stored


def test_lesson_01_a_runner_that_is_killed_leaves_no_process_and_no_file(arena: Arena) -> None:
    config = arena.write(["naive", held_up(arena)], ONE_DEAL, cycles=2)
    with arena.start("run", config, "-j", "2") as process:
        assert eventually(arena.bots_play), "the test sees no bots"
        assert list(arena.temporary.iterdir()), "the test sees no temporary files"
        process.kill()
        process.wait()
        arena.assert_clean()


def test_lesson_05_a_referee_process_that_is_killed_does_not_end_the_tournament(
    arena: Arena, undisturbed: dict[str, Any]
) -> None:
    config = write(arena)
    with arena.start("run", config, "-j", "2") as process:
        assert eventually(arena.done)
        assert eventually(arena.referees)
        os.kill(arena.referees()[0], signal.SIGKILL)
        _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, err
    assert "Traceback" not in err
    assert arena.records() == undisturbed


# Lesson 1: Ctrl-C


def held_up(arena: Arena) -> Path:
    """A bot that waits until its brake is let go."""
    folder = arena.braked()
    arena.brake(folder).touch()
    return folder


def read_until(stream: Any, text: str) -> str:
    """Lines up to the one that holds the text."""
    lines = []
    for line in stream:
        lines.append(line)
        if text in line:
            return "".join(lines)
    raise AssertionError(f"{text!r} did not come: {''.join(lines)}")


SIGNALS = pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=lambda n: n.name)


def send(process: Any, number: signal.Signals) -> None:
    """As a terminal does it, SIGINT goes to the whole process group; SIGTERM to the one process."""
    if number == signal.SIGINT:
        os.killpg(process.pid, number)
    else:
        process.send_signal(number)


@SIGNALS
def test_lesson_01_a_signal_once_finishes_the_pair_in_play_and_the_rest_can_go_on(
    arena: Arena, number: signal.Signals
) -> None:
    bot = held_up(arena)
    config = arena.write(["naive", bot], ONE_DEAL, cycles=6, batch=3)
    with arena.start("run", config, "-j", "1") as process:
        assert eventually(arena.bots_play)
        send(process, number)
        said = read_until(process.stderr, "finishing the pairs in play; once more to stop now")
        assert arena.sandboxed(), "bots do not get the signal"
        arena.brake(bot).unlink()
        out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130, err
    assert "Traceback" not in said + err
    assert len(arena.done()) == 1
    assert "5 pairs left; the same command goes on with league" in err
    assert "league: 1 mirror pair\n" in out
    arena.assert_clean()

    ran = arena.run("run", config, "-j", "2")
    assert ran.returncode == 0, ran.stderr
    assert arena.done() == {f"{cycle}:braked:naive" for cycle in range(1, 7)}
    assert len(arena.records()) == 12


@SIGNALS
def test_lesson_01_a_signal_twice_stops_now_and_leaves_nothing_behind(
    arena: Arena, number: signal.Signals
) -> None:
    config = arena.write(["naive", held_up(arena)], ONE_DEAL, cycles=4, batch=2)
    with arena.start("run", config, "-j", "2") as process:
        assert eventually(arena.bots_play)
        send(process, number)
        said = read_until(process.stderr, "once more to stop now")
        send(process, number)
        out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert "interrupted; what is stored is safe" in err
    assert "Traceback" not in said + err
    assert out == ""
    assert arena.done() == set()
    arena.assert_clean()


@pytest.mark.parametrize("seconds", [0.05, 0.3])
def test_lesson_01_ctrl_c_while_referee_processes_start_is_no_crash(
    arena: Arena, seconds: float
) -> None:
    """It reaches the whole process group, half-started processes of Python among them."""
    config = arena.write(["naive", held_up(arena)], ONE_DEAL, cycles=4, batch=2)
    with arena.start("run", config, "-j", "2") as process:
        assert eventually(lambda: len(arena.referees()) >= 2)
        eventually(lambda: False, seconds)
        send(process, signal.SIGINT)
        said = read_until(process.stderr, "once more to stop now")
        arena.brake(arena.place.folder / "braked").unlink()
        _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130, err
    assert "Traceback" not in said + err
    assert "KeyboardInterrupt" not in said + err
    assert re.search(r"pairs? left; the same command goes on with league", err)


# One runner on a store


def test_a_second_runner_on_a_store_is_refused_and_the_first_is_named(arena: Arena) -> None:
    bot = held_up(arena)
    config = arena.write(["naive", bot], ONE_DEAL, cycles=1)
    with arena.start("run", config, "-j", "1") as first:
        assert eventually(arena.bots_play)
        second = arena.run("run", config, "-j", "1")
        assert second.returncode == 1
        assert (
            f"error: {arena.place.store}: process {first.pid} already runs a tournament on this "
            "store; wait for it, stop it, or choose another --store" in second.stderr
        )
        assert second.stdout == ""
        arena.brake(bot).unlink()
        _, err = first.communicate(timeout=PATIENCE)
    assert first.returncode == 0, err
    assert len(arena.done()) == 1


def test_a_leaderboard_can_be_read_while_a_tournament_runs(arena: Arena) -> None:
    config = arena.write(["naive", held_up(arena)], ONE_DEAL, cycles=1)
    with arena.start("run", config, "-j", "1"):
        assert eventually(arena.bots_play)
        ran = arena.run("leaderboard")
        assert ran.returncode == 0, ran.stderr
        assert "league: 0 mirror pairs" in ran.stdout


# The runner itself, with referee processes that start no bot


@pytest.fixture
def run(place: Place, monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[Progress]]:
    """Run three cycles of two bots with a stand-in for what referee processes do."""

    def with_work(
        work: Callable[[MatchJob], list[PairOutcome]], processes: int = 2, **tournament: int
    ) -> list[Progress]:
        monkeypatch.setattr(worker, "work", work)
        league = place.league()
        league["tournament"] |= {"batch": 1, **tournament}
        with Store(place.store, create=True) as store:
            opened = open_tournament(read_entry(place.config(league), Registry(store.path)), store)
            return list(Runner(opened, store, LocalPool(processes, None)).run())

    return with_work


def test_progress_begins_with_what_is_stored_and_ends_with_all(run: Any) -> None:
    steps = run(fake_worker.plays)
    assert (steps[0].done, steps[0].new, steps[0].total) == (0, 0, 3)
    assert (steps[-1].done, steps[-1].new) == (3, 3)
    assert steps[-1].over
    assert [step.done for step in steps] == sorted(step.done for step in steps)
    (again,) = run(fake_worker.plays)
    assert (again.done, again.new, again.over) == (3, 0, True)


def test_lesson_09_what_the_host_spoils_is_played_again_and_given_up_after_three_times(
    run: Any, place: Place
) -> None:
    end = run(fake_worker.spoils_the_first_cycle)[-1]
    assert end.over
    assert end.given_up == ("1:one:two",)
    assert end.voids == (fake_worker.SPOILED,) * 3
    assert end.done == 2
    with Store(place.store) as store:
        assert store.voids("league") == 3
        assert set(store.pairs_done("league")) == {"2:one:two", "3:one:two"}


def test_a_referee_process_has_one_core_for_its_match(run: Any) -> None:
    assert set(run(fake_worker.says_its_cores)[-1].voids) == {"1"}


@pytest.mark.parametrize(
    ("cpus", "sets"),
    [(1, [[0], [1], [4], [5], [6]]), (2, [[0, 1], [4, 5]]), (5, [[0, 1, 4, 5, 6]]), (6, [])],
)
def test_matches_share_no_core_and_have_as_many_as_the_limit_says(
    cpus: int, sets: list[list[int]]
) -> None:
    assert core_sets(cpus, [0, 1, 4, 5, 6]) == sets


def test_lesson_09_a_pair_that_kills_its_referee_is_given_up_after_three_times_and_no_other(
    run: Any, place: Place
) -> None:
    end = run(fake_worker.dies_at_the_last_cycle)[-1]
    assert (end.given_up, end.done, end.over) == (("3:one:two",), 2, True)
    assert end.voids == ("a referee process died (SIGKILL)",) * 3
    with Store(place.store) as store:
        assert [pair for pair, _, _ in store.void_rows("league")] == ["3:one:two"] * 3
    end = run(fake_worker.plays)[-1]
    assert (end.done, end.over) == (3, True)


def test_lesson_09_of_a_job_whose_referee_dies_only_the_pair_in_play_is_void(
    run: Any, place: Place
) -> None:
    end = run(fake_worker.dies_in_the_middle_of_a_job, batch=3)[-1]
    assert (end.given_up, end.done, end.over) == (("2:one:two",), 2, True)
    with Store(place.store) as store:
        assert [pair for pair, _, _ in store.void_rows("league")] == ["2:one:two"] * 3


def test_lesson_09_a_sandbox_that_does_not_start_voids_the_pair_with_what_it_said(
    run: Any, place: Place
) -> None:
    end = run(fake_worker.cannot_confine)[-1]
    assert end.voids == ("bubblewrap is gone",) * 9
    assert len(end.given_up) == 3
    assert run(fake_worker.plays)[-1].over


@pytest.mark.parametrize("work", [fake_worker.cannot_confine, fake_worker.dies])
def test_lesson_05_a_host_that_spoils_whatever_is_tried_ends_the_run_with_what_to_do(
    run: Any, work: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner, "BARREN_JOBS", 4)
    reason = r"(bubblewrap is gone|a referee process died \(SIGKILL\))"
    with pytest.raises(HostError, match=f"spoiled 4 jobs in a row.*{reason}.*run again"):
        run(work, cycles=5, processes=1)


def test_a_runner_that_is_stopped_before_it_begins_plays_nothing(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "work", fake_worker.plays)
    with Store(place.store, create=True) as store:
        tournament = open_tournament(
            read_entry(place.config(place.league()), Registry(store.path)), store
        )
        found = Runner(tournament, store, LocalPool(1, None))
        found.stop()
        assert [step.done for step in found.run()] == [0]
        assert set(store.pairs_done("league")) == set()


def test_a_referee_process_that_dies_while_the_runner_stops_is_no_crash(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "work", fake_worker.dies_when_told)
    monkeypatch.chdir(place.folder)
    league = place.league()
    league["tournament"] |= {"cycles": 8, "batch": 1}
    with Store(place.store, create=True) as store:
        tournament = open_tournament(read_entry(place.config(league), Registry(store.path)), store)
        found = Runner(tournament, store, LocalPool(2, None))
        steps = found.run()
        for _ in range(3):
            next(steps)
        found.stop()
        next(steps)
        fake_worker.DIE.touch()
        assert [step.done for step in steps][-1:] in ([], [0])
        assert set(store.pairs_done("league")) == set()


def test_a_lock_that_cannot_be_written_is_an_error_of_the_store(run: Any, place: Place) -> None:
    place.store.with_name(place.store.name + ".lock").mkdir()
    with pytest.raises(StoreError, match=r"store\.sqlite\.lock: Is a directory"):
        run(fake_worker.plays)


def test_logs_that_cannot_be_written_are_an_error_of_the_host(run: Any, place: Place) -> None:
    place.store.with_name(place.store.name + ".logs").touch()
    with pytest.raises(HostError, match=r"store\.sqlite\.logs"):
        run(fake_worker.plays)


def test_a_lock_that_a_dead_process_left_holds_nobody_up(run: Any, place: Place) -> None:
    place.store.with_name(place.store.name + ".lock").write_text("999999")
    assert run(fake_worker.plays)[-1].over
