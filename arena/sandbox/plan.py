"""What to launch: one bot, its folder, its socket and its limits."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from arena.errors import InputError
from arena.sandbox.limits import Limits

__all__ = ["LaunchPlan", "Workshop"]

SOCKET_INSIDE = "/run/referee.sock"
SOURCE_INSIDE = "/source"
SUN_PATH_BYTES = 107
"""Longest socket path that the kernel takes, the closing zero byte not counted."""


@dataclass(frozen=True, slots=True)
class Workshop:
    """What a build gets beyond what a bot gets when it plays.

    Its folder is /source, read-only; /bot, where the commands work and where the bot will play
    from, is empty, writable and in memory. It may lock files, which no other bot sees.
    """

    work_mib: int
    """MiB of /bot."""

    tools: tuple[str, ...] = ()
    """Programs that have to be in reach and on the PATH, each as the first word of a command.
    Those of the folder that are not there yet are the build's to make."""

    network: bool = False
    """The host's network, with its loopback. Only for programs that one would run without a
    sandbox, too."""


@dataclass(frozen=True, slots=True)
class LaunchPlan:
    """One bot to launch.

    Raises InputError when a field cannot be meant: an empty command, a folder that is none, a
    socket path that is too long, a program under a path that we do not own.
    """

    argv: tuple[str, ...]
    """The command as the bot's manifest gives it. The first word is looked up on the search path,
    or, when it holds a slash, relative to `folder`."""

    folder: Path
    """The bot's folder, mounted read-only as /bot and the working directory. Nothing is ever
    created below it: its author could have put a symlink there that leads out."""

    socket: Path
    """The referee's socket, already bound. Mounted alone as /run/referee.sock."""

    limits: Limits = field(default_factory=Limits)

    programs: Mapping[str, Path] = field(default_factory=dict)
    """Files of ours that the bot needs beside its own, by the path they get inside, which is
    directly below /run: `{"/run/adapter.py": ...}`. They are copied, not mounted."""

    workshop: Workshop | None = None
    """For what builds a bot instead of being one."""

    def __post_init__(self) -> None:
        if not self.argv or not self.argv[0]:
            raise InputError("a bot's command is empty")
        if any("\0" in word for word in self.argv):
            raise InputError("a bot's command holds a zero byte")
        if not self.folder.is_dir():
            raise InputError(f"the bot's folder {self.folder} is not a folder")
        if len(str(self.socket).encode()) > SUN_PATH_BYTES:
            raise InputError(f"the socket path {self.socket} is longer than {SUN_PATH_BYTES} bytes")
        for inside in self.programs:
            if PurePosixPath(inside).parent != PurePosixPath("/run") or inside == SOCKET_INSIDE:
                raise InputError(f"a program must lie directly below /run, not at {inside}")
