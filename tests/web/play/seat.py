"""A person who plays by script, over a real WebSocket."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets import Origin
from websockets.sync.client import ClientConnection, connect

ARENA = Path(sys.executable).with_name("arena")
PATIENCE_S = 60


@contextmanager
def serving(store: Path, *options: str) -> Iterator[str]:
    """`arena serve` over that store, and where it is, such as `127.0.0.1:8470`."""
    with subprocess.Popen(
        [ARENA, "serve", "--store", store, "--port", "0", *options],
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stderr is not None
            yield process.stderr.readline().split()[0].removeprefix("http://").rstrip("/")
        finally:
            process.terminate()
    assert process.returncode in (0, -15)


def line(server: str, path: str) -> ClientConnection:
    """A WebSocket as a page of that server opens it."""
    origin = Origin(f"http://{server}")
    return connect(f"ws://{server}{path}", origin=origin, open_timeout=PATIENCE_S)


def heard(socket: ClientConnection) -> dict[str, Any]:
    """The next message."""
    told: dict[str, Any] = json.loads(socket.recv(PATIENCE_S))
    return told


def say(socket: ClientConnection, **message: Any) -> None:
    socket.send(json.dumps(message))


def sit_down(server: str, bot: str, target: int = 1) -> str:
    """The path of a table against that bot."""
    with line(server, "/play/sit") as socket:
        say(socket, do="sit", bot=bot, target=target)
        return str(heard(socket)["go"])


def action(asked: dict[str, Any]) -> dict[str, Any]:
    """Something that may be done."""
    cards, count = asked["cards"], (asked["counts"] or [1])[0]
    return {
        "open": {"trump": "S", "throw": cards[:count]},
        "throw": {"throw": cards[:count]},
        "draw": {"draw": "keep"},
        "pick": {"pick": cards[0]},
        "play": {"play": cards[0]},
    }[asked["kind"]]


def play_on(socket: ClientConnection, until: Any = None) -> list[dict[str, Any]]:
    """Play until the end, or until a message is as wanted; all messages.

    One without a moment of its own is put together with the moment before.
    """
    found: list[dict[str, Any]] = []
    answered = None
    while True:
        told = heard(socket)
        if "frame" in told and told["frame"] is None and (last := _last(found)):
            told |= {"number": last["number"], "frame": last["frame"]}
        found.append(told)
        if told.get("end") or (until is not None and until(told)):
            return found
        asked = told.get("asked")
        if asked and asked["id"] != answered:
            answered = asked["id"]
            say(socket, do="act", ask=answered, action=action(asked))


def _last(found: list[dict[str, Any]]) -> dict[str, Any] | None:
    return next((told for told in reversed(found) if told.get("frame")), None)
