"""Bots as they are handed in, built, named and kept.

manifest.py, names.py   what `bot.toml` says
files.py                what is in the folder, and the hash of it
bots.py                 both together: a bot that is in order
build.py                its build in the sandbox: builder.py runs there, build_talk.py hears it
library.py              the copies that play
template.py             a new bot, from an example; positions.py for its tests
"""

from arena.registry.bots import Bot, load_bot, missing_program
from arena.registry.build import BuildFailed, Built, build
from arena.registry.files import content_hash
from arena.registry.library import keep_bot
from arena.registry.manifest import MANIFEST, Manifest
from arena.registry.template import NewBot, languages, new_bot

__all__ = [
    "MANIFEST",
    "Bot",
    "BuildFailed",
    "Built",
    "Manifest",
    "NewBot",
    "build",
    "content_hash",
    "keep_bot",
    "languages",
    "load_bot",
    "missing_program",
    "new_bot",
]
