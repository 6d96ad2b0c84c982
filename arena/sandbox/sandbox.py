"""The launcher that confines its bots with bubblewrap."""

import contextlib
from pathlib import Path

from arena.errors import SandboxError
from arena.sandbox.admission import Admission
from arena.sandbox.bwrap_args import View
from arena.sandbox.cgroup import CgroupHome, CgroupLeaf
from arena.sandbox.environment import bot_environment
from arena.sandbox.freezer import StopFreezer
from arena.sandbox.gate import SHELL_NAME, gate_script
from arena.sandbox.identity import choose_identity
from arena.sandbox.launcher import Launcher, Started
from arena.sandbox.limits import Limits
from arena.sandbox.namespace import Start, start_in_namespace
from arena.sandbox.plan import SOCKET_INSIDE, LaunchPlan
from arena.sandbox.programs import Program
from arena.sandbox.seccomp import seccomp_filter
from arena.sandbox.watchdog import TreeMeter

__all__ = ["SandboxLauncher"]

CGROUP_PERIOD = 0.25
"""The kernel enforces memory and tasks; only processor time waits for a look."""

WATCHDOG_PERIOD = 0.05
"""A bot can touch some 50 MiB between two looks."""

ENDPOINT = f"ipc://{SOCKET_INSIDE}"


class SandboxLauncher(Launcher):
    """Runs each bot in namespaces of its own; see the package's README for what that promises."""

    def __init__(self, bwrap: Path, home: CgroupHome | None, level: str = "full") -> None:
        """`home` is where control groups can be made, or None to watch over bots instead.

        `level` "reduced" gives bots no /proc, for containers in which none can be mounted.
        """
        self.level = level
        self._bwrap = bwrap
        self._home = home
        self.memory = "watchdog" if home is None else home.interface.name
        if home is not None:
            home.remove_stale()
        super().__init__(period=WATCHDOG_PERIOD if home is None else CGROUP_PERIOD)

    def start(self, plan: LaunchPlan, program: Program, seat: int, name: str) -> Started:
        """Start the program in a sandbox."""
        leaf = self._leaf(name, plan.limits)
        try:
            with Admission() if leaf else contextlib.nullcontext():
                return self._start(plan, program, seat, leaf)
        except BaseException:
            if leaf:
                leaf.close()
            raise

    def group_beginnings(self) -> list[str]:
        """Groups are named after the mark."""
        return [] if self._home is None else self._home.starts_with(self.mark)

    def left_behind(self) -> bool:
        """Groups that were still busy when their bot was gone."""
        return self._home is not None and self._home.holds(self.mark)

    def _start(
        self, plan: LaunchPlan, program: Program, seat: int, leaf: CgroupLeaf | None
    ) -> Started:
        if not plan.socket.is_socket():
            raise SandboxError(f"the referee's socket {plan.socket} is not bound")
        folder = plan.folder.resolve()
        identity = choose_identity(seat, (folder, plan.socket, self._bwrap, *program.roots))
        identity.own_socket(plan.socket)
        view = View(
            folder=folder,
            socket=plan.socket.resolve(),
            roots=program.roots,
            programs=plan.programs,
            tmp_mib=plan.limits.tmp_mib,
            environment=bot_environment(
                plan.limits, endpoint=ENDPOINT, path=program.path, temporary="/tmp"
            ),
            proc=self.level == "full",
            workshop=plan.workshop,
        )
        counted = leaf is not None
        script = gate_script(plan.limits, count_processes=not counted, bound_data=not counted)
        popen, namespace, output = start_in_namespace(
            Start(
                bwrap=self._bwrap,
                view=view,
                identity=identity,
                seccomp=seccomp_filter(memfd=counted, locks=plan.workshop is not None),
                # By the mark the janitor finds bwrap's processes.
                command=("/bin/sh", "-c", script, SHELL_NAME, self.mark, *program.argv),
                admit=leaf.add if leaf else nothing,
            )
        )
        meter = leaf or TreeMeter(namespace.first, plan.limits, writable(plan))
        freezer = (leaf and leaf.freezer()) or StopFreezer(namespace.first)
        return Started(popen, namespace, meter, freezer, output, ENDPOINT)

    def _leaf(self, name: str, limits: Limits) -> CgroupLeaf | None:
        if self._home is None:
            return None
        try:
            return self._home.leaf(name, limits)
        except OSError as error:
            raise SandboxError(f"cannot make a control group: {error}") from error


def writable(plan: LaunchPlan) -> tuple[str, ...]:
    """The folders that the bot can write to; all are in memory."""
    return ("tmp", "dev/shm") if plan.workshop is None else ("tmp", "dev/shm", "bot")


def nothing(pid: int) -> None:
    """Without control groups there is nowhere to put a process."""
