"""`pimc`: built in the sandbox, it plays there, and answers the same observation the same way."""

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
from tests.bots_shipped.folders import BOTS, ROOT, load
from tests.bots_shipped.process import ProcessBot, start
from tests.bots_shipped.table import play_pair
from tests.kits.table import KITS
from tests.referee.fakes import make_plan
from tests.referee.processes import open_folder
from tests.toolchains import needs

SOURCES = BOTS / "pimc"
CONVERSATIONS = ROOT / "protocol" / "vectors" / "conversations"
PLAN = make_plan(seed="pimc", time=TimeControl(startup_ms=60_000, move_ms=10_000))
VALUE = BotProgram("value", "0", BOTS / "value", ("python3", "bot.py"))


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
def pimc(folder: Path) -> Iterator[ProcessBot]:
    """One that was started."""
    with start(folder) as bot:
        yield bot


@pytest.mark.parametrize("seat", [0, 1])
def test_it_plays_a_match_in_the_sandbox(folder: Path, launcher: Launcher, seat: int) -> None:
    pimc = BotProgram("pimc", "0", folder, tuple(load_bot(SOURCES).manifest.run))
    bots = (pimc, VALUE) if seat == 0 else (VALUE, pimc)
    plan = replace(PLAN, bots=bots, sandbox=launcher.description)
    assert play_one(plan, launcher).record.result.fault is None


def test_it_gathers_as_value_does_and_plays_legally(pimc: ProcessBot) -> None:
    value = load("value", "bot").Value()
    for act in acts():
        action = pimc.act(act)
        if act["observation"]["phase"] == "play":
            assert action in act["legal"]
        else:
            assert action == value.act(act)


def test_it_answers_the_same_whatever_it_was_asked_before(folder: Path) -> None:
    with start(folder) as one, start(folder) as another:
        answers = [one.act(act) for act in acts()]
        assert [another.act(act) for act in reversed(acts())] == answers[::-1]


def test_without_time_it_answers_all_the_same(pimc: ProcessBot) -> None:
    act = {**acts()[-1], "move_ms": 0, "bank_ms": 0}
    assert pimc.act(act) in act["legal"]


@pytest.mark.soak
def test_it_wins_most_deals_against_value(pimc: ProcessBot) -> None:
    pairs = [play_pair(pimc, load("value", "bot").Value(), f"pimc {i}") for i in range(25)]
    won = [deal.winner == seat for pair in pairs for seat in (0, 1) for deal in pair[seat].results]
    assert sum(won) / len(won) > 0.58


def test_it_holds_the_kit_byte_for_byte() -> None:
    for original in (KITS / "rust" / "src").iterdir():
        assert (SOURCES / "hokm-kit" / "src" / original.name).read_bytes() == original.read_bytes()


def acts() -> list[Any]:
    """The requests in the conversations that kits replay."""
    lines = [
        json.loads(line)
        for path in sorted(CONVERSATIONS.glob("*.jsonl"))
        for line in path.read_text("utf-8").splitlines()
    ]
    return [line["message"] for line in lines if line["message"]["type"] == "act"]
