"""Bots as they are handed in, built, named and kept.

    manifest.py, names.py   what `bot.toml` says
    files.py                what is in the folder, and the hash of it
    bots.py                 both together: a bot that is in order
    build.py                its build in the sandbox: builder.py runs there, build_talk.py hears it,
                            build_environment.py and build_outcome.py are what each is told
    copies.py               the copies that play
    registry.py             names and versions in a store
    submit.py               taking in a bot; zipped.py where it comes as a zip file
    template.py             a new bot, from an example; positions.py for its tests
    shipped.py              what comes with the arena

What an author has to know is in `bots/README.md`.
"""

from arena.registry.bots import Bot, load_bot, missing_program
from arena.registry.build import build
from arena.registry.build_outcome import BuildFailed, Building, Built, Says
from arena.registry.copies import Build, Workbench, keep_bot, sources_of
from arena.registry.files import FolderWriter, Item, content_hash, items
from arena.registry.manifest import MANIFEST, Manifest
from arena.registry.names import NAME_RULE, same_name, valid_name
from arena.registry.registry import Registry, named, shipped_names
from arena.registry.shipped import shipped
from arena.registry.submit import Check, Stranger, Submitted, submit
from arena.registry.template import NewBot, languages, new_bot
from arena.registry.zipped import unpack

__all__ = [
    "MANIFEST",
    "NAME_RULE",
    "Bot",
    "Build",
    "BuildFailed",
    "Building",
    "Built",
    "Check",
    "FolderWriter",
    "Item",
    "Manifest",
    "NewBot",
    "Registry",
    "Says",
    "Stranger",
    "Submitted",
    "Workbench",
    "build",
    "content_hash",
    "items",
    "keep_bot",
    "languages",
    "load_bot",
    "missing_program",
    "named",
    "new_bot",
    "same_name",
    "shipped",
    "shipped_names",
    "sources_of",
    "submit",
    "unpack",
    "valid_name",
]
