"""Bots as their authors hand them in: a folder with a `bot.toml` (documented in `bots/README.md`).

What is in the folder is who the bot is: its version is a hash over the names and bytes of its
files, so that another content is another player.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from arena.errors import InputError, MissingProgramError
from arena.referee import BotProgram
from arena.registry.files import content_hash
from arena.registry.manifest import MANIFEST, Manifest, load_manifest
from arena.sandbox import LaunchPlan, Workshop, find_program


@dataclass(frozen=True, slots=True)
class Bot:
    """A bot that was found to be in order."""

    manifest: Manifest
    program: BotProgram

    @property
    def name(self) -> str:
        """What its author calls it."""
        return self.manifest.name

    @property
    def version(self) -> str:
        """Hash of its content, shortened."""
        return self.program.version


def load_bot(folder: Path) -> Bot:
    """Read a bot's folder.

    Raises:
        InputError: the folder or its manifest is not in order; the message says what to mend.
    """
    with _on_one_line():
        manifest = load_manifest(folder)
        try:
            version = content_hash(folder, manifest.ignore)
        except OSError as error:
            raise InputError(f"{error.filename}: {error.strerror}") from None
        program = BotProgram(
            manifest.name, version, folder.resolve(), manifest.run, manifest.transport
        )
        return Bot(manifest, program)


def missing_program(bot: Bot) -> str | None:
    """The program that this host lacks to build or run the bot, None if nothing is missing.

    Raises:
        InputError: the program is there, and no bot can be built or run with it.
    """
    for key, plan in _plans(bot):
        try:
            find_program(plan)
        except MissingProgramError as error:
            return error.program
        except InputError as error:
            with _on_one_line():
                place = bot.program.folder / MANIFEST
                raise InputError(f"{place}: key `{key}`: {error}") from None
    return None


def _plans(bot: Bot) -> Iterator[tuple[str, LaunchPlan]]:
    """What will be launched, as far as it can be there already, with the key that says so."""
    folder, socket = bot.program.folder, Path("/no/socket")
    if bot.manifest.build:
        tools = tuple(command[0] for command in bot.manifest.commands)
        yield "build", LaunchPlan(("python3",), folder, socket, workshop=Workshop(0, tools))
    made = bot.manifest.build and bot.program.run[0].startswith("./")
    if not made:
        yield "run", LaunchPlan(bot.program.run, folder, socket)


@contextmanager
def _on_one_line() -> Iterator[None]:
    """Names that a bot's author chose must not pass for lines of our own."""
    try:
        yield
    except InputError as error:
        raise InputError(str(error).replace("\n", "\\n")) from None
