"""Bots as they take part in a tournament: who is a new player, and under which name."""

from collections.abc import Iterable, Sequence

from arena.registry import Bot, named
from arena.registry.names import same_name
from arena.store import Entrant


def entrant(bot: Bot) -> Entrant:
    """The bot as it is stored."""
    return Entrant(bot.name, bot.version, bot.manifest.author, bot.manifest.language)


def with_version(bot: Bot) -> Bot:
    """The bot under the name `name@hash`, which no bot has by itself."""
    return named(bot, f"{bot.name}@{bot.version}")


def named_as_stored(
    bots: Iterable[Bot], entrants: Sequence[Entrant]
) -> tuple[list[Bot], list[Bot]]:
    """Bots under the names by which they are stored or are to be, and those of them that are new.

    A new version is a new player. It is called `name@hash`: the name alone is taken.
    """
    versions = {one.name: one.version for one in entrants}
    taken = {same_name(one.name) for one in entrants}
    found, newcomers = [], []
    for bot in bots:
        longer = with_version(bot)
        if versions.get(bot.name) == bot.version:
            found.append(bot)
        elif longer.name in versions:
            found.append(longer)
        else:
            newcomers.append(longer if same_name(bot.name) in taken else bot)
            found.append(newcomers[-1])
    return found, newcomers
