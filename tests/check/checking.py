"""Checks of bots, in the real sandbox, with short clocks."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from arena.check import STEPS, Finding, StepResult, Trial, Verdict, check
from arena.check.report import Said
from arena.referee import MatchSettings
from arena.registry import build, shipped
from arena.sandbox import Launcher
from arena.wire import TimeControl
from tests.tournament.places import Place

BOTS = Path(__file__).parents[1] / "bots"
CLOCK = TimeControl(startup_ms=3_000, move_ms=1_000, bank_ms=0)


@dataclass(frozen=True)
class Checker:
    """Where checks are made."""

    place: Place
    launcher: Launcher

    def copy(self, bot: str, *arguments: str, name: str = "", **keys: Any) -> Path:
        """A bot of `tests/bots` with other arguments, as a folder of its author's."""
        source = BOTS / bot
        files = {"bot.py": (source / "bot.py").read_text("utf-8")}
        keys = {"transport": "zmq" if bot == "faulty" else "stdio", **keys}
        run = ["python3", "bot.py", *arguments]
        return self.place.bot(name or bot, files=files, **{"run": run, **keys})

    def trial(self, folder: Path, time_control: TimeControl = CLOCK) -> Trial:
        """What the steps work on."""
        return Trial(
            folder=folder,
            launcher=self.launcher,
            settings=MatchSettings(time=time_control),
            opponents=shipped("bots"),
            copies=self.place.folder / "library",
            builds=partial(build, launcher=self.launcher),
            quick=True,
            now=time.perf_counter,
            tick=lambda: None,
        )

    def check(self, folder: Path, time_control: TimeControl = CLOCK) -> dict[str, StepResult]:
        """Every step of a quick check, by name."""
        return {step.name: step for step in check(self.trial(folder, time_control))}

    def only(self, folder: Path, *names: str) -> dict[str, Said | Finding | None]:
        """What these steps find of a bot that is in order, by name; the others are not run."""
        return found_by(self.trial(folder), *names)

    @contextmanager
    def until(self, folder: Path, last: str) -> Iterator[dict[str, StepResult]]:
        """The steps up to this one."""
        found: dict[str, StepResult] = {}
        for step in check(self.trial(folder)):
            found[step.name] = step
            if step.name == last:
                break
        yield found


def found_by(trial: Trial, *names: str) -> dict[str, Said | Finding | None]:
    """What these steps find, by name; those that come before a start are run, too."""
    found = {}
    for step in STEPS:
        if step.name in ("folder", "build", *names):
            trial.step = step.name
            found[step.name] = step.run(trial)
    return found


def failed(steps: dict[str, StepResult]) -> list[str]:
    """The names of the steps that failed."""
    return [name for name, step in steps.items() if step.verdict is Verdict.FAILED]
