"""What a bot has to pass that is submitted, at the command line or through the web."""

import time
from collections.abc import Callable, Generator
from typing import Final

from arena.check.report import StepResult
from arena.check.steps import check
from arena.check.trial import Trial
from arena.referee import MatchSettings
from arena.registry import Bot, Build, shipped
from arena.sandbox import Detection, open_launcher

AFTER_BUILD: Final = "start"
"""The step to begin with: what comes before is a submission's own."""


def check_submission(
    bot: Bot,
    sandbox: Detection | None,
    builds: Build,
    tick: Callable[[str], None],
    wrote: Callable[[str], None] = lambda text: None,
) -> Generator[StepResult, None, None]:
    """Go through the steps with a bot that is built.

    Args:
        bot: as it will play.
        sandbox: what was found out about this host's; None runs bots without one.
        builds: for the bots that it plays against.
        tick: told the step in progress whenever something goes on.
        wrote: told at the end what the bot wrote to standard error, the end of it: in the last of
            its games in which it wrote anything.

    Raises:
        HostError: this machine failed, not the bot.
    """
    with open_launcher(unsafe_no_sandbox=sandbox is None, detection=sandbox) as launcher:
        trial = Trial(
            folder=bot.program.folder,
            launcher=launcher,
            settings=MatchSettings(),
            opponents=shipped("bots"),
            copies=launcher.run_dir / "bots",
            builds=builds,
            quick=False,
            now=time.perf_counter,
            tick=lambda: tick(trial.step),
            bot=bot,
        )
        yield from check(trial, AFTER_BUILD)
        wrote(next((game.stderr for game in reversed(trial.games) if game.stderr), ""))
