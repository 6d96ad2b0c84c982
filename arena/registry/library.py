"""The library: the bots that play, each content once, copied and built.

    VERSION           the folder that plays
    VERSION.sources   what it was built from, where it was built
    VERSION.built     how that came out, as JSON: `BuildNote`

What plays is never the author's own folder: one that is edited while a tournament runs changes
nothing in it.
"""

import os
import platform
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import msgspec
from msgspec import Struct

from arena.errors import InputError, StoreError
from arena.registry.bots import Bot
from arena.registry.build import BuildFailed, Built
from arena.registry.files import content_hash, copy_items
from arena.registry.manifest import Manifest

Build = Callable[[Path, Manifest, Path], Built | BuildFailed]
"""Builds a bot from its sources into a new folder, as `build` does."""


class BuildNote(Struct, frozen=True, forbid_unknown_fields=True):
    """How a bot was built."""

    result: str
    """Hash of the folder that came of it."""
    machine: str
    """What kind of processor it is for."""
    network: bool
    """Whether its build could use the network."""


def keep_bot(bot: Bot, library: Path, build: Build | None = None) -> Bot:
    """Copy the bot's files into the library and build it, unless that is done; the copy plays.

    Args:
        bot: what to keep.
        library: a folder, made if it is not there. Where root runs this, others must be able to
            pass through it: root's bots are another user.
        build: for bots that have to be built.

    Raises:
        InputError: the files are not those any more that were looked at, or they cannot be built.
        StoreError: the library cannot be written.
    """
    try:
        folder = _built(bot, library, build) if bot.manifest.build else _copied(bot, library, "")
    except OSError as error:
        raise StoreError(f"{error.filename}: {error.strerror}") from None
    return replace(bot, program=replace(bot.program, folder=folder.resolve()))


def _copied(bot: Bot, library: Path, ending: str) -> Path:
    kept = library / f"{bot.version}{ending}"
    ignored = bot.manifest.ignore
    if not kept.is_dir() or content_hash(kept, ignored) != bot.version:
        unfinished = _unfinished(kept)
        copy_items(bot.program.folder, unfinished, ignored)
        _replace(kept, unfinished)
        if content_hash(kept, ignored) != bot.version:
            shutil.rmtree(kept, ignore_errors=True)
            raise InputError(f"{bot.program.folder}: changed while it was copied; try again")
    return kept


def _built(bot: Bot, library: Path, build: Build | None) -> Path:
    kept, note = library / bot.version, library / f"{bot.version}.built"
    if kept.is_dir() and _stands(kept, note):
        return kept
    sources = _copied(bot, library, ".sources")
    if build is None:
        raise InputError(f"{bot.program.folder}: has to be built first")
    note.unlink(missing_ok=True)
    unfinished = _unfinished(kept)
    outcome = build(sources, bot.manifest, unfinished)
    if isinstance(outcome, BuildFailed):
        raise InputError(f"{bot.program.folder}: {outcome}")
    _replace(kept, unfinished)
    result = BuildNote(content_hash(kept), platform.machine(), outcome.network)
    note.write_bytes(msgspec.json.encode(result))
    return kept


def _stands(kept: Path, note: Path) -> bool:
    """Whether what was built is still what came of it, and for this kind of machine."""
    try:
        written = msgspec.json.decode(note.read_bytes(), type=BuildNote)
        return written.machine == platform.machine() and written.result == content_hash(kept)
    except (FileNotFoundError, msgspec.MsgspecError, InputError):
        return False


def _unfinished(kept: Path) -> Path:
    """Where something is made that is to be kept; nothing is there."""
    unfinished = kept.with_name(f".{kept.name}.{os.getpid()}")
    shutil.rmtree(unfinished, ignore_errors=True)
    return unfinished


def _replace(kept: Path, made: Path) -> None:
    shutil.rmtree(kept, ignore_errors=True)
    made.rename(kept)
