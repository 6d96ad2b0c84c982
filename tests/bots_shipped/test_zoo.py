"""The bots in `bots/zoo`: each plays legally, does what it is named after, and shares its files."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.bots_shipped.folders import BOTS, KIT, load, load_from
from tests.bots_shipped.table import play_match

ZOO = sorted(manifest.parent for manifest in BOTS.glob("zoo/*/bot.toml"))
each_bot = pytest.mark.parametrize("folder", ZOO, ids=lambda folder: folder.name)
SHARED = {"hokm_kit.py": KIT / "hokm_kit.py", "naive.py": BOTS / "naive" / "bot.py"} | {
    name: BOTS / "naive" / name for name in ("build.py", "cards.py", "play.py")
}


class ConcessionError(Exception):
    """Not an error: always legal, and the end of the match."""


def test_the_zoo_is_not_empty() -> None:
    assert len(ZOO) == 6


@each_bot
def test_a_bot_of_the_zoo_is_named_like_its_folder_and_listed(folder: Path) -> None:
    assert tomllib.loads((folder / "bot.toml").read_text())["name"] == folder.name
    assert f"| [`{folder.name}`](zoo/{folder.name}) |" in (BOTS / "README.md").read_text()


@each_bot
def test_a_bot_of_the_zoo_plays_a_match_legally(folder: Path) -> None:
    kind = "".join(word.capitalize() for word in folder.name.split("-"))
    bot = getattr(load_from(folder, "bot"), kind)()
    play = bot.act

    def act(message: Any) -> Any:
        if (action := play(message)) == {"concede": True}:
            raise ConcessionError
        return action

    bot.act = act
    try:
        play_match((bot, load("naive", "bot").Naive()), f"zoo {folder.name}")
    except ConcessionError:
        assert folder.name == "concedes"


@each_bot
def test_a_bot_of_the_zoo_holds_copies_of_what_it_shares(folder: Path) -> None:
    for name, original in SHARED.items():
        assert (folder / name).read_bytes() == original.read_bytes(), name
