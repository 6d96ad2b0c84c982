"""Building a bot in the sandbox: its own commands, from its sources to what plays.

The commands of `bot.toml`'s key `build` run one after the other in a copy of the bot's folder that
is in memory, confined as the bot itself will be, with more time and room, and no network either.
What they leave comes back file by file and is checked: nothing that a build writes reaches this
machine's disk before it is known to be a file of bounded size below the folder.

A build that fails is data (`BuildFailed`): its author's to mend, not an error of this program's.
"""

import itertools
import shutil
import time
from pathlib import Path
from typing import Final

from arena.errors import InputError, MissingProgramError
from arena.registry import builder
from arena.registry.build_environment import environment
from arena.registry.build_outcome import BuildFailed, Building, Built, Says, failure
from arena.registry.build_talk import NO_RESULT, BuildTalk, TalkError
from arena.registry.files import FolderWriter, Item
from arena.registry.manifest import Manifest
from arena.sandbox import (
    SOURCE_INSIDE,
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

_BUILDER = Path(builder.__file__)
_BUILDER_INSIDE = f"/run/{_BUILDER.name}"
_numbers = itertools.count()


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
        "environment": environment(network=network),
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
            return failure(str(error), watch.command, process, LIMITS, network=network)
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
