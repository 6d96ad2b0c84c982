"""Limits by control group: the kernel counts all memory, tasks and processor time of a bot.

Version 2 is used in a group of our own, the one a service manager delegated to us or one that
holds no other process. Version 1 is used by root, in the hierarchies mounted below /sys/fs/cgroup.
Kernel interfaces: admin-guide/cgroup-v2 and admin-guide/cgroup-v1 of the kernel's documentation.
"""

import contextlib
import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from arena.sandbox.freezer import GroupFreezer
from arena.sandbox.limits import Limits
from arena.sandbox.scope import move_to_scope

__all__ = ["CgroupHome", "CgroupLeaf", "find_cgroup_home"]

ROOT = Path("/sys/fs/cgroup")
REFEREE_LEAF = "hokm-referee"
PREFIX = "hokm-bot-"
REMOVAL_SECONDS = 0.5
"""A group that has just lost its last process can be busy for some milliseconds more."""


@dataclass(frozen=True, slots=True)
class Interface:
    """The file names of one version: each a controller and a file in its group's folder."""

    name: str
    must: Mapping[tuple[str, str], str]
    """Written with a limit's value; a format string over `memory` (bytes) and `processes`."""
    may: Mapping[tuple[str, str], str]
    """The same for what a kernel may have been built without."""
    memory_kills: tuple[str, str]
    memory_peak: tuple[str, str]
    processor_time: tuple[str, str]
    processor_key: str
    """The line of a flat-keyed file that holds the time, or "" when it is the whole file."""
    ticks_per_second: int
    freezer: tuple[str, str]
    frozen: str
    """What to write there to freeze a group, and `thawed` to let it run."""
    thawed: str


V1 = Interface(
    name="cgroup v1",
    must={
        ("memory", "memory.limit_in_bytes"): "{memory}",
        ("pids", "pids.max"): "{processes}",
    },
    may={
        ("memory", "memory.memsw.limit_in_bytes"): "{memory}",
        ("memory", "memory.swappiness"): "0",
    },
    memory_kills=("memory", "memory.oom_control"),
    memory_peak=("memory", "memory.max_usage_in_bytes"),
    processor_time=("cpuacct", "cpuacct.usage"),
    processor_key="",
    ticks_per_second=1_000_000_000,
    freezer=("freezer", "freezer.state"),
    frozen="FROZEN",
    thawed="THAWED",
)
V2 = Interface(
    name="cgroup v2",
    must={("", "memory.max"): "{memory}", ("", "pids.max"): "{processes}"},
    # A group dies as a whole: half a bot is no bot.
    may={("", "memory.swap.max"): "0", ("", "memory.oom.group"): "1"},
    memory_kills=("", "memory.events"),
    memory_peak=("", "memory.peak"),  # since Linux 5.19
    processor_time=("", "cpu.stat"),
    processor_key="usage_usec",
    ticks_per_second=1_000_000,
    freezer=("", "cgroup.freeze"),
    frozen="1",
    thawed="0",
)


class CgroupLeaf:
    """The group of one bot; also the meter that tells which limit it hit."""

    def __init__(self, interface: Interface, folders: Mapping[str, Path], limits: Limits) -> None:
        """Make the group; raises OSError, nothing left behind, when the kernel refuses."""
        self._interface = interface
        self._folders = folders
        self._limits = limits
        values = {"memory": limits.memory_mib << 20, "processes": limits.processes}
        try:
            for folder in dict.fromkeys(folders.values()):
                folder.mkdir()
            for (controller, file), value in interface.must.items():
                (folders[controller] / file).write_text(value.format_map(values))
            for (controller, file), value in interface.may.items():
                with contextlib.suppress(OSError):
                    (folders[controller] / file).write_text(value.format_map(values))
        except BaseException:
            self.close()
            raise

    def add(self, pid: int) -> None:
        """Move a process in, with all it starts from now on."""
        for folder in dict.fromkeys(self._folders.values()):
            (folder / "cgroup.procs").write_text(str(pid))

    def exceeded(self) -> str | None:
        """The limit for which the bot has to be killed, if any.

        Running out of memory is final even when the kernel killed only a child for it.
        """
        if self._count(self._interface.memory_kills, "oom_kill"):
            return self._limits.memory_hit
        if self.used_seconds() > self._limits.cpu_seconds:
            return self._limits.cpu_hit
        return None

    def refused(self) -> str | None:
        """The limit at which the kernel refused something and let the bot go on, if any."""
        pids = "pids" if "pids" in self._folders else ""
        return self._limits.processes_hit if self._count((pids, "pids.events"), "max") else None

    def used_seconds(self) -> float:
        """Processor time used by all processes so far."""
        interface = self._interface
        used = self._count(interface.processor_time, interface.processor_key)
        return used / interface.ticks_per_second

    def peak_bytes(self) -> int | None:
        """The kernel's own figure; pages of files that were read, which it can give up, count."""
        return self._count(self._interface.memory_peak, "") or None

    def freezer(self) -> GroupFreezer | None:
        """What freezes the group; None where the kernel cannot."""
        controller, file = self._interface.freezer
        if controller not in self._folders:
            return None
        path = self._folders[controller] / file
        freezer = GroupFreezer(path, self._interface.frozen, self._interface.thawed)
        return freezer if path.exists() else None

    def close(self) -> None:
        """Remove the group, which has to be empty; what is still busy is left to the janitor."""
        deadline = time.monotonic() + REMOVAL_SECONDS
        for folder in dict.fromkeys(self._folders.values()):
            while folder.exists():
                try:
                    folder.rmdir()
                except OSError:
                    if time.monotonic() > deadline:
                        break
                    time.sleep(0.002)

    def _count(self, where: tuple[str, str], key: str) -> int:
        """A number of a group file; 0 when the kernel does not tell."""
        controller, file = where
        try:
            text = (self._folders[controller] / file).read_text()
        except (KeyError, OSError):
            return 0
        if not key:
            return int(text)
        for line in text.splitlines():
            name, _, value = line.partition(" ")
            if name == key:
                return int(value)
        return 0


