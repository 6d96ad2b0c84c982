"""Which user of the host a bot really is.

An ordinary user's bots run as that user, in a user namespace. A referee that runs as root must not
do the same: user id 0 of the host passes permission checks that ask for no capability, those of
/proc/sys among them, so a sandboxed bot with that id could have the host run a program of its own.
Root's bots therefore end with a spare user id, in one of two ways:

spare   bwrap itself is started with the spare id. It needs nothing else, but every folder to be
        mounted must be in reach of that id.
mapped  bwrap sets up as root, for an interpreter below /root and the like. Root writes the id map
        of the user namespace by hand, with a second id in it, and `setpriv` changes to that one
        before anything of the bot's runs.
"""

import os
import stat
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import SystemRandom
from typing import Any

from arena.errors import SandboxError

__all__ = ["OWN", "Identity", "choose_identity"]

SPARE_IDS = range(64_000, 65_500)
"""User ids that no account has: above the ordinary accounts, below `nobody` (65534), and within
the 65,536 ids of a container."""

SEATS = 4
"""Spare ids per referee process. A job has four bot processes, two seats in two halves; different
ids keep them from sharing the kernel's per-user quotas (pipe buffers, pending signals)."""

ORDER = SystemRandom().sample(range(SEATS), SEATS)
"""Which of them each seat gets, drawn anew by every process: a bot can read in its id map who it is
on the host, and is not to learn from it which half of its pairs it plays."""

INSIDE_ID = "1000"
SETPRIV = "/usr/bin/setpriv"


@dataclass(frozen=True, slots=True)
class Identity:
    """How a bot becomes the user that it shall be."""

    uid: int | None
    """Spare user and group id on the host, or None to stay the referee's own (ordinary) user."""

    mapped: bool = False

    popen: Mapping[str, Any] = field(default_factory=dict)
    """Further arguments for the Popen that starts bwrap."""

    @property
    def gate(self) -> str:
        """The option whose descriptor bwrap waits for.

        In the mapped way it has to wait earlier, before it takes a user id in the new namespace.
        """
        return "--userns-block-fd" if self.mapped else "--block-fd"

    def arguments(self, *, proc: bool) -> list[str]:
        """Arguments for bwrap about users and capabilities.

        Without `proc` the host is a container whose /proc/sys cannot be written, by which
        --disable-userns works. The seccomp filter denies new namespaces just as well.
        """
        if not self.mapped:
            ids = ["--uid", INSIDE_ID, "--gid", INSIDE_ID]
            return [*(["--disable-userns"] if proc else []), *ids, "--cap-drop", "ALL"]
        # --disable-userns and --uid would have bwrap write the id map, so here too the filter does
        # it alone. setpriv needs these three capabilities and gives them up.
        kept = ["CAP_SETUID", "CAP_SETGID", "CAP_SETPCAP"]
        return ["--cap-drop", "ALL", *(word for cap in kept for word in ("--cap-add", cap))]

    @property
    def prefix(self) -> list[str]:
        """What the command inside starts with."""
        if not self.mapped:
            return []
        change = [f"--reuid={INSIDE_ID}", f"--regid={INSIDE_ID}", "--clear-groups"]
        return [SETPRIV, *change, "--inh-caps=-all", "--bounding-set=-all", "--"]

    def admit(self, child: int) -> None:
        """Write the id map of a namespace that waits for it."""
        if self.mapped:
            for kind in ("uid_map", "gid_map"):
                # In one write: the kernel takes a map once.
                Path(f"/proc/{child}/{kind}").write_text(f"0 0 1\n{INSIDE_ID} {self.uid} 1\n")

    def own(self, descriptor: int) -> None:
        """Give a pipe to the bot's user, so that it can be opened as /dev/stderr."""
        if self.uid is not None:
            os.fchown(descriptor, self.uid, self.uid)

    def own_socket(self, path: Path) -> None:
        """Let the bot's user, and no other user of this machine, connect to the socket."""
        if self.uid is not None:
            os.chown(path, self.uid, self.uid)
        path.chmod(0o600)

    def check(self, bot: int) -> None:
        """Make sure that a started process is not the host's root; raises SandboxError if it is."""
        if self.uid is None:
            return
        ids = kernel_user_ids(bot)
        if 0 in ids:
            raise SandboxError(f"a sandboxed process kept root's user id: {ids}")


OWN = Identity(None)


def choose_identity(seat: int, needed: Iterable[Path], setpriv: str = SETPRIV) -> Identity:
    """The identity for a seat, given every path that its sandbox mounts or runs.

    Raises SandboxError, naming the path, when no way leads to a bot that can run.
    """
    if os.geteuid() != 0:
        return OWN
    uid = SPARE_IDS[(os.getpid() * SEATS + ORDER[seat % SEATS]) % len(SPARE_IDS)]
    if not is_mapped(uid):
        raise SandboxError(
            f"the user id {uid}, which root's bots get, does not exist in this user namespace; "
            "run as an ordinary user instead"
        )
    paths = [path.resolve() for path in needed]
    for path in paths:
        if not readable(path):
            raise SandboxError(
                f"{path} is closed to other users, and root's bots run as user {uid}: "
                f"chmod -R o+rX {path}"
            )
    if all(reachable(path) for path in paths):
        return Identity(uid, popen={"user": uid, "group": uid, "extra_groups": []})
    if not os.access(setpriv, os.X_OK):
        closed = next(path for path in paths if not reachable(path))
        raise SandboxError(
            f"user {uid} cannot reach {closed}, and {setpriv} (package util-linux) is missing; "
            "install it, or move what is needed below /usr or /opt"
        )
    return Identity(uid, mapped=True)


def is_mapped(uid: int) -> bool:
    """Whether this user namespace has that id; the initial one has all."""
    for line in Path("/proc/self/uid_map").read_text().splitlines():
        first, _, count = map(int, line.split())
        if first <= uid < first + count:
            return True
    return False


def readable(path: Path) -> bool:
    """Whether the permissions let any user read the file, or list and enter the folder."""
    mode = path.stat().st_mode
    if stat.S_ISSOCK(mode):
        return True  # given to the bot's user before the start
    wanted = stat.S_IROTH | (stat.S_IXOTH if stat.S_ISDIR(mode) else 0)
    return mode & wanted == wanted


def reachable(path: Path) -> bool:
    """Whether the permissions let any user pass through every parent."""
    return all(parent.stat().st_mode & stat.S_IXOTH for parent in path.parents)


def kernel_user_ids(pid: int) -> list[int]:
    """Real, effective, saved and filesystem user id, as this process's namespace counts them."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("Uid:"):
            return [int(word) for word in line.split()[1:]]
    raise SandboxError(f"/proc/{pid}/status names no user id")
