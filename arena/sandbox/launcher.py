"""Launching bots and cleaning up behind them: what is common to every way of running them."""

import atexit
import contextlib
import os
import secrets
import shutil
import subprocess
import tempfile
from abc import ABC, abstractmethod
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from arena.errors import SandboxError
from arena.sandbox.freezer import Freezer
from arena.sandbox.janitor_process import JanitorProcess
from arena.sandbox.output import OutputReader
from arena.sandbox.plan import LaunchPlan
from arena.sandbox.process import BotProcess, Hold
from arena.sandbox.programs import Program, find_program
from arena.sandbox.watchdog import Meter, Sampler

__all__ = ["Launcher", "Started"]

SHORT_RUN_DIR = 60
"""Characters of a run folder's path, so that of a socket path's 107 enough are left for names."""


@dataclass(frozen=True, slots=True)
class Started:
    """A bot that has just been started."""

    popen: "subprocess.Popen[bytes]"
    hold: Hold
    meter: Meter
    freezer: Freezer
    output: int
    """Reading end of the pipe that is the bot's standard output and standard error."""

    endpoint: str


class Launcher(ABC):
    """Launches the bots of one referee process and outlives none of them.

    Use it as a context manager. However the process ends, nothing of its bots stays behind: `close`
    is called at interpreter exit too, and the janitor does the same after a signal.

    **Launch from a thread that lives as long as the bots**, best the main one: the kernel ties a
    bot's life to the thread that started it, not to the process.
    """

    level: str
    """"full", "reduced" where bots get no /proc, or "none" where nothing is confined."""

    memory: str
    """What holds the memory limit: "cgroup v2", "cgroup v1", "watchdog" or "none"."""

    run_dir: Path
    """A new folder with a short path for the referee's sockets."""

    def __init__(self, *, period: float) -> None:
        """`period`: seconds between two looks at the bots' limits."""
        self._owner = os.getpid()
        # Unguessable, so that no other process of this machine carries it.
        self.mark = f"{self._owner}-{secrets.token_hex(8)}"
        self.run_dir = run_dir_path()
        self._running: list[BotProcess] = []
        self._failed = False
        """Whether a start has: of such a one a process may be left that nobody knows of."""
        self._closed = False
        # Before the folder: whatever comes into being has somebody to clean it up already.
        self._janitor = JanitorProcess(self.mark, self.run_dir, self.group_beginnings())
        try:
            # Only this user can list it. Root's bots run as another user, who has to pass through.
            self.run_dir.mkdir(mode=0o700)
            self.run_dir.chmod(0o711 if os.geteuid() == 0 else 0o700)
        except OSError as error:
            self._janitor.dismiss(clean=True)
            raise SandboxError(f"{self.run_dir}: {error.strerror}") from None
        self._reader = OutputReader()
        self._sampler = Sampler(self._enforce, period)
        atexit.register(self.close)

    @property
    def description(self) -> dict[str, str]:
        """What a match record says about how its bots were confined."""
        return {"level": self.level, "memory": self.memory}

    def launch(self, plan: LaunchPlan, seat: int) -> BotProcess:
        """Start a bot; returns when it is about to execute its program.

        `seat` (0 to 3) tells the bot processes of one referee apart. Raises InputError when the
        plan's program does not exist, SandboxError when this machine failed to start it. A program
        that exists but cannot be executed is seen as exit code 126 or 127 of the bot.
        """
        if self._closed:
            raise SandboxError("this launcher is closed")
        if not (self._sampler.is_alive() and self._reader.is_alive()):
            raise SandboxError("a thread that watches over bots has failed")
        program = find_program(plan)
        self._janitor.revive()
        # Where control groups have no namespace a bot sees the name of its own: it tells no order.
        name = f"{self.mark}-{secrets.token_hex(4)}"
        try:
            started = self.start(plan, program, seat, name)
        except (OSError, SandboxError) as error:
            self._failed = True
            if isinstance(error, SandboxError):
                raise
            raise SandboxError(f"this machine could not start a bot: {error}") from error
        process = BotProcess(
            popen=started.popen,
            hold=started.hold,
            meter=started.meter,
            freezer=started.freezer,
            output=started.output,
            limits=plan.limits,
            endpoint=started.endpoint,
            ended=self._forget,
        )
        self._running.append(process)
        self._reader.add(process.output)
        return process

    def close(self) -> None:
        """Kill every bot, remove the run folder and all other traces. Does nothing twice."""
        # A process forked from the referee must not end the referee's bots.
        if self._closed or os.getpid() != self._owner:
            return
        self._closed = True
        atexit.unregister(self.close)
        clean = False
        try:
            self._sampler.stop()
            for process in tuple(self._running):
                process.kill()
            self._reader.stop()
            shutil.rmtree(self.run_dir, ignore_errors=True)
            clean = not (self._failed or self.run_dir.exists() or self.left_behind())
        finally:
            self._janitor.dismiss(clean=clean)

    @abstractmethod
    def start(self, plan: LaunchPlan, program: Program, seat: int, name: str) -> Started:
        """Start the program; `name` is unique on this machine."""

    def group_beginnings(self) -> list[str]:
        """What the paths of this launcher's control groups begin with."""
        return []

    def left_behind(self) -> bool:
        """Whether there is work left for the janitor, once all bots are killed."""
        return False

    def _enforce(self) -> None:
        for process in tuple(self._running):
            process.enforce()

    def _forget(self, process: BotProcess) -> None:
        with contextlib.suppress(ValueError):
            self._running.remove(process)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def run_dir_path() -> Path:
    """Where a run folder can be made that nothing else has the name of; a short path."""
    parent = tempfile.gettempdir()
    if len(parent) > SHORT_RUN_DIR - len("/hokm-0123456789"):
        parent = "/tmp"
    return Path(parent, f"hokm-{secrets.token_hex(5)}")
