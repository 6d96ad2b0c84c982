"""The Python kit at work in small bots."""

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.bots_shipped.folders import KIT, load
from tests.bots_shipped.process import ProcessBot, over_zmq
from tests.bots_shipped.table import play_match

TALKER = """
from hokm_kit import CONCEDE, Bot, log, run

class Talker(Bot):
    def __init__(self):
        self.heard = []
    def match_start(self, message):
        self.heard.append(f"start {message['seat']}")
    def deal_end(self, message):
        self.heard.append(f"deal {message['result']['deal']}")
    def match_end(self, message):
        self.heard.append(f"end {message['reason']}")
    def choose(self, observation, legal):
        if observation["deal"] == 77:
            raise RuntimeError("lost my way")
        if observation["deal"] == 99:
            return CONCEDE, "x" * 300
        return legal[-1], " ".join(self.heard)

run(Talker, name="talker")
"""
OVER_PYZMQ = TALKER.replace('name="talker"', 'name="talker", pyzmq=True')


@pytest.fixture(params=[TALKER, OVER_PYZMQ], ids=["direct", "pyzmq"])
def talker(request: pytest.FixtureRequest) -> str:
    """The same bot on both of the kit's lines."""
    source: str = request.param
    return source


def copy_kit(folder: Path) -> None:
    for name in ("hokm_kit.py", "hokm_pyzmq.py"):
        shutil.copy(KIT / name, folder)


@contextmanager
def running(folder: Path, source: str) -> Iterator[ProcessBot]:
    copy_kit(folder)
    (folder / "bot.py").write_text(source)
    with over_zmq([sys.executable, "bot.py"], folder) as bot:
        yield bot


def act(deal: int) -> dict[str, Any]:
    return {"type": "act", "id": "5f", "observation": {"deal": deal}, "legal": [{"play": "AS"}]}


def test_the_example_of_the_readme_plays(tmp_path: Path) -> None:
    (source,) = re.findall(r"```python\n(.*?)```", (KIT / "README.md").read_text(), re.DOTALL)
    with running(tmp_path, source) as bot:
        play_match((bot, load("random", "bot").Random()), "a seed")
        bot.send({"type": "bye"})
        assert bot.finish() == (0, "")


def test_one_bot_object_hears_of_every_deal_and_match(tmp_path: Path, talker: str) -> None:
    with running(tmp_path, talker) as bot:
        play_match((bot, load("random", "bot").Random()), "a seed")
        play_match((load("random", "bot").Random(), bot), "a seed")
    assert re.fullmatch(
        r"start 0( deal \d+){3,13} end normal start 1( deal \d+){2,12}", bot.answers[-1]["note"]
    )


def test_an_empty_note_is_left_out_and_a_long_one_is_cut(tmp_path: Path, talker: str) -> None:
    with running(tmp_path, talker) as bot:
        bot.act(act(deal=1))
        bot.act(act(deal=99))
    assert bot.answers == [
        {"type": "action", "id": "5f", "action": {"play": "AS"}},
        {"type": "action", "id": "5f", "action": {"concede": True}, "note": "x" * 280},
    ]


def test_an_exception_of_the_bot_ends_it_with_a_traceback(tmp_path: Path, talker: str) -> None:
    with running(tmp_path, talker) as bot:
        bot.send(act(deal=77))
        code, errors = bot.finish()
    assert code == 1
    assert errors.endswith("RuntimeError: lost my way\n")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_quietly(tmp_path: Path, talker: str, number: signal.Signals) -> None:
    with running(tmp_path, talker) as bot:
        bot.process.send_signal(number)
        assert bot.finish() == (0, "")


def test_it_ends_when_the_referee_is_gone(tmp_path: Path) -> None:
    with running(tmp_path, TALKER) as bot:
        bot.hang_up()
        assert bot.finish() == (0, "")


def test_over_pyzmq_it_ends_when_its_parent_is_gone(tmp_path: Path) -> None:
    (tmp_path / "parent.py").write_text(
        "import subprocess, sys\n"
        "bot = subprocess.Popen([sys.executable, 'bot.py'], stdin=subprocess.DEVNULL)\n"
        "print(bot.pid, flush=True)\n"
        "bot.wait()\n"
    )
    copy_kit(tmp_path)
    (tmp_path / "bot.py").write_text(OVER_PYZMQ)
    with over_zmq([sys.executable, "parent.py"], tmp_path) as bot:
        assert bot.process.stdout is not None
        orphan = int(bot.process.stdout.readline())
        bot.process.kill()
        try:
            bot.finish()  # returns once nobody holds the pipes, and the bot does
        except subprocess.TimeoutExpired:
            os.kill(orphan, signal.SIGKILL)
            raise
