"""Bots that can be played against: submitted ones, and those that come with the arena."""

from dataclasses import dataclass
from pathlib import Path

from arena.errors import InputError
from arena.registry import Bot, Registry, load_bot, missing_program, shipped, shipped_names


@dataclass(frozen=True, slots=True)
class Opponent:
    """A bot in the list."""

    name: str
    author: str
    language: str
    shipped: bool
    """Whether it comes with the arena."""


def opponents(store: Path) -> list[Opponent]:
    """All that this host can run: the newest version of each that was submitted, then the others.

    Raises:
        StoreError: the store cannot be read.
    """
    newest = {row.name: row for row in Registry(store).bots()}
    return [
        *(Opponent(row.name, row.author, row.language, False) for row in newest.values()),
        *(
            Opponent(name, bot.manifest.author, bot.manifest.language, True)
            for name in shipped_names()
            if name not in newest and _runs(bot := load_bot(shipped("bots") / name))
        ),
    ]


def find_opponent(store: Path, name: str) -> Bot:
    """The bot of that name, or `name@version` of one that was submitted.

    Raises:
        InputError: there is none, or this host cannot run it.
        StoreError: the store cannot be read.
    """
    bot = Registry(store).find(name)
    if not _runs(bot):
        raise InputError(f"{name}: needs a program that this host does not have")
    return bot


def _runs(bot: Bot) -> bool:
    try:
        return missing_program(bot) is None
    except InputError:
        return False
