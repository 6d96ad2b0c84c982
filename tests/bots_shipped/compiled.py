"""The strong bots, built once for a file of tests, and what is asked of each of them."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from arena.records import MatchRecord
from arena.referee import BotProgram, play_one
from arena.registry import build, keep_bot, load_bot
from arena.sandbox import Launcher, open_launcher
from arena.wire import TimeControl
from tests.bots_shipped.folders import BOTS, ROOT, load
from tests.bots_shipped.process import ProcessBot, start
from tests.bots_shipped.table import play_pair
from tests.referee.fakes import make_plan
from tests.referee.processes import open_folder
from tests.toolchains import needs

CONVERSATIONS = ROOT / "protocol" / "vectors" / "conversations"
PATIENT = TimeControl(startup_ms=60_000, move_ms=10_000)
VALUE = BotProgram("value", "0", BOTS / "value", ("python3", "bot.py"))


@dataclass(frozen=True, slots=True)
class Compiled:
    """A bot, and where it was built."""

    name: str
    folder: Path
    launcher: Launcher

    @property
    def run(self) -> tuple[str, ...]:
        """The command that starts it."""
        return tuple(load_bot(BOTS / self.name).manifest.run)

    def match(self, seat: int, target: int) -> MatchRecord:
        """A match to so many points against *value*, in the sandbox, from that seat."""
        bot = BotProgram(self.name, "0", self.folder, self.run)
        plan = replace(
            make_plan(seed=self.name, time=PATIENT, target=target),
            bots=(bot, VALUE) if seat == 0 else (VALUE, bot),
            sandbox=self.launcher.description,
        )
        return play_one(plan, self.launcher).record

    def answers_alike(self, acts: list[Any]) -> bool:
        """Whether what it was asked before changes none of its answers, all of which are legal."""
        with start(self.folder) as one, start(self.folder) as another:
            answers = [one.act(act) for act in acts]
            assert all(map(is_legal, answers, acts))
            return [another.act(act) for act in reversed(acts)] == answers[::-1]


@contextmanager
def compiled(name: str) -> Iterator[Compiled]:
    """A shipped bot built in the sandbox; left out where there is no cargo."""
    needs("cargo")
    with open_launcher() as launcher, open_folder() as place:
        builds = partial(build, launcher=launcher)
        bot = keep_bot(load_bot(BOTS / name), place / "library", builds)
        yield Compiled(name, bot.program.folder, launcher)


def answers_in_no_time(bot: ProcessBot) -> bool:
    """Whether it answers legally when it has no time at all."""
    act = {**acts()[-1], "move_ms": 0, "bank_ms": 0}
    return is_legal(bot.act(act), act)


def is_legal(action: Any, act: Any) -> bool:
    """Whether the action is one of those listed; cards that are thrown may stand in any order."""
    return in_order(action) in map(in_order, act["legal"])


def in_order(action: dict[str, Any]) -> dict[str, Any]:
    return {key: sorted(value) if key == "throw" else value for key, value in action.items()}


def share_against_value(bot: ProcessBot, name: str, pairs: int) -> float:
    """The share of deals that it wins in so many mirror pairs, in memory."""
    value = load("value", "bot").Value()
    played = [play_pair(bot, value, f"{name} {number}") for number in range(pairs)]
    won = [deal.winner == seat for pair in played for seat in (0, 1) for deal in pair[seat].results]
    return sum(won) / len(won)


def acts() -> list[Any]:
    """The requests in the conversations that kits replay."""
    lines = [
        json.loads(line)
        for path in sorted(CONVERSATIONS.glob("*.jsonl"))
        for line in path.read_text("utf-8").splitlines()
    ]
    return [line["message"] for line in lines if line["message"]["type"] == "act"]


def same_files(copy: Path, original: Path) -> bool:
    """Whether the copy holds every file of the original, byte for byte."""
    return all((copy / file.name).read_bytes() == file.read_bytes() for file in original.iterdir())
