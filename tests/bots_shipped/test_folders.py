"""The folders in `bots/`: manifests, copies of shared files, and the table in the README."""

import ast
import re
import tomllib
from pathlib import Path

import pytest

from tests.bots_shipped.folders import BOTS, KIT

FOLDERS = sorted(manifest.parent for manifest in BOTS.glob("*/bot.toml"))
each_bot = pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
KEYS = {"name", "author", "language", "build", "ignore", "run", "share", "transport"}


@each_bot
def test_a_manifest_names_the_bot_like_its_folder_and_has_no_unknown_key(folder: Path) -> None:
    manifest = tomllib.loads((folder / "bot.toml").read_text())
    assert manifest["name"] == folder.name
    assert manifest.keys() <= KEYS
    assert manifest.keys() >= {"author", "language", "run"}
    assert manifest.get("transport", "zmq") in ("zmq", "stdio")
    assert manifest["share"] is True


@each_bot
def test_the_readme_lists_the_bot_and_its_language(folder: Path) -> None:
    language = tomllib.loads((folder / "bot.toml").read_text())["language"]
    assert re.search(
        rf"^\| \[`{folder.name}`\]\({folder.name}\) \| {re.escape(language)} \|",
        (BOTS / "README.md").read_text(),
        re.MULTILINE,
    )


def test_the_readme_explains_every_key_of_a_manifest() -> None:
    manifest = (BOTS / "README.md").read_text().split("## A manifest\n")[1].split("\n## ")[0]
    rows = re.findall(r"^\| `(\w+)` \|", manifest, re.MULTILINE)
    assert set(rows) == KEYS


@pytest.mark.parametrize("copy", sorted(BOTS.glob("*/hokm_kit.py")), ids=lambda p: p.parent.name)
def test_a_copy_of_the_kit_is_the_kit(copy: Path) -> None:
    assert copy.read_bytes() == (KIT / "hokm_kit.py").read_bytes()


@pytest.mark.parametrize("shared", ["cards.py", "build.py", "play.py"])
def test_naive_and_value_share_a_file(shared: str) -> None:
    assert (BOTS / "naive" / shared).read_bytes() == (BOTS / "value" / shared).read_bytes()


@pytest.mark.parametrize(
    "path",
    sorted([*BOTS.rglob("*.py"), *KIT.glob("*.py")]),
    ids=lambda p: f"{p.parent.name}/{p.name}",
)
def test_no_bot_imports_the_arena(path: Path) -> None:
    imported = {
        name.split(".")[0]
        for node in ast.walk(ast.parse(path.read_text()))
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    assert "arena" not in imported