@dataclass(frozen=True, slots=True)
class CgroupHome:
    """Where this process may make groups."""

    interface: Interface
    parents: Mapping[str, Path]
    """The parent folder of each controller; version 2 has one for all, named ""."""

    def leaf(self, name: str, limits: Limits) -> CgroupLeaf:
        """Make the group for one bot; raises OSError when the kernel refuses."""
        folders = {key: parent / (PREFIX + name) for key, parent in self.parents.items()}
        return CgroupLeaf(self.interface, folders, limits)

    def starts_with(self, name: str) -> list[str]:
        """What the paths of the groups begin with, given what their names begin with."""
        return sorted({str(parent / (PREFIX + name)) for parent in self.parents.values()})

    def holds(self, name: str) -> bool:
        """Whether any such group is left."""
        return any(any(parent.glob(f"{PREFIX}{name}*")) for parent in self.parents.values())

    def remove_stale(self) -> None:
        """Remove groups that a crash left behind. One that is in use refuses to go.

        What is left frozen in one waits for a thaw to die.
        """
        _, freezer = self.interface.freezer
        for parent in self.parents.values():
            for folder in parent.glob(f"{PREFIX}*"):
                owner = folder.name.removeprefix(PREFIX).partition("-")[0]
                if not Path(f"/proc/{owner}").exists():
                    with contextlib.suppress(OSError):
                        if (folder / freezer).exists():
                            (folder / freezer).write_text(self.interface.thawed)
                        if not (folder / "cgroup.procs").read_text():
                            folder.rmdir()


def find_cgroup_home(
    root: Path = ROOT, ask: Callable[[], bool] = move_to_scope
) -> CgroupHome | None:
    """Where groups with memory and process limits can be made here, or None.

    `ask` moves this process to a group of its own where the one it is in is no use; False if it
    could not.
    """
    try:
        if not (root / "cgroup.controllers").exists():
            return version_1(root, present_groups())
        home = version_2(root, present_groups().get("", "/"))
        if home is None and ask():
            home = version_2(root, present_groups().get("", "/"))
        return home
    except OSError:
        return None


def present_groups() -> dict[str, str]:
    """The groups that this process is in; see `own_groups`."""
    return own_groups(Path("/proc/self/cgroup").read_text())


def own_groups(text: str) -> dict[str, str]:
    """The group of each controller from /proc/self/cgroup; "" is version 2."""
    groups: dict[str, str] = {}
    for line in text.splitlines():
        _, controllers, path = line.split(":", 2)
        groups |= dict.fromkeys(controllers.split(","), path)
    return groups


def version_1(root: Path, own: Mapping[str, str]) -> CgroupHome | None:
    """Below the group that this process is in, so that a container's own limit stays above ours."""
    parents = {}
    for controller in ("memory", "pids", "cpuacct", "freezer"):
        inside = root / controller / own.get(controller, "/").lstrip("/")
        # In a container the hierarchy is mounted from the container's group on.
        parent = inside if inside.is_dir() else root / controller
        if os.access(parent, os.W_OK) and (parent / "cgroup.procs").exists():
            parents[controller] = parent
    if not {"memory", "pids"} <= parents.keys():
        return None
    return CgroupHome(V1, parents)


def version_2(root: Path, own: str) -> CgroupHome | None:
    """In this process's own group, after it has moved itself to a leaf of it.

    Version 2 has processes in leaves only. Other processes are moved along only where a service
    manager has left the group to us, and in a container, whose outermost group is its own.
    """
    base = root / own.lstrip("/")
    if base.name == REFEREE_LEAF:
        base = base.parent
    wanted = {"memory", "pids"}
    if not os.access(base, os.W_OK) or not wanted <= set(words(base / "cgroup.controllers")):
        return None
    inside = {int(word) for word in words(base / "cgroup.procs")}
    if inside:
        # The outermost group of the whole machine has no type.
        ours = delegated(base) or (base == root and (base / "cgroup.type").exists())
        if inside != {os.getpid()} and not ours:
            return None
        leaf = base / REFEREE_LEAF
        leaf.mkdir(exist_ok=True)
        for pid in inside:
            with contextlib.suppress(ProcessLookupError):
                (leaf / "cgroup.procs").write_text(str(pid))
    if not wanted <= set(words(base / "cgroup.subtree_control")):
        (base / "cgroup.subtree_control").write_text("+memory +pids")
    return CgroupHome(V2, {"": base})


def delegated(group: Path) -> bool:
    """Whether systemd has marked the group as its user's own."""
    for name in ("user.delegate", "trusted.delegate"):
        with contextlib.suppress(OSError):
            if os.getxattr(group, name) == b"1":
                return True
    return False


def words(path: Path) -> list[str]:
    """The words of a group file."""
    return path.read_text().split()
