"""`bot.toml`, each key documented in `bots/README.md`."""

import os
import stat
from pathlib import Path
from typing import Annotated

from msgspec import Meta, Struct

from arena.errors import InputError
from arena.referee import Transport
from arena.registry.names import NAME_RULE, valid_name
from arena.toml_file import load_toml

MANIFEST = "bot.toml"

_Text = Annotated[str, Meta(min_length=1, max_length=200)]
_Command = Annotated[tuple[_Text, ...], Meta(min_length=1, max_length=50)]


class Manifest(Struct, frozen=True, forbid_unknown_fields=True):
    """What `bot.toml` says."""

    name: str
    run: _Command
    """The program and its arguments; the program is looked up on the sandbox's PATH, or in the
    folder if it begins with `./`."""
    transport: Transport = "zmq"
    author: Annotated[str, Meta(max_length=200)] = ""
    language: Annotated[str, Meta(max_length=40)] = ""
    build: Annotated[tuple[_Text | _Command, ...], Meta(max_length=50)] = ()
    """What makes what `run` runs: one command as `run` is one, or a list of commands."""
    ignore: Annotated[tuple[_Text, ...], Meta(max_length=50)] = ()
    """Patterns for files and folders that are no part of the bot."""
    share: bool = False
    """Whether the files may be given to others: `arena bundle` packs no others."""

    @property
    def commands(self) -> tuple[tuple[str, ...], ...]:
        """The commands of `build`, to be run one after the other."""
        words = tuple(one for one in self.build if isinstance(one, str))
        return (words,) if words else tuple(one for one in self.build if not isinstance(one, str))


def load_manifest(folder: Path) -> Manifest:
    """Read a bot's manifest.

    Raises:
        InputError: it is not there, or not in order.
    """
    if not os.path.isdir(folder):
        raise InputError(f"{folder}: no such folder; a bot is a folder with a {MANIFEST}")
    path = folder / MANIFEST
    if os.path.lexists(path) and not stat.S_ISREG(path.lstat().st_mode):
        # A link or a device would have this program read whatever the bot's author likes.
        raise InputError(f"{path}: is no regular file")
    manifest = load_toml(path, Manifest)
    if not valid_name(manifest.name):
        raise InputError(f"{path}: key `name`: {manifest.name!r} is not allowed; {NAME_RULE}")
    if len({isinstance(one, str) for one in manifest.build}) > 1:
        raise InputError(
            f"{path}: key `build`: is neither one command, a list of words, nor a list of commands"
        )
    return manifest
