"""The kit against the vectors, and as a process: `python3 -m unittest`."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
import unittest
from pathlib import Path
from typing import Any

import hokm_kit
from hokm_deck import deck
from hokm_kit import CONCEDE, Bot

HERE = Path(__file__).parent
VECTORS = HERE.parents[1] / "vectors"
CONVERSATIONS = [VECTORS / "conversation.jsonl", *sorted(VECTORS.glob("conversations/*.jsonl"))]


def vectors(name: str) -> Any:
    return json.loads((VECTORS / name).read_text("utf-8"))


class MemoryLine:
    """A line on which a conversation goes as it went: `(who, message)`."""

    def __init__(self, messages: list[tuple[str, Any]]) -> None:
        self.left = messages

    def receive(self) -> bytes:
        if not self.left:
            return b""
        sender, message = self.left.pop(0)
        assert sender == "referee", f"the kit waits, and {message} was due"
        return json.dumps(message, ensure_ascii=False).encode()

    def send(self, data: bytes) -> None:
        assert (due := self.left.pop(0)) == ("bot", said := json.loads(data)), f"{said}, not {due}"

    def close(self) -> None:
        """Nothing to free."""


class Scripted(Bot):
    """Chooses what comes next on its line."""

    def __init__(self, line: MemoryLine) -> None:
        self.line = line
        self.heard: list[Any] = []

    def choose(self, observation: Any, legal: list[Any]) -> Any:
        _, answer = self.line.left[0]
        return (answer["action"], answer["note"]) if "note" in answer else answer["action"]

    def match_start(self, message: Any) -> None:
        self.heard.append(message)

    deal_end = match_end = match_start


class Strict(Scripted):
    """Makes sure that it only chooses what is legal."""

    def choose(self, observation: Any, legal: list[Any]) -> Any:
        answer = super().choose(observation, legal)
        action = answer[0] if isinstance(answer, tuple) else answer
        assert action == CONCEDE or plain(action) in map(plain, legal), (action, legal)
        return answer


def plain(action: Any) -> Any:
    """Cards thrown may stand in any order."""
    return {k: sorted(v) if isinstance(v, list) else v for k, v in action.items()}


class Replay(unittest.TestCase):
    """What the kit says, word for word."""

    def test_conversations(self) -> None:
        for path in CONVERSATIONS:
            with self.subTest(path.stem):
                lines = map(json.loads, path.read_text("utf-8").splitlines())
                messages = [(line["from"], line["message"]) for line in lines]
                told = [m for _, m in messages if m["type"] in hokm_kit.TOLD]
                hello = messages[0][1]
                line = MemoryLine(messages)
                bot = Strict(line)
                hokm_kit.play(bot, line, hello["name"], hello.get("author", ""))
                self.assertEqual(line.left, [])
                self.assertEqual(bot.heard, told)

    def test_an_illegal_action_is_sent_as_it_is(self) -> None:
        refusals = vectors("refusals.json")
        acts = {each["name"]: each["message"] for each in refusals["acts"]}
        for refusal in refusals["refused"]:
            if refusal["fault"] == "illegal":
                with self.subTest(refusal["name"]):
                    said = json.loads(refusal["sent"][0])
                    hello = {"type": "hello", "protocol": 1, "name": "x"}
                    line = MemoryLine(
                        [
                            ("bot", hello),
                            ("referee", acts[refusal["act"]]),
                            ("bot", said),
                            ("referee", refusal["then"]),
                        ]
                    )
                    hokm_kit.play(Scripted(line), line, "x")
                    self.assertEqual(line.left, [])

    def test_notes(self) -> None:
        act = {"type": "act", "id": "5f", "observation": {}, "legal": [{"play": "AS"}]}
        for vector in vectors("notes.json")["notes"]:
            said = {"type": "action", "id": "5f", "action": {"play": "AS"}}
            if vector["sent"] is not None:
                said["note"] = vector["sent"]
            reply = hokm_kit._reply(act, ({"play": "AS"}, vector["note"]))  # type: ignore[arg-type]
            self.assertEqual(json.loads(hokm_kit._encode(reply)), said)

    def test_decks(self) -> None:
        for vector in vectors("decks.json")["decks"]:
            self.assertEqual(deck(vector["match_seed"], vector["deal"]), vector["deck"])


class Types(unittest.TestCase):
    """The types have the keys that the messages have."""

    def check(self, kind: Any, value: dict[str, Any], besides: set[str] = frozenset()) -> None:
        self.assertEqual(set(kind.__annotations__), set(value) - besides)

    def check_observation(self, seen: Any) -> None:
        self.check(hokm_kit.Observation, seen)
        for drawn in seen["draws"]:
            self.check(hokm_kit.Drawn, drawn)
        for trick in seen["tricks"]:
            self.check(hokm_kit.Trick, trick)

    def test_messages(self) -> None:
        kinds = {
            "match_start": hokm_kit.MatchStart,
            "act": hokm_kit.Act,
            "deal_end": hokm_kit.DealEnd,
            "match_end": hokm_kit.MatchEnd,
        }
        for vector in vectors("messages.json")["messages"]:
            message = vector["message"]
            if kind := kinds.get(message["type"]):
                self.check(kind, message, {"type"})
            if message["type"] == "act":
                self.check_observation(message["observation"])
            for action in [*message.get("legal", ()), message.get("action", {})]:
                self.assertLessEqual(set(action), set(hokm_kit.Action.__annotations__))

    def test_observations(self) -> None:
        for line in (VECTORS / "observations.jsonl").read_text("utf-8").splitlines():
            for seen in json.loads(line)["observations"]:
                self.check_observation(seen)


TALKER = """
from hokm_kit import Bot, log, run

