"""The copies of bots that play, each content once, built where it has to be.

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
from arena.registry.build import build
from arena.registry.build_outcome import BuildFailed, Built, Says
from arena.registry.files import content_hash, copy_items
from arena.registry.manifest import Manifest
from arena.sandbox import Detection, open_launcher

_SOURCES, _BUILT = ".sources", ".built"

Build = Callable[[Path, Manifest, Path], Built | BuildFailed]
"""Builds a bot from its sources into a new folder, as `build` does."""


class Workbench:
    """Builds bots, each in a sandbox of its own that is opened when there is something to build.

    What failed is not tried again with the same content.
    """

    def __init__(
        self,
        sandbox: Detection | None,
        says: Says = lambda building: None,
        *,
        network: bool = False,
    ) -> None:
        """Nothing is built yet.

        Args:
            sandbox: what was found out about this host's; None builds without one.
            says: told how builds go.
            network: let builds use this machine's network.
        """
        self._sandbox = sandbox
        self._says = says
        self._network = network
        self._failed: dict[Path, BuildFailed] = {}

    def __call__(self, sources: Path, manifest: Manifest, into: Path) -> Built | BuildFailed:
        """Build one; see `build`."""
        if sources in self._failed:
            return self._failed[sources]
        unsafe = self._sandbox is None
        with open_launcher(unsafe_no_sandbox=unsafe, detection=self._sandbox) as launcher:
            outcome = build(
                sources, manifest, into, launcher, network=self._network, says=self._says
            )
        if isinstance(outcome, BuildFailed):
            self._failed[sources] = outcome
        return outcome


class BuildNote(Struct, frozen=True, forbid_unknown_fields=True):
    """How a bot was built."""

    result: str
    """Hash of the folder that came of it."""
    machine: str
    """What kind of processor it is for."""
    network: bool
    """Whether its build could use the network."""
    overwritten: tuple[str, ...] = ()
    """Files that were in the folder before it, and that it wrote once more."""


def keep_bot(bot: Bot, library: Path, builds: Build | None = None) -> Bot:
    """Copy the bot's files into the library and build it, unless that is done; the copy plays.

    Args:
        bot: what to keep.
        library: a folder, made if it is not there. Where root runs this, others must be able to
            pass through it: root's bots are another user.
        builds: for bots that have to be built.

    Raises:
        InputError: the files are not those any more that were looked at, or they cannot be built.
        StoreError: the library cannot be written.
    """
    try:
        folder = _built(bot, library, builds) if bot.manifest.build else _copied(bot, library, "")
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


def _built(bot: Bot, library: Path, builds: Build | None) -> Path:
    kept, note = library / bot.version, _note_path(library, bot.version)
    if kept.is_dir() and _stands(kept, build_note(library, bot.version)):
        return kept
    sources = _copied(bot, library, _SOURCES)
    if builds is None:
        raise InputError(f"{bot.program.folder}: has to be built first")
    note.unlink(missing_ok=True)
    unfinished = _unfinished(kept)
    outcome = builds(sources, bot.manifest, unfinished)
    if isinstance(outcome, BuildFailed):
        folder = str(bot.program.folder).replace("\n", "\\n")
        raise InputError(f"{folder}: {outcome}")
    _replace(kept, unfinished)
    result = BuildNote(content_hash(kept), platform.machine(), outcome.network, outcome.overwritten)
    note.write_bytes(msgspec.json.encode(result))
    return kept


def adopt_bot(bot: Bot, made: Path, library: Path) -> None:
    """Move a bot that was kept in one library, on the same file system, into another.

    Raises:
        StoreError: the other cannot be written.
    """
    try:
        if _is_kept(bot, library):
            return
        library.mkdir(parents=True, exist_ok=True)
        # The note last: without it what was built counts as not built.
        for ending in (_SOURCES, "", _BUILT):
            name = f"{bot.version}{ending}"
            if (made / name).exists():
                _replace(library / name, made / name)
    except OSError as error:
        raise StoreError(f"{error.filename}: {error.strerror}") from None


def _is_kept(bot: Bot, library: Path) -> bool:
    kept = library / bot.version
    if not kept.is_dir():
        return False
    if bot.manifest.build:
        return _stands(kept, build_note(library, bot.version))
    return content_hash(kept, bot.manifest.ignore) == bot.version


def build_note(library: Path, version: str) -> BuildNote | None:
    """How a bot was built, None if it was not."""
    try:
        return msgspec.json.decode(_note_path(library, version).read_bytes(), type=BuildNote)
    except (FileNotFoundError, msgspec.MsgspecError):
        return None


def sources_of(library: Path, version: str) -> Path:
    """Where the files lie that the author handed in."""
    sources = library / f"{version}{_SOURCES}"
    return sources if sources.is_dir() else library / version


def _note_path(library: Path, version: str) -> Path:
    return library / f"{version}{_BUILT}"


def _stands(kept: Path, note: BuildNote | None) -> bool:
    """Whether what was built is still what came of it, and for this kind of machine."""
    if note is None or note.machine != platform.machine():
        return False
    try:
        return note.result == content_hash(kept)
    except InputError:
        return False


def _unfinished(kept: Path) -> Path:
    """Where something is made that is to be kept; nothing is there."""
    unfinished = kept.with_name(f".{kept.name}.{os.getpid()}")
    shutil.rmtree(unfinished, ignore_errors=True)
    return unfinished


def _replace(kept: Path, made: Path) -> None:
    shutil.rmtree(kept, ignore_errors=True)
    made.rename(kept)
