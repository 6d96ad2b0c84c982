"""The map for engineers (arena/README.md) is that of the program as it is."""

import re
import sys
import tomllib
from pathlib import Path
from types import FrameType

import arena
from arena.records import PairPlan
from arena.referee import MatchJob, MatchSettings, play
from arena.registry import load_bot
from arena.rules import Ruleset
from arena.sandbox import open_launcher
from arena.wire import encode

ROOT = Path(__file__).parents[1]
MAP = (ROOT / "arena" / "README.md").read_text("utf-8")
ARENA = Path(arena.__file__).parent


def the_path() -> list[tuple[str, str]]:
    """What the map says that a decision goes through: file and function, in order."""
    table = MAP.split("## The path of one decision")[1].split("\n## ")[0]
    return re.findall(r"^\| `(\w+)` \| \[`[\w/]+\.py`\]\(([\w/]+\.py)\) \|", table, re.MULTILINE)


def test_a_decision_takes_the_path_of_the_map() -> None:
    """One short match between real processes, and which of these functions are called in it."""
    path = the_path()
    files = {str(ARENA / file): file for _, file in path}
    called: list[tuple[str, str]] = []

    def watch(frame: FrameType, event: str, argument: object) -> None:
        step = (frame.f_code.co_name, files.get(frame.f_code.co_filename, ""))
        if event == "c_call" and argument == encode:
            step = ("encode", "wire/codec.py")
        if step in path:
            called.append(step)

    bot = load_bot(ROOT / "bots" / "naive").program
    settings = MatchSettings(rules=Ruleset(target=1))
    job = MatchJob("1:a:b", (bot, bot), (PairPlan("1:a:b", "00" * 32, 0),), settings)
    with open_launcher() as launcher:
        sys.setprofile(watch)
        try:
            list(play(job, launcher))
        finally:
            sys.setprofile(None)
    until = called.index(path[-2]) + 1  # a waiting referee asks its line more than once
    assert list(dict.fromkeys(called[called.index(path[0]) : until])) == path[:-1]
    assert path[-1] in called


def test_its_layers_are_those_that_are_enforced() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]
    shown = MAP.split("## What may import what\n```\n")[1].split("```")[0].splitlines()
    assert shown == contracts["contracts"][0]["layers"]
