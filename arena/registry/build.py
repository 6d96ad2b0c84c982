"""Building a bot in the sandbox: its own commands, from its sources to what plays.

The commands of `bot.toml`'s key `build` run one after the other in a copy of the bot's folder that
is in memory, confined as the bot itself will be, with more time and room, and no network either.
What they leave comes back file by file and is checked: nothing that a build writes reaches this
machine's disk before it is known to be a file of bounded size below the folder.

A build that fails is data (`BuildFailed`): its author's to mend, not an error of this program's.
"""

import itertools
import os
import re
import shlex
import shutil
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final

from arena.errors import InputError, MissingProgramError
from arena.registry import builder
from arena.registry.build_talk import NO_RESULT, BuildTalk, TalkError
from arena.registry.files import FolderWriter, Item
from arena.registry.manifest import Manifest
from arena.sandbox import (
    SOURCE_INSIDE,
    BotProcess,
    Launcher,
    LaunchPlan,
    Limits,
    Workshop,
    find_program,
)

LIMITS: Final = Limits(
    memory_mib=4096,  # what is written included
    processes=512,
    cpu_seconds=1200,
    tmp_mib=1024,
    open_files=4096,
    output_kib=4096,
)
WORK_MIB: Final = 1024
SECONDS: Final = 600.0
"""For all commands together, by the clock."""
END_SECONDS: Final = 1.0
"""For a build to end by itself, once no more is heard of it."""

TAIL: Final = 4_000
"""Characters of the output that a failure keeps: the last ones, where compilers sum up."""

ALONE: Final[Mapping[str, str]] = MappingProxyType(
    {
        "CARGO_NET_OFFLINE": "true",
        "GOPROXY": "off",
        "GOTOOLCHAIN": "local",
        "PIP_NO_INDEX": "1",
        "npm_config_offline": "true",
    }
)
"""Without a network, tools say at once what is missing instead of trying for minutes."""

PROXIES: Final = ("http_proxy", "https_proxy", "no_proxy", "SSL_CERT_FILE")
"""What a build with a network is told of this machine's way into it."""

Says = Callable[["Building"], None]
"""Told several times a second where a build is; what it raises ends the build."""

_BUILDER = Path(builder.__file__)
_BUILDER_INSIDE = f"/run/{_BUILDER.name}"
_OFFLINE = re.compile(
    r"offline|GOPROXY|resolve host|name resolution|resolve hostname|ENOTFOUND|EAI_AGAIN|"
    r"ENOTCACHED|No matching distribution|network is unreachable",
    re.IGNORECASE,
)
_numbers = itertools.count()


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


def build(
    sources: Path,
    manifest: Manifest,
    into: Path,
    launcher: Launcher,
    *,
    network: bool = False,
    says: Says = lambda building: None,
) -> Built | BuildFailed:
    """Build a bot.

    Args:
        sources: its folder; nothing in it is changed. Where root runs this, others must be able
            to read it.
        manifest: what its `bot.toml` says.
        into: where to write the folder that plays; made, and gone again if it fails.
        launcher: where the commands run.
        network: let them use this machine's network.
        says: told how it goes.

    Raises:
        MissingProgramError: this host lacks a program that is to build it.
        InputError: a program is there and cannot be meant or run.
        SandboxError: this machine failed to confine it.
        OSError: the result cannot be written.
    """
    number = next(_numbers)
    socket = launcher.run_dir / f"build-{number}"
    tools = tuple(command[0] for command in manifest.commands)
    plan = LaunchPlan(
        ("python3", _BUILDER_INSIDE),
        sources,
        socket,
        LIMITS,
        {_BUILDER_INSIDE: _BUILDER},
        Workshop(WORK_MIB, tools, network),
    )
    watch = _Watch(manifest, says)
    confined = launcher.level != "none"
    order = {
        "source": SOURCE_INSIDE if confined else str(sources),
        "work": "/bot" if confined else f"{socket}.work",
        "run": manifest.run,
        "commands": manifest.commands,
        "environment": _environment(network=network),
    }
    with BuildTalk(socket, watch.look) as talk:
        process = launcher.launch(plan, number)
        try:
            talk.order(order, lambda: process.exit() is not None)
            overwritten = _take_in(talk, watch, into)
            _check_made(manifest, into)
            return Built(watch.seconds(), network or not confined, overwritten)
        except TalkError as error:
            shutil.rmtree(into, ignore_errors=True)
            process.wait(END_SECONDS)
            process.kill()
            return _failure(str(error), watch, process, network=network)
        except BaseException:
            shutil.rmtree(into, ignore_errors=True)
            raise
        finally:
            process.kill()


