"""`arena bench` as people and programs use it."""

import json
import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.commands import ARENA, Answer, call, on_terminal
from tests.tournament.places import Place
from tests.tournament.running import PATIENCE, Arena, eventually

FLOOR = ["bench", "--quick", "--only", "floors/F-python"]


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> tuple[Answer, Path]:
    """The floor as JSON, and the ratios that were saved."""
    path = tmp_path_factory.mktemp("bench") / "ratios.json"
    return call(*FLOOR, "--json", "--save", path), path


def test_as_json_it_says_what_was_measured_and_where(measured: tuple[Answer, Path]) -> None:
    answer, _ = measured
    assert answer.code == 0
    said = json.loads(answer.out)
    assert said.keys() == {"host", "rounds", "figures", "failed"}
    assert said["host"].keys() == {"cores", "kernel", "python", "load"}
    assert said["rounds"] == 2
    assert said["failed"] == {}
    units = {name: figure["unit"] for name, figure in said["figures"].items()}
    assert units == {"floors/R": "/s", "floors/R/processor": "µs", "floors/F-python": "/s"}
    for figure in said["figures"].values():
        assert figure["more_is_better"] == (figure["unit"] == "/s")
        assert 0 < figure["min"] <= figure["median"] <= figure["max"]
        assert figure["ratio"] > 0


def test_progress_goes_elsewhere(measured: tuple[Answer, Path]) -> None:
    answer, _ = measured
    lines = answer.err.splitlines()
    assert [line for line in lines if "left out" not in line] == ["round 1 of 2", "round 2 of 2"]


def test_what_it_saves_passes_the_check(measured: tuple[Answer, Path]) -> None:
    _, path = measured
    answer = call(*FLOOR, "--check", path, "--tolerance", "0.001")
    assert answer.code == 0
    assert "fell behind" not in answer.err
    assert answer.err.endswith(f"\n3 ratios compared with {path}\n")
    for text in (
        "floors: round trips a second",
        "min–median–max of 2 rounds",
        "F-python",
        "R/processor",
    ):
        assert text in answer.out


def test_what_fell_behind_is_named_and_the_exit_code_is_1(place: Place) -> None:
    path = place.config('{"ratios": {"floors/F-python": 1e9, "floors/F-c": 1e9}}', "ratios.json")
    answer = call(*FLOOR, "--check", path, "--json")
    assert answer.code == 1
    assert "fell behind: floors/F-python: " in answer.err
    assert "F-c" not in answer.err
    (behind,) = json.loads(answer.out)["behind"]
    assert behind["name"] == "floors/F-python"
    assert behind["stored"] == 1e9


def test_a_check_of_nothing_is_no_check(place: Place) -> None:
    path = place.config('{"ratios": {"play/elsewhere/direct/warm": 0.5}}', "ratios.json")
    answer = call(*FLOOR, "--check", path)
    assert answer.code == 1
    assert answer.err.endswith(f"\n0 ratios compared with {path}\n")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--quick", "--full"], "exclude each other"),
        (["--tolerance", "0"], "0<x<=1"),
        (["--tolerance", "1.5"], "0<x<=1"),
        (["--tolerance", "0.5"], "--tolerance is for --check"),
        (["--check", "/none/ratios.json"], "/none/ratios.json: No such file"),
        (["--only", "nothing"], "--only nothing: no such case; there are the groups floors, play"),
        (["--only", "floors/R", "--only", "plai"], "--only plai: no such case"),
        (["--only"], "requires an argument"),
    ],
    ids=" ".join,
)
def test_a_wrong_option_is_refused_before_anything_is_measured(
    options: list[str], message: str
) -> None:
    answer = call("bench", *options)
    assert (answer.code, answer.out) == (2, "")
    assert message in answer.err
    assert "round 1" not in answer.err


def test_a_folder_to_save_in_that_is_not_there_fails(place: Place) -> None:
    answer = call(*FLOOR, "--save", place.folder / "none" / "ratios.json")
    assert answer.code == 1
    assert "none/ratios.json: No such file" in answer.err


def test_without_a_sandbox_nothing_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARENA_BWRAP", "/bin/false")
    answer = call(*FLOOR)
    assert (answer.code, answer.out) == (1, "")
    assert "Bots are not run without a full sandbox" in answer.err


def test_on_a_terminal_progress_is_one_line_that_is_rewritten(place: Place) -> None:
    code, out = on_terminal(*FLOOR, cwd=place.folder)
    assert code == 0
    progress, _, shown = out.rpartition("\r\x1b[K")
    assert "\r\x1b[Kround 2 of 2: floors/F-python" in progress
    assert "round 2" not in shown


@pytest.fixture
def arena(place: Place) -> Iterator[Arena]:
    """Where a command's temporary files are kept apart."""
    found = Arena(place)
    found.temporary.mkdir()
    found.temporary.chmod(0o755)
    yield found
    found.assert_clean()


@pytest.mark.parametrize("group", ["play", "run", "start"])
def test_ctrl_c_ends_it_and_leaves_nothing_behind(arena: Arena, group: str) -> None:
    with subprocess.Popen(
        [ARENA, "bench", "--only", group],
        cwd=arena.place.folder,
        env=arena.environment,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        assert process.stderr is not None
        assert process.stderr.readline().startswith(("round 1", "left out"))
        assert eventually(arena.bots_play if group == "run" else arena.sandboxed)
        os.killpg(process.pid, signal.SIGINT)
        said = process.stderr.read()
        assert process.wait(PATIENCE) == 130
    assert "Traceback" not in said
    assert said.endswith("interrupted; what is stored is safe\n")
