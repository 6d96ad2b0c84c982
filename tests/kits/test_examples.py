"""The example bot of every kit plays in the real sandbox, built as its manifest says."""

import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from arena.records import DealRecord
from arena.referee import BotProgram, Transport, play_match, play_one
from arena.sandbox import Launcher, open_launcher
from arena.wire import TimeControl
from tests.bots_shipped.folders import BOTS, load
from tests.golden.lines import Recorded
from tests.kits.example import Example
from tests.kits.table import KITS, ROOT, TABLE
from tests.referee.fakes import FakeClock, make_plan
from tests.referee.processes import open_folder
from tests.toolchains import needs

EXAMPLES = [kit.folder for kit in TABLE if kit.folder != "python"]
"""`random` itself is the one in Python."""
RANDOM = BotProgram("random", "0", BOTS / "random", ("python3", "bot.py"))
PLAN = make_plan(seed="examples", time=TimeControl(startup_ms=60_000, move_ms=10_000), target=1)


SOURCES = {".cc", ".cpp", ".cs", ".go", ".h", ".hpp", ".java", ".js", ".py", ".rb", ".rs", ".ts"}
"""What is code; a build file may have the same name and another content."""


@pytest.fixture(scope="module")
def launcher() -> Iterator[Launcher]:
    with open_launcher() as launcher:
        yield launcher


def test_every_kit_has_a_row_in_the_table_and_an_example() -> None:
    folders = sorted(path.name for path in KITS.iterdir() if path.is_dir())
    assert sorted(kit.folder for kit in TABLE) == folders
    examples = {path.name for path in BOTS.glob("random-*")} - {"random-stdio"}
    assert examples == {f"random-{kit}" for kit in EXAMPLES}


def test_every_example_is_in_the_league_of_languages() -> None:
    bots = tomllib.loads((ROOT / "configs" / "languages.toml").read_text("utf-8"))["bots"]
    examples = {f"../bots/{path.name}" for path in BOTS.glob("random*")}
    assert {bot["path"] for bot in bots} == examples


@pytest.mark.parametrize("kit", EXAMPLES)
def test_the_example_holds_the_kit_byte_for_byte(kit: str) -> None:
    originals = {path.name: path for path in (KITS / kit).rglob("*") if path.suffix in SOURCES}
    copies = [path for path in (BOTS / f"random-{kit}").rglob("*") if path.name in originals]
    assert copies
    for copy in copies:
        assert copy.read_bytes() == originals[copy.name].read_bytes(), copy


@pytest.mark.parametrize("kit", EXAMPLES)
def test_the_example_plays_as_all_of_them_do_over_either_line(kit: str, launcher: Launcher) -> None:
    with open_folder() as place:
        folder = built(BOTS / f"random-{kit}", place / "bot")
        run = tuple(manifest(folder)["run"])
        if not run[0].startswith("./"):
            needs(run[0])
        for transport, seat in (("zmq", 0), ("stdio", 1)):
            bot = BotProgram(kit, "0", folder, run, cast(Transport, transport))
            bots = (bot, RANDOM) if seat == 0 else (RANDOM, bot)
            plan = replace(PLAN, bots=bots, sandbox=launcher.description)
            record = play_one(plan, launcher).record
            assert record.result.fault is None, (transport, record.result)
            assert record.deals == in_memory(seat)


def in_memory(seat: int) -> tuple[DealRecord, ...]:
    """The deals of the same match between the examples' rule and `random`, by seat."""
    players = Recorded(Example(), ""), Recorded(load("random", "bot").Random(), "")
    return play_match(PLAN, players if seat == 0 else players[::-1], FakeClock()).deals


def built(source: Path, folder: Path) -> Path:
    """A copy of a bot's folder in which its build commands have been run."""
    shutil.copytree(source, folder)
    folder.chmod(0o755)
    for command in manifest(folder).get("build", ()):
        needs(command[0])
        subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)
    return folder


def manifest(folder: Path) -> dict[str, Any]:
    """What its `bot.toml` says."""
    return tomllib.loads((folder / "bot.toml").read_text("utf-8"))
