"""Taking in a bot for good: looked at, built, checked, and stored as a version of its name."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from arena.errors import InputError
from arena.registry.bots import Bot, load_bot, missing_program
from arena.registry.copies import Build, build_note, keep_bot
from arena.registry.manifest import MANIFEST
from arena.registry.names import same_name
from arena.registry.registry import shipped_names
from arena.store import Store, StoredBot, add_bot, stored_bots, utc_now

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


def submit(folder: Path, store: Store, builds: Build, check: Check) -> Submitted:
    """Take in the bot in a folder: a new version of its name, or the one that it is already.

    Args:
        folder: the bot's.
        store: where it is to be known, and beside which its files are kept.
        builds: for bots that have to be built.
        check: what it has to pass.

    Raises:
        InputError: it is not in order, its name is taken, this host cannot run it, it cannot be
            built, or it does not pass the check.
        StoreError: it cannot be stored.
    """
    bot = load_bot(folder)
    versions = stored_bots(store)
    _check_name(bot, folder, versions)
    if program := missing_program(bot):
        raise InputError(
            f"{folder}: needs {program!r}, which this host does not have: a bot is submitted where "
            "it can be built and checked"
        )
    library = store.beside("bots")
    kept = keep_bot(bot, library, builds)
    note = build_note(library, bot.version)
    overwritten = note.overwritten if note else ()
    for row in versions:
        if (row.name, row.version) == (bot.name, bot.version):
            return Submitted(row, new=False, overwritten=overwritten)
    if not check(kept):
        raise InputError(
            f"{folder}: not submitted: it did not pass the check; `arena check` does it again"
        )
    network = note is not None and note.network
    row = StoredBot(
        *(bot.name, 0, bot.version, bot.manifest.author, bot.manifest.language),
        network=network,
        submitted=utc_now(),
    )
    return Submitted(add_bot(store, row), new=True, overwritten=overwritten)


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
