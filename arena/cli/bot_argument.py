"""A bot as it is named on the command line."""

from pathlib import Path

from arena.errors import InputError
from arena.registry import Bot, Registry, load_bot, missing_program
from arena.views.text import harmless_line


def find_bot(text: str, store: Path) -> Bot:
    """The bot in that folder, or of that name.

    Args:
        text: what the user wrote.
        store: knows the bots that were submitted.

    Raises:
        InputError: there is none, it is not in order, or this host cannot build or run it.
        StoreError: the store cannot be read.
    """
    is_path = "/" in text or Path(text).is_dir()
    bot = load_bot(Path(text)) if is_path else Registry(store).find(text)
    if program := missing_program(bot):
        raise InputError(f"{harmless_line(text)}: needs {program!r}, which this host does not have")
    return bot
