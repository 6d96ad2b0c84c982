"""The bots of a store that can be named instead of pointed at: `name`, or `name@version`.

The store holds which versions there are, the library beside it (`library.py`) their files. The bots
that come with the arena can be named as well; no submitted bot may bear their names.
"""

import difflib
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from arena.errors import InputError
from arena.registry.bots import Bot, load_bot
from arena.registry.copies import sources_of
from arena.registry.names import same_name
from arena.registry.shipped import shipped
from arena.store import Store, StoredBot, beside, stored_bots

LISTED = 10
"""Names that a message lists."""


@dataclass(frozen=True, slots=True)
class Registry:
    """The bots that a store knows by name."""

    store: Path
    """It need not be there."""

    def bots(self) -> list[StoredBot]:
        """All versions that were submitted, in that order.

        Raises:
            StoreError: the store cannot be read.
        """
        if not self.store.exists():
            return []
        with Store(self.store) as opened:
            return stored_bots(opened)

    def find(self, text: str) -> Bot:
        """The bot of that name: its newest version, or with `name@version` that one.

        A bot that is named with its version plays under that name, so that two versions can meet.

        Raises:
            InputError: there is none; the message says which names are near.
            StoreError: the store cannot be read.
        """
        name, at, version = text.partition("@")
        submitted = self.bots()
        versions = [row for row in submitted if same_name(row.name) == same_name(name)]
        if not versions:
            if name in shipped_names() and not at:
                return load_bot(shipped("bots") / name)
            raise InputError(self._unknown(text, {row.name for row in submitted}))
        if not at:
            return self._load(versions[-1])
        for row in versions:
            if version in (str(row.number), row.version):
                return named(self._load(row), row.label)
        there = ", ".join(row.label for row in versions[-LISTED:])
        raise InputError(f"{text!r}: there is no such version; there is {there}")

    def _load(self, row: StoredBot) -> Bot:
        try:
            bot = load_bot(sources_of(beside(self.store, "bots"), row.version))
        except InputError:
            bot = None
        if bot is None or bot.version != row.version:
            raise InputError(
                f"the files of {row.label} are not in {beside(self.store, 'bots')} as they were "
                f"submitted; submit that version ({row.version}) again"
            )
        return bot

    def _unknown(self, text: str, submitted: set[str]) -> str:
        names = sorted({*submitted, *shipped_names()})
        alike = {same_name(name): name for name in names}
        close = difflib.get_close_matches(same_name(text.partition("@")[0]), alike, 1)
        hint = f"Did you mean {alike[close[0]]!r}? " if close else ""
        more = f" and {len(names) - LISTED} more" if len(names) > LISTED else ""
        return (
            f"{text!r}: no bot of that name was submitted to {self.store} or comes with the arena. "
            f"{hint}There are {', '.join(names[:LISTED])}{more}; `arena submit` takes one in"
        )


def shipped_names() -> list[str]:
    """The bots that come with the arena."""
    return sorted(path.parent.name for path in shipped("bots").glob("*/bot.toml"))


def named(bot: Bot, name: str) -> Bot:
    """The bot under another name than its own."""
    return Bot(msgspec.structs.replace(bot.manifest, name=name), replace(bot.program, name=name))