class Talker(Bot):
    def __init__(self):
        print("ready")
    def choose(self, observation, legal):
        print("thinking")
        log("hm")
        return legal[0]

run(Talker, name="talker")
"""
HELLO = {"type": "hello", "protocol": 1, "name": "talker"}
ACT = b'{"type":"act","id":"5f","observation":{},"legal":[{"play":"AS"}]}\n'
ACTION = {"type": "action", "id": "5f", "action": {"play": "AS"}}


class Process(unittest.TestCase):
    """The kit's end of standard input and output."""

    def start(self, stdin: Any = subprocess.PIPE, **environment: str) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            [sys.executable, "-c", TALKER],
            cwd=HERE,
            env={"PATH": os.environ["PATH"], "PYTHONDONTWRITEBYTECODE": "1", **environment},
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def test_messages_go_over_it_and_what_the_bot_prints_does_not(self) -> None:
        said, errors = self.start().communicate(
            ACT + b'{"type":"news"}\n' + ACT + b'{"type":"bye"}\n'
        )
        self.assertEqual(list(map(json.loads, said.splitlines())), [HELLO, ACTION, ACTION])
        self.assertEqual(sorted(errors.split()), [b"hm", b"hm", b"ready", b"thinking", b"thinking"])

    def test_each_line_is_flushed(self) -> None:
        process = self.start()
        assert process.stdin is not None
        assert process.stdout is not None
        self.assertEqual(json.loads(process.stdout.readline()), HELLO)
        process.stdin.write(ACT)
        process.stdin.flush()
        self.assertEqual(json.loads(process.stdout.readline()), ACTION)
        process.communicate()

    def test_it_ends_quietly(self) -> None:
        def closes(process: Any) -> None:
            process.stdin.close()

        def closes_in_the_middle_of_a_line(process: Any) -> None:
            process.stdin.write(ACT[:20])
            process.stdin.close()

        def reads_no_more(process: Any) -> None:
            process.stdout.close()
            process.stdin.write(ACT)
            process.stdin.flush()

        def terminates(process: Any) -> None:
            process.send_signal(signal.SIGTERM)

        def interrupts(process: Any) -> None:
            process.send_signal(signal.SIGINT)

        for ends in (closes, closes_in_the_middle_of_a_line, reads_no_more, terminates, interrupts):
            with self.subTest(ends.__name__):
                process = self.start()
                assert process.stdout is not None
                assert process.stderr is not None
                process.stdout.readline()
                ends(process)
                self.assertEqual(process.wait(20), 0)
                self.assertNotIn(b"Traceback", process.stderr.read())
                for pipe in (process.stdin, process.stdout, process.stderr):
                    pipe.close()

    def test_an_exception_of_the_bot_ends_it_with_a_traceback(self) -> None:
        _, errors = self.start().communicate(b'{"type":"act","id":"5f"}\n')
        self.assertIn(b"KeyError", errors)

    def test_an_address_that_is_no_ipc_address_is_refused(self) -> None:
        process = self.start(ARENA_ENDPOINT="tcp://127.0.0.1:1")
        said, errors = process.communicate()
        self.assertEqual((process.returncode, said), (1, b""))
        self.assertEqual(
            errors, b"talker: ARENA_ENDPOINT is 'tcp://127.0.0.1:1', and not ipc:// and a path\n"
        )

    def test_where_nobody_is_at_the_address_it_says_so(self) -> None:
        process = self.start(ARENA_ENDPOINT="ipc:///nowhere")
        self.assertIn(b"nobody is at", process.communicate()[1])
        self.assertEqual(process.returncode, 1)

    def test_started_by_hand_it_says_how_to_start_it(self) -> None:
        ours, terminal = pty.openpty()
        process = self.start(stdin=terminal)
        said, errors = process.communicate(timeout=20)
        os.close(ours)
        os.close(terminal)
        self.assertEqual((process.returncode, said), (1, b""))
        self.assertIn(b"arena play", errors)


if __name__ == "__main__":
    unittest.main()