class _Watch:
    """Looks at a build while it goes on: its time, its end, and what to tell of it."""

    def __init__(self, manifest: Manifest, says: Says) -> None:
        self.command: tuple[str, ...] = ()
        """The one that runs."""
        self._manifest = manifest
        self._says = says
        self._began = time.monotonic()

    def seconds(self) -> float:
        """Since the beginning."""
        return time.monotonic() - self._began

    def begin(self, number: int) -> None:
        """A command has begun, or all are done."""
        steps = (*self._manifest.commands, ())
        if number >= len(steps):
            raise TalkError(NO_RESULT)
        self.command = steps[number]

    def look(self) -> None:
        """Tell what is going on; raises TalkError where it can go on no longer."""
        seconds = self.seconds()
        self._says(Building(self._manifest.name, self.command, seconds))
        if seconds > SECONDS:
            raise TalkError(f"it took longer than {SECONDS:.0f} s")


def _take_in(talk: BuildTalk, watch: _Watch, into: Path) -> tuple[str, ...]:
    """Write what the build made; the files that it overwrote."""
    overwritten = []
    writer = FolderWriter(into)
    try:
        for answer, data in talk.answers():
            if answer.failed is not None:
                raise TalkError(answer.failed)
            if answer.begun is not None:
                watch.begin(answer.begun)
            elif answer.link is not None:
                writer.write(Item(answer.link, to=answer.to), b"")
            elif answer.file is not None:
                writer.write(Item(answer.file, len(data), answer.runs), data)
                if answer.anew:
                    overwritten.append(answer.file)
        writer.finish()
    except InputError as error:
        raise TalkError(f"what it made is not allowed: {error}") from None
    return tuple(overwritten)


def _check_made(manifest: Manifest, into: Path) -> None:
    """Raises TalkError when the bot's program is not there after all."""
    try:
        find_program(LaunchPlan(manifest.run, into, Path("/no/socket")))
    except MissingProgramError as error:
        if error.program != manifest.run[0]:
            raise
        raise TalkError(f"it did not make {error.program!r}, which `run` names") from None
    except InputError as error:
        raise TalkError(f"key `run`: {error}") from None


def _environment(*, network: bool) -> dict[str, str]:
    """What the commands find beside the usual environment of a bot."""
    # A bot has one core, a build as many as there are: Go compiles its whole library each time.
    own = {"GOMAXPROCS": str(len(os.sched_getaffinity(0)))}
    if not network:
        return {**own, **ALONE}
    return own | {
        spelled: os.environ[spelled]
        for name in PROXIES
        for spelled in (name, name.upper())
        if spelled in os.environ
    }


def _failure(why: str, watch: _Watch, process: BotProcess, *, network: bool) -> BuildFailed:
    """What is to be said of a build whose process is gone."""
    output = process.log_tail(TAIL)
    advice = (
        "Its commands have to succeed in a fresh copy of the folder, without what `ignore` lists "
        "and without a network"
    )
    hit = process.limit_hit()
    if why == "signal SIGXCPU":
        hit = LIMITS.cpu_hit
    if hit:
        why = f"{why + '; ' if why else ''}it hit a limit: {hit}"
    elif not network and _OFFLINE.search(output):
        advice = (
            "A build has no network: put what it needs into the bot's folder (`cargo vendor`, "
            "`go mod vendor`, jar files, node_modules), or submit it with --allow-network-build"
        )
    return BuildFailed(watch.command, why or f"it ended with {process.exit()}", output, advice)
