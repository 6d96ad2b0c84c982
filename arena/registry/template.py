"""A new bot for an author to begin with: an example with its kit, under another name, with tests.

There is no second copy of anything: an example in `bots/` is what a new bot begins as, and a kit's
folder below `protocol/kits` says that there is one.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from arena.errors import InputError
from arena.registry.files import copy_items
from arena.registry.manifest import MANIFEST, load_manifest
from arena.registry.names import NAME_RULE, same_name, valid_name
from arena.registry.positions import positions

STDIO = "-stdio"
"""Behind a language: the same bot, over standard input and output."""

AUTHOR = "you"
"""To be written over."""

TEMPLATE = Path(__file__).with_name("new")
README, TESTS, POSITIONS = "README.md", "test_bot.py", "positions.jsonl"


@dataclass(frozen=True, slots=True)
class NewBot:
    """What was made."""

    folder: Path
    language: str
    source: str
    """The file in which the bot decides, below its folder."""


def languages(bots: Path, kits: Path) -> Mapping[str, Path]:
    """The languages that a new bot can be in, each with its example.

    Args:
        bots: the folder of the shipped bots.
        kits: the folder of the kits.
    """
    found = {}
    for kit in sorted(path for path in kits.iterdir() if path.is_dir()):
        # The first bot there was is in Python, and has the short name.
        example = bots / ("random" if kit.name == "python" else f"random-{kit.name}")
        if (example / MANIFEST).is_file():
            found[kit.name] = example
    return found


def new_bot(name: str, language: str, into: Path, bots: Path, kits: Path) -> NewBot:
    """Make the folder of a new bot.

    Args:
        name: the bot's, and its folder's.
        language: a key of `languages`, with `STDIO` behind it or not.
        into: where its folder is to be.
        bots: the folder of the shipped bots.
        kits: the folder of the kits.

    Raises:
        InputError: the name or language is none, the folder is there, or it cannot be written.
    """
    examples = languages(bots, kits)
    example = examples.get(language.removesuffix(STDIO))
    if example is None:
        known = ", ".join(examples)
        raise InputError(
            f"no kit for {language!r}; there are {known}, and each with {STDIO} behind"
        )
    _check_name(name, bots)
    folder = into / name
    if folder.exists() or folder.is_symlink():
        raise InputError(f"{folder}: is there already; choose another name, or remove it")
    manifest = load_manifest(example)
    try:
        copy_items(example, folder, manifest.ignore)
        source = _rename(folder, manifest.name, name)
        _set(folder / MANIFEST, "name", f'"{name}"')
        _set(folder / MANIFEST, "author", f'"{AUTHOR}"')
        # An example may be given to anyone; what becomes of it is for its author to say.
        _set(folder / MANIFEST, "share", "false")
        if language.endswith(STDIO):
            _set(folder / MANIFEST, "transport", '"stdio"')
        text = (TEMPLATE / README).read_text("utf-8")
        told = {"name": name, "language": manifest.language, "source": source}
        (folder / README).write_text(text.format_map(told), "utf-8")
        (folder / TESTS).write_text((TEMPLATE / TESTS).read_text("utf-8"), "utf-8")
        (folder / POSITIONS).write_text(positions(), "utf-8")
    except OSError as error:
        raise InputError(f"{error.filename}: {error.strerror}") from None
    return NewBot(folder, manifest.language, source)


def _check_name(name: str, bots: Path) -> None:
    if not valid_name(name):
        raise InputError(f"{name!r} is not allowed as a name; {NAME_RULE}")
    if same_name(name) in {same_name(path.parent.name) for path in bots.glob(f"*/{MANIFEST}")}:
        raise InputError(f"{name!r} is a bot that comes with the arena; choose another name")


def _rename(folder: Path, old: str, new: str) -> str:
    """Have the bot say its new name; the file in which it does."""
    for path in sorted(path for path in folder.iterdir() if path.is_file()):
        text = path.read_text("utf-8", "replace")
        if path.name != MANIFEST and f'"{old}"' in text:
            text = text.replace(f'"{old}"', f'"{new}"').replace('"Hokm Arena"', f'"{AUTHOR}"')
            path.write_text(text, "utf-8")
            return path.name
    raise InputError(f"{folder}: no file of the example says {old!r}")


def _set(path: Path, key: str, value: str) -> None:
    """Give a key of the manifest this value, in TOML; a name needs no escapes there."""
    line = re.compile(rf"^{key} = .*$", re.MULTILINE)
    text = path.read_text("utf-8")
    assert line.search(text)
    path.write_text(line.sub(lambda found: f"{key} = {value}", text, count=1), "utf-8")
