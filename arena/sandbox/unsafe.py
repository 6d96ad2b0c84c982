"""The launcher that confines nothing, for machines without a sandbox and bots one has written.

Asked for by name only. Bots see the machine as the referee's user does; what is kept is order: a
clean environment, capped output, and an end together with the referee.
"""

import contextlib
import os
import signal
import subprocess
import time

from arena.errors import SandboxError
from arena.sandbox.descriptors import Descriptors
from arena.sandbox.environment import bot_environment
from arena.sandbox.freezer import NoFreezer
from arena.sandbox.gate import GO, SHELL_NAME, GateError, gate_script, wait_ready
from arena.sandbox.janitor import RUN_VARIABLE, kill_marked
from arena.sandbox.launcher import Launcher, Started
from arena.sandbox.plan import LaunchPlan
from arena.sandbox.programs import Program
from arena.sandbox.watchdog import NoMeter

__all__ = ["UnsafeLauncher"]

BOT_VARIABLE = "ARENA_BOT"
PERIOD = 60.0
"""There is nothing to look at."""

SWEEP_SECONDS = 2.0


class ProcessGroup:
    """A bot's processes: its process group, and what has left it with the mark still on."""

    def __init__(self, group: int, mark: str) -> None:
        """`mark` is an entry of the processes' environment, as `NAME=value`."""
        self._group = group
        self._marks = {mark.encode()}

    def strike(self) -> None:
        """Kill the process group."""
        with contextlib.suppress(OSError):
            os.killpg(self._group, signal.SIGKILL)

    def release(self) -> None:
        """Kill marked processes until there are none."""
        deadline = time.monotonic() + SWEEP_SECONDS
        while kill_marked(self._marks) and time.monotonic() < deadline:
            time.sleep(0.005)


class UnsafeLauncher(Launcher):
    """Runs bots as plain subprocesses. Never for the programs of strangers."""

    level = "none"
    memory = "none"

    def __init__(self) -> None:
        super().__init__(period=PERIOD)

    def start(self, plan: LaunchPlan, program: Program, seat: int, name: str) -> Started:
        """Start the program in a session of its own, behind the same gate as in a sandbox."""
        endpoint = f"ipc://{plan.socket.absolute()}"
        environment = bot_environment(
            plan.limits, endpoint=endpoint, path=program.path, temporary=str(self.run_dir)
        )
        # One variable tells all bots of this launcher, for the janitor, the other this one.
        environment |= {RUN_VARIABLE: self.mark, BOT_VARIABLE: name}
        # Processes are counted by user here, and Java cannot start with its memory bounded.
        script = gate_script(plan.limits, count_processes=False, bound_data=False)
        command = [str(plan.programs.get(word, word)) for word in program.argv]
        with Descriptors() as descriptors:
            output, output_end = descriptors.pipe()
            go_end, go = descriptors.pipe()
            popen = subprocess.Popen(
                ["/bin/sh", "-c", script, SHELL_NAME, self.mark, *command],
                stdin=go_end,
                stdout=output_end,
                stderr=output_end,
                cwd=plan.folder,
                env=environment,
                start_new_session=True,
            )
            hold = ProcessGroup(popen.pid, f"{BOT_VARIABLE}={name}")
            try:
                descriptors.close(output_end, go_end)
                wait_ready(output)
                os.write(go, GO)
            except BaseException as error:
                hold.strike()
                popen.wait()
                if isinstance(error, GateError | OSError):
                    raise SandboxError(f"the bot's shell did not start: {error}") from error
                raise
            return Started(popen, hold, NoMeter(), NoFreezer(), descriptors.keep(output), endpoint)
