"""Every shipped bot as a real process: whole matches, and the end of them."""

from pathlib import Path
from typing import Any

import pytest

from tests.bots_shipped.folders import BOTS, load
from tests.bots_shipped.process import start
from tests.bots_shipped.table import play_match

FOLDERS = [BOTS / name for name in ("naive", "random", "random-stdio", "value")]
each_bot = pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)


def two_matches(folder: Path) -> list[Any]:
    """What a bot answers in a match, once in each seat of one process, which then ends well."""
    opponent = load("naive", "bot").Naive()
    with start(folder) as bot:
        assert bot.name == folder.name
        play_match((bot, opponent), "a seed")
        play_match((opponent, bot), "a seed")
        bot.send({"type": "bye"})
        assert bot.finish() == (0, "")
    return bot.answers


@each_bot
def test_plays_legally_over_several_matches_and_ends_on_bye(folder: Path) -> None:
    assert len(two_matches(folder)) > 100


@each_bot
def test_the_same_messages_get_the_same_answers_from_another_process(folder: Path) -> None:
    assert two_matches(folder) == two_matches(folder)


def test_a_bot_over_standard_input_ends_with_its_input() -> None:
    with start(BOTS / "random-stdio") as bot:
        assert bot.finish() == (0, "")
