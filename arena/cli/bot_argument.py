"""A bot as it is named on the command line."""

from pathlib import Path

from arena.errors import InputError
from arena.tournament import Bot, load_bot, missing_program, shipped
from arena.views import harmless_line


def find_bot(text: str) -> Bot:
    """The bot in that folder, or the shipped bot of that name.

    Raises:
        InputError: there is none, it is not in order, or this host cannot run it.
    """
    folder = Path(text)
    if not folder.is_dir():
        names = sorted(path.parent.name for path in shipped("bots").glob("*/bot.toml"))
        if text not in names:
            raise InputError(
                f"{text}: neither a bot's folder nor a shipped bot ({', '.join(names)})"
            )
        folder = shipped("bots") / text
    bot = load_bot(folder)
    if program := missing_program(bot):
        raise InputError(
            f"{harmless_line(str(folder))}: needs {program!r}, which this host does not have"
        )
    return bot
