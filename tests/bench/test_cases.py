"""The table of cases, and each of them really measured once, with less to do."""

import itertools
import math
import os
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from arena.bench import (
    FULL,
    QUICK,
    USUAL,
    Case,
    Place,
    Size,
    all_cases,
    chosen,
    floors,
    open_place,
    read_ratios,
    refereeing,
    starts,
    storage,
    throughput,
)
from arena.bench.bots import SHIPPED
from arena.bench.compiled import NAME, THROUGH_LIBZMQ, compiled_bots
from arena.bench.floors import c_pipe
from arena.bench.place import one_core
from arena.bench.refereeing import play_batch, records
from arena.errors import HostError, InputError
from arena.referee import MatchSettings
from arena.registry import BuildFailed, Built, shipped
from arena.rules import Ruleset
from arena.sandbox import detect
from arena.tournament import LeftOut, load_config
from tests.bench.fakes import case
from tests.toolchains import needs

SMALL = Size(rounds=1, leaderboards=(100,))
GROUPS = ["floors", "play", "split", "run", "start", "store"]
RATIOS = Path(__file__).parent / "ratios.json"


@pytest.fixture(scope="module")
def place() -> Iterator[Place]:
    with open_place(detect(), lambda _: None) as found:
        yield found


@pytest.fixture(scope="module")
def cases(place: Place) -> list[Case]:
    return all_cases(place, SMALL)


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every case does as little as it can."""
    for module, name, value in [
        (floors, "ROUND_TRIPS", 50),
        (floors, "C_ROUND_TRIPS", 50),
        (refereeing, "WARM_PAIRS", 1),
        (refereeing, "SETTINGS", MatchSettings(rules=Ruleset(target=1))),
        (starts, "STARTS", 1),
        (throughput, "JOBS_EACH", 1),
        (throughput, "JOB_PAIRS", 1),
        (storage, "JOBS", 1),
    ]:
        monkeypatch.setattr(module, name, value)


def names(cases: list[Case]) -> list[str]:
    return [case.name for case in cases]


def test_r_is_the_first_case_and_names_are_unique(cases: list[Case]) -> None:
    assert cases[0].name == "floors/R"
    assert len(set(names(cases))) == len(cases)
    assert list(dict.fromkeys(case.group for case in cases)) == GROUPS


def test_every_bot_of_the_quick_start_that_this_host_can_run_is_measured(
    place: Place, cases: list[Case]
) -> None:
    quick_start = load_config(shipped("configs") / "quickstart.toml")
    folders = {Path(bot.path).name for bot in quick_start.bots if bot.path}
    assert set(SHIPPED) == folders
    left_out = {out.name for out in place.left_out}
    for name in SHIPPED:
        assert (f"play/{name}/direct" in names(cases)) != (name in left_out)


def test_the_kit_is_measured_directly_and_with_pyzmq_on_both_lanes(cases: list[Case]) -> None:
    for bot, lane in itertools.product(("first", "first-pyzmq"), ("direct", "libzmq")):
        assert f"play/{bot}/{lane}" in names(cases)


def test_so_it_is_in_cpp(place: Place, cases: list[Case]) -> None:
    needs("g++")
    assert {NAME, THROUGH_LIBZMQ} <= {bot.name for bot in place.bots}
    for bot, lane in itertools.product((NAME, THROUGH_LIBZMQ), ("direct", "libzmq")):
        assert f"play/{bot}/{lane}" in names(cases)


@pytest.fixture
def sources() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="hokm-test-") as name:
        yield Path(name)


def never(*_: object) -> Built:
    raise AssertionError("built")


def test_nothing_is_built_before_it_is_needed_and_a_build_that_fails_is_a_failed_case(
    sources: Path,
) -> None:
    needs("g++")
    said: list[str] = []
    failed = BuildFailed((), "no reason", "", "")
    bots, _ = compiled_bots(sources / "a", sources / "kept", lambda *_: failed, said.append)
    assert said == []
    with pytest.raises(HostError, match="no reason"):
        _ = bots[0].program
    assert said == ["building first-cpp"]


def test_without_a_compiler_both_are_left_out(
    sources: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arena.bench.compiled.missing_program", lambda _: "g++")
    bots, left_out = compiled_bots(sources / "a", sources / "kept", never, print)
    assert bots == []
    assert left_out == [LeftOut(NAME, "g++"), LeftOut(THROUGH_LIBZMQ, "g++")]


def test_without_a_libzmq_in_a_file_of_its_own_one_is_left_out(
    sources: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    needs("g++")
    monkeypatch.setattr("zmq.__file__", str(sources / "zmq" / "__init__.py"))
    bots, left_out = compiled_bots(sources / "a", sources / "kept", never, print)
    assert [bot.name for bot in bots] == [NAME]
    assert left_out == [LeftOut(THROUGH_LIBZMQ, "libzmq")]


def test_standard_input_and_output_goes_through_the_direct_lane_alone(cases: list[Case]) -> None:
    needs("node")
    assert "play/random-stdio/direct" in names(cases)
    assert "play/random-stdio/libzmq" not in names(cases)


def test_one_bot_of_each_language_is_started(cases: list[Case]) -> None:
    started = [case for case in cases if case.group == "start"]
    assert names(started)[:3] == ["start/shell", "start/first", "start/first-pyzmq"]
    assert len({case.about for case in started}) == len(started)


def test_a_quick_run_leaves_cases_out_and_a_full_one_adds_some(place: Place) -> None:
    quick, usual, full = (set(names(all_cases(place, size))) for size in (QUICK, USUAL, FULL))
    assert usual - quick == {"play/naive/libzmq", "play/random/libzmq", "play/value/libzmq"}
    assert full - usual == {"store/leaderboard-1000000"}
    assert quick < usual < full


def test_the_stored_ratios_are_of_figures_that_there_are(place: Place) -> None:
    known = {case.full_name(figure) for case in all_cases(place, USUAL) for figure in case.figures}
    lacking = [*[out.name for out in place.left_out], "F-c"]
    for name in read_ratios(RATIOS).keys() - known:
        assert any(part in lacking for part in name.split("/")), name


# --only


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        (["b"], ["b/1", "b/2/x"]),
        (["b/2"], ["b/2/x"]),
        (["b/2/x", "a"], ["a", "b/2/x"]),
        (["R"], []),
        (["a", "a"], ["a"]),
    ],
)
def test_cases_are_chosen_by_the_beginning_of_their_names(
    asked: list[str], found: list[str]
) -> None:
    table = [case(name, []) for name in ("R", "a", "b/1", "b/2/x")]
    assert names(chosen(table, asked)) == ["R", *found]


@pytest.mark.parametrize("name", ["c", "b/", "b/1/x", ""])
def test_a_name_that_means_no_case_is_answered_with_those_there_are(name: str) -> None:
    table = [case("R", []), case("b/1", [])]
    with pytest.raises(InputError, match=r"no such case; there are the groups R, b, .* R, b/1"):
        chosen(table, [name])


# Each case, really


@pytest.mark.parametrize("group", GROUPS)
@pytest.mark.usefixtures("short")
def test_every_case_gives_its_figures(cases: list[Case], group: str) -> None:
    before = os.sched_getaffinity(0)
    for each in chosen(cases, [group]):
        measured = each.measure()
        assert measured.keys() == each.figures.keys(), each.name
        for figure, value in measured.items():
            assert math.isfinite(value), (each.name, figure)
            assert value > 0 or figure in ("rest", "store", "wait", "bots"), (each.name, figure)
    assert os.sched_getaffinity(0) == before


def test_the_parts_of_a_decision_add_up(cases: list[Case]) -> None:
    (split,) = chosen(cases, ["split"])[1:]
    measured = dict(split.measure())
    total = measured.pop("total")
    after = measured.pop("record") + measured.pop("store")
    assert after > 0
    assert sum(measured.values()) == pytest.approx(total)


def test_warm_bots_play_matches_to_their_end_in_the_sandbox(place: Place) -> None:
    batch = play_batch(place, place.bot("first"), warm_pairs=1)
    for record in records([batch.fresh, *batch.warm]):
        assert record.result.reason == "normal"
        assert record.sandbox["level"] == "full"
    assert batch.decisions == sum(len(record.times_us) for record in records(batch.warm))


def test_a_bot_that_breaks_off_is_no_measurement(place: Place) -> None:
    bot = place.bot("first")
    program = replace(bot.program, run=("python3", "-c", "exit(3)"))
    broken = replace(bot, make=lambda: program)
    with pytest.raises(HostError, match=r"first lost: failed start: .*exit code 3"):
        play_batch(place, broken)


def test_without_a_working_compiler_f_between_c_programs_fails_and_says_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(HostError, match=r"F: .*cc"):
        c_pipe(tmp_path / "floor")


def test_what_runs_on_one_core_goes_back_to_all() -> None:
    before = os.sched_getaffinity(0)
    with one_core():
        assert len(os.sched_getaffinity(0)) == 1
    assert os.sched_getaffinity(0) == before
