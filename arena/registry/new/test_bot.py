"""Tests of this bot: `python3 test_bot.py`. They need Python 3.11 and what the bot itself needs.

The bot is built in a copy of its folder, started as bot.toml says, and asked over standard input.
Each line of positions.jsonl is a position: `what` it is, and the `act` that the bot is asked. With
`best`, a list of actions, the bot has to choose one of them: that is how to keep it from making
the same mistake twice.
"""

import json
import os
import shutil
import subprocess
import tempfile
import tomllib
import unittest
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
MANIFEST = tomllib.loads((HERE / "bot.toml").read_text("utf-8"))
POSITIONS = [
    json.loads(line) for line in (HERE / "positions.jsonl").read_text("utf-8").splitlines()
]
SECONDS = 30
START = {
    "type": "match_start",
    "match": "test",
    "rules": {"target": 7, "kot_hakem": 2, "kot_other": 3},
    "time": {
        "startup_ms": 10000,
        "move_ms": 1000,
        "bank_ms": 10000,
        "increment_ms": 0,
        "ponder": False,
    },
    "limits": {},
    "format": "match",
}


def commands(words: Any) -> list[list[str]]:
    """One command, or a list of them, as bot.toml has it."""
    return words if words and isinstance(words[0], list) else [words] if words else []


def same(action: dict[str, Any]) -> dict[str, Any]:
    """The action in a form in which the order of cards does not matter."""
    return {
        key: sorted(value) if isinstance(value, list) else value for key, value in action.items()
    }


class BotTest(unittest.TestCase):
    folder: Path

    @classmethod
    def setUpClass(cls) -> None:
        temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(temporary.cleanup)
        cls.folder = Path(temporary.name) / "bot"
        shutil.copytree(HERE, cls.folder)
        for command in commands(MANIFEST.get("build")):
            subprocess.run(command, cwd=cls.folder, check=True)

    def talk(self, *messages: dict[str, Any]) -> list[dict[str, Any]]:
        """What the bot says when it gets these messages and `bye`."""
        lines = "".join(json.dumps(message) + "\n" for message in (*messages, {"type": "bye"}))
        ran = subprocess.run(
            MANIFEST["run"],
            cwd=self.folder,
            env={key: text for key, text in os.environ.items() if key != "ARENA_ENDPOINT"},
            input=lines,
            stdout=subprocess.PIPE,
            text=True,
            timeout=SECONDS,
        )
        self.assertEqual(ran.returncode, 0, "the bot has to end with exit code 0")
        return [json.loads(line) for line in ran.stdout.splitlines()]

    def test_it_says_its_name(self) -> None:
        (hello,) = self.talk()
        self.assertEqual((hello["type"], hello["name"]), ("hello", MANIFEST["name"]))

    def test_it_chooses_what_is_legal_and_best(self) -> None:
        for position in POSITIONS:
            with self.subTest(position["what"]):
                act = position["act"]
                _, answer = self.talk({**START, "seat": act["observation"]["seat"]}, act)
                self.assertEqual(answer["id"], act["id"])
                allowed = position.get("best", act["legal"])
                self.assertIn(same(answer["action"]), [same(action) for action in allowed])


if __name__ == "__main__":
    unittest.main()
