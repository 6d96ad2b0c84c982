"""`ostad`: built in the sandbox, it plays there, answers the same observation the same way, and
says what it thinks of every legal action when it is asked to.
"""

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from arena.referee import BotProgram, play_one
from arena.registry import build, keep_bot, load_bot
from arena.sandbox import Launcher, open_launcher
from arena.wire import TimeControl
from tests.bots_shipped.folders import BOTS, load
from tests.bots_shipped.process import ProcessBot, over_zmq, start
from tests.bots_shipped.table import play_pair
from tests.bots_shipped.test_pimc import acts
from tests.kits.table import KITS
from tests.referee.fakes import make_plan
from tests.referee.processes import open_folder
from tests.toolchains import needs

SOURCES = BOTS / "ostad"
PLAN = make_plan(seed="ostad", time=TimeControl(startup_ms=60_000, move_ms=10_000), target=2)
VALUE = BotProgram("value", "0", BOTS / "value", ("python3", "bot.py"))
ROOM = 16
"""Legal actions whose values a note has room for."""


@pytest.fixture(scope="module")
def launcher() -> Iterator[Launcher]:
    with open_launcher() as opened:
        yield opened


@pytest.fixture(scope="module")
def folder(launcher: Launcher) -> Iterator[Path]:
    """Where it was built."""
    needs("cargo")
    with open_folder() as place:
        builds = partial(build, launcher=launcher)
        yield keep_bot(load_bot(SOURCES), place / "library", builds).program.folder


@pytest.fixture
def ostad(folder: Path) -> Iterator[ProcessBot]:
    """One that was started."""
    with start(folder) as bot:
        yield bot


@pytest.mark.parametrize("seat", [0, 1])
def test_it_plays_a_match_in_the_sandbox(folder: Path, launcher: Launcher, seat: int) -> None:
    ostad = BotProgram("ostad", "0", folder, tuple(load_bot(SOURCES).manifest.run))
    bots = (ostad, VALUE) if seat == 0 else (VALUE, ostad)
    plan = replace(PLAN, bots=bots, sandbox=launcher.description)
    assert play_one(plan, launcher).record.result.fault is None


def test_it_answers_the_same_whatever_it_was_asked_before(folder: Path) -> None:
    # Time without end: on a busy machine too it thinks to the end.
    asked = [{**act, "move_ms": 100_000} for act in some_of_each_phase()]
    with start(folder) as one, start(folder) as another:
        answers = [one.act(act) for act in asked]
        assert all(answer in act["legal"] for answer, act in zip(answers, asked, strict=True))
        assert [another.act(act) for act in reversed(asked)] == answers[::-1]


def test_without_time_it_answers_all_the_same(ostad: ProcessBot) -> None:
    act = {**acts()[-1], "move_ms": 0, "bank_ms": 0}
    assert ostad.act(act) in act["legal"]


def test_with_values_every_legal_action_has_points_and_an_error(folder: Path) -> None:
    run = [*load_bot(SOURCES).manifest.run, "--values"]
    with over_zmq(run, folder) as analyst:
        for act in some_of_each_phase():
            act = {**act, "legal": act["legal"][:ROOM]}
            analyst.act(act)
            note = json.loads(analyst.answers[-1]["note"])
            assert note.keys() == {"v", "e"}
            assert len(note["v"]) == len(note["e"]) == len(act["legal"])
            assert all(-3 <= points <= 3 for points in note["v"])
            assert all(error >= 0 for error in note["e"])
            best = max(note["v"])
            both = zip(note["v"], note["e"], strict=True)
            assert any(value == best and error == 0 for value, error in both)


def test_without_values_it_says_nothing(ostad: ProcessBot) -> None:
    ostad.act(acts()[-1])
    assert "note" not in ostad.answers[-1]


@pytest.mark.soak
def test_it_wins_most_deals_against_value(ostad: ProcessBot) -> None:
    pairs = [play_pair(ostad, load("value", "bot").Value(), f"ostad {i}") for i in range(60)]
    won = [deal.winner == seat for pair in pairs for seat in (0, 1) for deal in pair[seat].results]
    assert sum(won) / len(won) > 0.58


def test_it_holds_the_kit_and_the_solver_byte_for_byte() -> None:
    for copy, original in (
        ("hokm-kit", KITS / "rust" / "src"),
        ("hokm-solver", BOTS / "pimc" / "hokm-solver" / "src"),
    ):
        for file in original.iterdir():
            assert (SOURCES / copy / "src" / file.name).read_bytes() == file.read_bytes()


def some_of_each_phase() -> list[Any]:
    """A few requests with a choice of every phase."""
    few: dict[str, list[Any]] = {}
    for act in acts():
        if len(act["legal"]) > 1:
            few.setdefault(act["observation"]["phase"], []).append(act)
    assert len(few) == 5
    return [act for some in few.values() for act in some[:5]]
