"""The README of every kit leads from an empty folder to a bot that plays."""

import re
import shutil
from pathlib import Path

import pytest

from tests.bots_shipped.folders import BOTS, load
from tests.bots_shipped.process import start
from tests.bots_shipped.table import play_match
from tests.kits.table import KITS
from tests.kits.test_examples import EXAMPLES, built

FILE = re.compile(r"`([\w.-]+)`:\n\n( *)```\w*\n(.*?)^\2```", re.DOTALL | re.MULTILINE)
"""A step that says which file to write, and what is in it."""


@pytest.mark.parametrize("kit", EXAMPLES)
def test_the_bot_of_the_readme_plays(kit: str, tmp_path: Path) -> None:
    folder = tmp_path / "first"
    copy_kit(kit, folder)
    written = FILE.findall((KITS / kit / "README.md").read_text("utf-8"))
    assert "bot.toml" in [name for name, _, _ in written]
    for name, indent, text in written:
        (folder / name).write_text(re.sub(f"^{indent}", "", text, flags=re.MULTILINE), "utf-8")
    with start(built(folder, tmp_path / "built")) as bot:
        assert bot.name == "first"
        play_match((bot, load("random", "bot").Random()), "a seed")
        bot.send({"type": "bye"})
        assert bot.finish() == (0, "")
    assert {answer["action"].get("draw") for answer in bot.answers} == {None, "keep", "reject"}


def copy_kit(kit: str, folder: Path) -> None:
    """What of the kit is to be copied into a bot's folder, as the example has it."""
    originals = {path.read_bytes() for path in (KITS / kit).rglob("*") if path.is_file()}
    example = BOTS / f"random-{kit}"
    for path in example.rglob("*"):
        if path.is_file() and path.read_bytes() in originals:
            copy = folder / path.relative_to(example)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copy)
