"""Bots as their authors hand them in: a folder with a `bot.toml` (documented in `bots/README.md`).

What is in the folder is who the bot is: its version is a hash over the names and bytes of its
files, so that another content is another player. What plays is a copy of just these files: a folder
that is edited while a tournament runs changes nothing in it.
"""

import hashlib
import os
import shutil
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Annotated

from msgspec import Meta, Struct

from arena.errors import InputError, MissingProgramError, StoreError
from arena.referee import BotProgram, Transport
from arena.sandbox import LaunchPlan, find_program
from arena.tournament.names import NAME_RULE, valid_name
from arena.tournament.toml_file import load_toml

MANIFEST = "bot.toml"
VERSION_DIGITS = 12

FILES_LIMIT = 2_000
BYTES_LIMIT = 64 * 1024 * 1024
_IGNORED = {"__pycache__", ".git"}

_Text = Annotated[str, Meta(min_length=1, max_length=200)]


class Manifest(Struct, frozen=True, forbid_unknown_fields=True):
    """What `bot.toml` says."""

    name: str
    run: Annotated[tuple[_Text, ...], Meta(min_length=1, max_length=50)]
    """The program and its arguments; the program is looked up on the sandbox's PATH, or in the
    folder if it begins with `./`."""
    transport: Transport = "zmq"
    author: Annotated[str, Meta(max_length=200)] = ""
    language: Annotated[str, Meta(max_length=40)] = ""


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
        return _load(folder)


def _load(folder: Path) -> Bot:
    if not os.path.isdir(folder):
        raise InputError(f"{folder}: no such folder; a bot is a folder with a {MANIFEST}")
    path = folder / MANIFEST
    if os.path.lexists(path) and not stat.S_ISREG(path.lstat().st_mode):
        # A link or a device would have this program read whatever the bot's author likes.
        raise InputError(f"{path}: is no regular file")
    manifest = load_toml(path, Manifest)
    if not valid_name(manifest.name):
        raise InputError(f"{path}: key `name`: {manifest.name!r} is not allowed; {NAME_RULE}")
    try:
        version = content_hash(folder)
    except OSError as error:
        raise InputError(f"{error.filename}: {error.strerror}") from None
    except RecursionError:
        raise InputError(f"{folder}: its folders are nested too deep") from None
    program = BotProgram(manifest.name, version, folder.resolve(), manifest.run, manifest.transport)
    return Bot(manifest, program)


def missing_program(bot: Bot) -> str | None:
    """The program that this host lacks to run the bot, None if nothing is missing.

    Raises:
        InputError: the program is there, and no bot can be run with it.
    """
    folder = bot.program.folder
    try:
        find_program(LaunchPlan(bot.program.run, folder, Path("/no/socket")))
    except MissingProgramError as error:
        return error.program
    except InputError as error:
        with _on_one_line():
            raise InputError(f"{folder / MANIFEST}: key `run`: {error}") from None
    return None


@contextmanager
def _on_one_line() -> Iterator[None]:
    """Names that a bot's author chose must not pass for lines of our own."""
    try:
        yield
    except InputError as error:
        raise InputError(str(error).replace("\n", "\\n")) from None


def keep_bot(bot: Bot, library: Path) -> Bot:
    """Copy the bot's files into the library, unless they are there already; the copy plays.

    Raises:
        InputError: the files are not those any more that were looked at.
        StoreError: the library cannot be written.
    """
    try:
        kept = keep_version(bot.version, library, partial(_copy, bot.program.folder))
    except OSError as error:
        raise StoreError(f"{error.filename}: {error.strerror}") from None
    if kept is None:
        raise InputError(f"{bot.program.folder}: changed while it was copied; try again")
    return replace(bot, program=replace(bot.program, folder=kept))


def keep_version(version: str, library: Path, write: Callable[[Path], None]) -> Path | None:
    """The folder of that content in a library; None if what is written there is another content.

    Args:
        version: hash of the content.
        library: folder of such folders.
        write: writes a folder, where that content is not there already.

    Raises:
        OSError: the library cannot be written.
        InputError: from `write`.
    """
    kept = library / version
    if not kept.is_dir() or content_hash(kept) != version:
        shutil.rmtree(kept, ignore_errors=True)
        unfinished = library / f".{version}.{os.getpid()}"
        shutil.rmtree(unfinished, ignore_errors=True)
        write(unfinished)
        unfinished.rename(kept)
    if content_hash(kept) != version:
        shutil.rmtree(kept, ignore_errors=True)
        return None
    return kept.resolve()


def _copy(folder: Path, into: Path) -> None:
    """Copy the files that count, with plain rights: as root, bots run as another user."""
    into.mkdir(parents=True)
    for path in bot_files(folder):
        write_file(into / path.relative_to(folder), path.read_bytes(), runs=can_run(path))
    open_folders(into)


def write_file(path: Path, data: bytes, *, runs: bool) -> None:
    """Write a bot's file, and the folders it is in."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    path.chmod(0o755 if runs else 0o644)


def open_folders(top: Path) -> None:
    """Let other users pass through."""
    for place, _, _ in os.walk(top):
        os.chmod(place, 0o755)


def can_run(path: Path) -> bool:
    """Whether a file is a program: the one of its rights that is part of a bot's version."""
    return bool(path.stat().st_mode & stat.S_IXUSR)


def content_hash(folder: Path) -> str:
    """The version of the bot in this folder.

    Raises:
        InputError: it holds a symbolic link, a special file, or too much.
    """
    digest = hashlib.sha256()
    total = 0
    for count, path in enumerate(bot_files(folder), start=1):
        total += path.stat().st_size
        if count > FILES_LIMIT or total > BYTES_LIMIT:
            limit = f"{FILES_LIMIT} files and {BYTES_LIMIT >> 20} MiB"
            raise InputError(f"{folder}: a bot's folder holds at most {limit}")
        data = path.read_bytes()
        name = path.relative_to(folder).as_posix()
        runs = "x" if can_run(path) else "-"
        digest.update(f"{name!r} {runs} {len(data)}\n".encode("utf-8", "surrogateescape"))
        digest.update(data)
    return digest.hexdigest()[:VERSION_DIGITS]


def bot_files(folder: Path) -> Iterator[Path]:
    """Regular files below the folder in a fixed order; anything else is refused."""
    for entry in sorted(os.scandir(folder), key=lambda entry: entry.name):
        path = Path(entry.path)
        if entry.name in _IGNORED:
            continue
        if entry.is_symlink():
            raise InputError(
                f"{folder}: {entry.name!r} is a symbolic link, which a bot may not hold"
            )
        if entry.is_dir():
            yield from bot_files(path)
        elif entry.is_file():
            yield path
        else:
            raise InputError(f"{folder}: {entry.name!r} is neither a file nor a folder")
