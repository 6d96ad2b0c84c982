"""Looks at one upload, in a process of its own: unpacks, builds, checks and submits the bot.

    python -m arena.web.intake.inspector STORE FOLDER AUTHOR LEVEL

FOLDER holds `upload.zip`, and becomes the place where everything is made; LEVEL is the least that
the sandbox has to be. It tells how that goes as `news.py` has it, a line each, and goes away with
the server, which holds the other end of its standard input. It yields to all that wants a core.
"""

import os
import signal
import sys
import threading
from contextlib import closing
from pathlib import Path
from types import FrameType

import msgspec

from arena.check import StepResult, check_submission, passed
from arena.errors import ArenaError, InputError
from arena.registry import Bot, Building, Stranger, Workbench, submit, unpack
from arena.sandbox import Detection, detect
from arena.store import Store
from arena.web.intake.news import ARCHIVE, MOST, Doing, End, News, Outcome, shortened, step_of

LOWEST: int = 19
"""Niceness."""


class Inspection:
    """One upload, and what is told of it."""

    def __init__(self, store: Path, folder: Path, author: str, sandbox: Detection) -> None:
        """Nothing is done yet; arguments as of the module."""
        self._store, self._folder, self._author = store, folder, author
        self._sandbox = sandbox
        self._told, self._wrote = Doing(""), ""

    def run(self) -> End:
        """All of it.

        Raises:
            InputError: what is wrong with the zip file or the bot.
            ArenaError: this machine, or the store, is at fault.
        """
        self._tell(Doing("unpack"))
        bot = self._folder / "bot"
        unpack(self._folder / ARCHIVE, bot)
        workbench = Workbench(self._sandbox, self._building)
        stranger = Stranger(self._author, self._folder / "library")
        with Store(self._store, create=True) as store:
            done = submit(bot, store, workbench, self._fit, stranger)
        return End(
            Outcome.TAKEN if done.new else Outcome.KNOWN,
            done.bot.label,
            done.bot.version,
            overwritten=tuple(shortened(path) for path in done.overwritten[:MOST]),
            stderr=shortened(self._wrote, end=True),
        )

    def told(self, error: str) -> str:
        """An error as it concerns the author, who knows no folder of this machine."""
        for folder, name in (("bot", ""), ("library", "")):
            place = str(self._folder / folder)
            error = error.replace(f"{place}/", name).replace(f"{place}: ", name)
        return error.replace(str(self._folder), "")

    @property
    def bot(self) -> str | None:
        """Its name, once it is known."""
        return self._told.bot

    def _building(self, building: Building) -> None:
        self._tell(Doing("build", building.name))

    def _fit(self, bot: Bot) -> bool:
        results: list[StepResult] = []
        workbench = Workbench(self._sandbox)

        def tick(step: str) -> None:
            self._tell(Doing(step, bot.name))

        def wrote(text: str) -> None:
            self._wrote = text

        with closing(check_submission(bot, self._sandbox, workbench, tick, wrote)) as steps:
            for result in steps:
                results.append(result)
                say(step_of(result))
        return passed(results)

    def _tell(self, doing: Doing) -> None:
        if doing != self._told:
            self._told = doing
            say(doing)


def say(news: News) -> None:
    """Tell the server."""
    sys.stdout.buffer.write(msgspec.json.encode(news) + b"\n")
    sys.stdout.buffer.flush()


def main(store: str, folder: str, author: str, level: str) -> None:
    """Look at the upload, and say what came of it."""
    os.setpriority(os.PRIO_PROCESS, 0, LOWEST)
    signal.signal(signal.SIGTERM, _interrupted)
    threading.Thread(target=_end_with_server, daemon=True).start()
    sandbox = detect()
    if sandbox.level not in ("full", level):
        say(End(Outcome.FAILED, host=shortened(f"the sandbox is {sandbox}")))
        return
    inspection = Inspection(Path(store), Path(folder), author, sandbox)
    try:
        end = inspection.run()
    except InputError as error:
        said = shortened(inspection.told(str(error)))
        end = End(Outcome.REFUSED, inspection.bot, error=said)
    except (ArenaError, OSError) as error:
        end = End(Outcome.FAILED, inspection.bot, host=shortened(str(error)))
    say(end)


def _interrupted(number: int, frame: FrameType | None) -> None:
    """As on Ctrl-C: everything that is open is closed on the way out."""
    raise KeyboardInterrupt


def _end_with_server() -> None:
    os.read(sys.stdin.fileno(), 1)
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except KeyboardInterrupt:
        sys.exit(130)
