"""Taking in a bot for good: looked at, built, checked, and stored as a version of its name."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from arena.errors import InputError
from arena.registry.bots import Bot, load_bot, missing_program
from arena.registry.copies import Build, adopt_bot, build_note, keep_bot
from arena.registry.manifest import MANIFEST
from arena.registry.names import same_name
from arena.registry.registry import shipped_names
from arena.store import Store, StoredBot, add_bot, give_bot, stored_bots, utc_now

Check = Callable[[Bot], bool]
"""Whether a bot, given as it will play, is fit to play; shows by itself what is not."""


@dataclass(frozen=True, slots=True)
class Submitted:
    """What came of it."""

    bot: StoredBot
    new: bool
    """False where this content was there under that name already."""
    overwritten: tuple[str, ...]
    """Files of the folder that the build wrote once more: they belong under `ignore`."""


@dataclass(frozen=True, slots=True)
class Stranger:
    """Somebody who hands in a bot and has no other say over the store."""

    author: str
    """Whose token it came with. The names that are his are those that he was the first to bring."""
    staging: Path
    """A folder beside the library, on its file system, where the bot is built and checked: of one
    that is not taken in nothing stays in the library."""


def submit(
    folder: Path,
    store: Store,
    builds: Build,
    check: Check,
    stranger: Stranger | None = None,
    owner: str | None = None,
) -> Submitted:
    """Take in the bot in a folder: a new version of its name, or the one that it is already.

    Args:
        folder: the bot's.
        store: where it is to be known, and beside which its files are kept.
        builds: for bots that have to be built.
        check: what it has to pass.
        stranger: who hands it in, if that is not whoever owns the store.
        owner: to whom the owner of the store gives the name with this version.

    Raises:
        InputError: it is not in order, its name is taken, this host cannot run it, it cannot be
            built, or it does not pass the check.
        StoreError: it cannot be stored.
    """
    bot = load_bot(folder)
    versions = stored_bots(store)
    _check_name(bot, folder, versions)
    if stranger is not None:
        _check_owner(bot, folder, versions, stranger.author)
    if program := missing_program(bot):
        raise InputError(
            f"{folder}: needs {program!r}, which this host does not have: a bot is submitted where "
            "it can be built and checked"
        )
    library = store.beside("bots")
    same = [row for row in versions if (row.name, row.version) == (bot.name, bot.version)]
    place = library if stranger is None or same else stranger.staging
    kept = keep_bot(bot, place, builds)
    note = build_note(place, bot.version)
    overwritten = note.overwritten if note else ()
    if same:
        row = same[0] if owner is None else give_bot(store, same[0], owner)
        return Submitted(row, new=False, overwritten=overwritten)
    if not check(kept):
        raise InputError(
            f"{folder}: not submitted: it did not pass the check; `arena check` does it again"
        )
    if stranger is not None:
        owner = stranger.author
        adopt_bot(bot, place, library)
    row = StoredBot(
        *(bot.name, 0, bot.version, bot.manifest.author, bot.manifest.language),
        network=note is not None and note.network,
        submitted=utc_now(),
        owner=owner,
    )
    return Submitted(add_bot(store, row), new=True, overwritten=overwritten)


def _check_owner(bot: Bot, folder: Path, versions: list[StoredBot], author: str) -> None:
    """Raises InputError where the name belongs to somebody else than the author.

    It belongs to whom its newest version does that is somebody's. One that was submitted at the
    command line alone is the organiser's.
    """
    named = [row for row in versions if row.name == bot.name]
    owner = next((row.owner for row in reversed(named) if row.owner is not None), None)
    if named and owner != author:
        raise InputError(
            f"{folder / MANIFEST}: key `name`: {bot.name!r} is somebody else's; choose another "
            "name, or ask the organiser, who can give it to you"
        )


def _check_name(bot: Bot, folder: Path, versions: list[StoredBot]) -> None:
    """Raises InputError where the name means another bot."""
    place, same = folder / MANIFEST, same_name(bot.name)
    if same in map(same_name, shipped_names()):
        raise InputError(
            f"{place}: key `name`: {bot.name!r} comes with the arena; choose another name"
        )
    for row in versions:
        if row.name != bot.name and same_name(row.name) == same:
            raise InputError(
                f"{place}: key `name`: {bot.name!r} differs from {row.name!r}, which is there "
                "already, in nothing but case or spelling; choose another name, or write it like "
                "that for a new version of it"
            )
