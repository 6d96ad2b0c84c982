"""The bots that were submitted: names, and under each its versions."""

from dataclasses import replace

from arena.store.database import Database
from arena.store.rows import StoredBot

_COLUMNS = "name, number, version, author, language, network, submitted, owner"


def stored_bots(store: Database) -> list[StoredBot]:
    """All versions of all bots, in the order of submitting."""
    rows = store.fetch(f"SELECT {_COLUMNS} FROM bot ORDER BY rowid", ())
    return [
        StoredBot(name, number, version, author, language, bool(network), submitted, owner)
        for name, number, version, author, language, network, submitted, owner in rows
    ]


def add_bot(store: Database, bot: StoredBot) -> StoredBot:
    """Store a version under the next number of its name; the one that is there if it is.

    Args:
        store: an open store.
        bot: the version; its number does not count.
    """
    with store.transaction():
        versions = [row for row in stored_bots(store) if row.name == bot.name]
        for row in versions:
            if row.version == bot.version:
                return row
        number = 1 + max((row.number for row in versions), default=0)
        _insert(store, replace(bot, number=number))
    return replace(bot, number=number)


def give_bot(store: Database, bot: StoredBot, owner: str) -> StoredBot:
    """Note whose a version is from now on; as the newest that is somebody's, so is its name."""
    query = "UPDATE bot SET owner = ? WHERE name = ? AND number = ?"
    with store.transaction():
        store.fetch(query, (owner, bot.name, bot.number))
    return replace(bot, owner=owner)


def copy_bots(store: Database, into: Database) -> None:
    """Store in another store what is submitted to this one."""
    with into.transaction():
        for bot in stored_bots(store):
            _insert(into, bot)


def _insert(store: Database, bot: StoredBot) -> None:
    store.fetch(
        f"INSERT INTO bot ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (
            *(bot.name, bot.number, bot.version, bot.author, bot.language),
            *(int(bot.network), bot.submitted, bot.owner),
        ),
    )
