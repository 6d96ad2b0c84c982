"""`protocol/vectors/messages.json` and `notes.json`: every message once, and how notes are cut."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from arena.wire import MatchEnd, encode
from arena.wire.messages import NOTE_LIMIT
from tests.golden.conversations import CONVERSATIONS
from tests.golden.lines import Json, Line
from tests.golden.refusals import requests
from tests.rules.generated import text

FOLDER = Path(__file__).parents[2] / "protocol" / "vectors"
MESSAGES, NOTES = FOLDER / "messages.json", FOLDER / "notes.json"

MESSAGES_ABOUT = (
    "Every type of message, every phase and every kind of action, for round trips: what is read"
    " into a type and written again is the same JSON. `from` is who sends it."
)
NOTES_ABOUT = (
    f"Notes as a bot gives them and as the kit sends them: cut at {NOTE_LIMIT} Unicode code points;"
    " null: not sent."
)


def messages() -> Json:
    """The vectors of messages."""
    found = [("hello", _said("hello", "concession")), ("hello and author", _said("hello"))]
    found += [("match_start", _said("match_start"))]
    found += [("match_start of single deals", _said("match_start", "single-deals"))]
    found += [(f"act: {name}", _plain(act)) for name, act in requests().items()]
    found += [(f"action: {name}", answer) for name, answer in _answers().items()]
    found += [("deal_end", _said("deal_end")), ("deal_end, a kot", _kot())]
    found += [
        ("match_end", _said("match_end")),
        ("match_end, conceded", _said("match_end", "concession")),
        ("match_end, forfeited", _said("match_end", "forfeit")),
        ("match_end, a draw", _plain(MatchEnd((6, 6), None, "normal"))),
        ("bye", _said("bye")),
    ]
    vectors = [
        {
            "name": name,
            "from": "bot" if message["type"] in ("hello", "action") else "referee",
            "message": message,
        }
        for name, message in found
    ]
    return {"about": MESSAGES_ABOUT, "messages": vectors}


def notes() -> Json:
    """The vectors of notes."""
    given = [
        "",
        "short",
        NOTE_LIMIT * "x",
        (NOTE_LIMIT + 1) * "x",
        (NOTE_LIMIT + 20) * "ی",
        (NOTE_LIMIT - 1) * "x" + "🂡🂮",
        (NOTE_LIMIT + 1) * "🂡",
    ]
    vectors = [{"note": note, "sent": note[:NOTE_LIMIT] or None} for note in given]
    return {"about": NOTES_ABOUT, "notes": vectors}


def _answers() -> dict[str, Json]:
    actions: dict[str, Json] = {}
    for sender, message in _lines("to-seven"):
        if sender == "bot" and message["type"] == "action":
            action = message["action"]
            name = f"draw {action['draw']}" if "draw" in action else " ".join(action)
            actions.setdefault(name, {k: v for k, v in message.items() if k != "note"})
    actions["throw"] = next(
        message
        for _, message in _lines("later-version", "single-deals", "two-matches")
        if list(message.get("action", ())) == ["throw"]
    )
    actions["concede, with a note"] = next(
        message for _, message in _lines("concession") if "note" in message
    )
    return actions


def _kot() -> Json:
    return next(
        message
        for _, message in _lines("to-seven")
        if message["type"] == "deal_end" and message["result"]["kot"]
    )


def _said(kind: str, conversation: str = "to-seven") -> Json:
    return next(message for _, message in _lines(conversation) if message["type"] == kind)


@cache
def _lines(*conversations: str) -> list[Line]:
    return [line for name in conversations for line in CONVERSATIONS[name]()]


def _plain(message: Any) -> Json:
    plain: Json = json.loads(encode(message))
    return plain


def write() -> None:
    """Write both files anew."""
    MESSAGES.write_text(text(messages()), "utf-8")
    NOTES.write_text(text(notes()), "utf-8")
