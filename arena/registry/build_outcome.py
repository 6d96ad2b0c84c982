"""How a build goes, and what came of it, as values; and what to do about one that failed."""

import re
import shlex
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from arena.sandbox import BotProcess, Limits

TAIL: Final = 4_000
"""Characters of the output that a failure keeps: the last ones, where compilers sum up."""

FRESH: Final = (
    "Its commands have to succeed in a fresh copy of the folder, without what `ignore` lists and "
    "without a network"
)
OFFLINE: Final = (
    "A build has no network: put what it needs into the bot's folder (`cargo vendor`, "
    "`go mod vendor`, jar files, node_modules), or submit it with --allow-network-build"
)
_LOOKED_FOR_IT = re.compile(
    r"offline|GOPROXY|resolve host|name resolution|ENOTFOUND|EAI_AGAIN|ENOTCACHED|"
    r"No matching distribution|network is unreachable",
    re.IGNORECASE,
)
"""What tools print that would have liked a network."""


@dataclass(frozen=True, slots=True)
class Building:
    """Where a build is."""

    name: str
    """The bot's."""
    command: tuple[str, ...]
    """The one that runs, if one does."""
    seconds: float
    """Since the beginning of the build."""


@dataclass(frozen=True, slots=True)
class Built:
    """A build that is done."""

    seconds: float
    network: bool
    """Whether it could use the network."""
    overwritten: tuple[str, ...]
    """Files that were there before, and were written once more: they belong under `ignore`."""


@dataclass(frozen=True, slots=True)
class BuildFailed:
    """A build that did not get to its end."""

    command: tuple[str, ...]
    """The one that failed; none when it was not a command."""
    why: str
    output: str
    """The last of what was printed, safe to show."""
    advice: str
    """What to do about it."""

    def __str__(self) -> str:
        command = shlex.join(self.command).replace("\n", "\\n")
        where = f"`{command}`: " if command else ""
        output = "".join(f"\n  | {line}" for line in self.output.strip().splitlines())
        return f"the build failed: {where}{self.why}{output}\n{self.advice}"


def failure(
    why: str, command: tuple[str, ...], process: BotProcess, limits: Limits, *, network: bool
) -> BuildFailed:
    """What is to be said of a build whose process is gone.

    Args:
        why: what is known; "" if nothing is but that it has ended.
        command: the one that ran.
        process: the builder's, killed.
        limits: its.
        network: whether the build could use one.
    """
    output = process.log_tail(TAIL)
    hit = process.limit_hit()
    if hit is None and why == "signal SIGXCPU":
        hit = limits.cpu_hit  # of the command, whose end the builder tells
    if hit:
        why = f"{why + '; ' if why else ''}it hit a limit: {hit}"
    wanted_one = not hit and not network and _LOOKED_FOR_IT.search(output)
    why = why or f"it ended with {process.exit()}"
    return BuildFailed(command, why, output, OFFLINE if wanted_one else FRESH)


Says = Callable[[Building], None]
"""Told several times a second where a build is; what it raises ends the build."""
