"""What a Python program needs to play two-player Hokm in the arena: subclass `Bot`, call `run`.

    from hokm_kit import Bot, run

    class First(Bot):
        def choose(self, observation, legal):
            return legal[0]

    if __name__ == "__main__":
        run(First, name="first")

Copy this file into the bot's folder, unchanged. It needs nothing but Python 3.9. A card is text,
rank then suit (`"AS"`, `"TH"`, `"2C"`); a seat is 0 or 1; lists of two go by seat.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable
from typing import Any, Literal, Protocol, TypedDict

NOTE_LIMIT = 280  # characters
TOLD = ("match_start", "deal_end", "match_end")  # messages that need no reply


class Action(TypedDict, total=False):
    """One key, but for `open`: there `trump` and `throw` go together."""

    trump: str
    throw: list[str]
    draw: Literal["keep", "reject"]
    pick: str
    play: str
    concede: Literal[True]


CONCEDE: Action = {"concede": True}  # gives up the match; never listed, always legal


class Drawn(TypedDict):
    """A turn at the stock. `saw` and `took` are None when it was the opponent's."""

    seat: int
    draw: Literal["keep", "reject", "pick"]
    saw: list[str] | None
    took: str | None


class Trick(TypedDict):
    """A finished trick: `cards` are the lead and its answer."""

    leader: int
    cards: list[str]
    winner: int


class Observation(TypedDict):
    """Everything a seat may know. Later versions may add keys: ignore what you don't know."""

    deal: int  # number of the deal, from 1
    phase: Literal["open", "throw", "draw", "pick", "play"]
    seat: int  # yours
    turn: int
    score: list[int]
    hakem: int
    hakem_draw: list[str]  # turned up for the first hakem; says nothing about this deal
    trump: str | None  # None until hakem has opened
    hand: list[str]  # suit by suit (S H D C), each from the ace down
    thrown: list[str]  # by you
    throw_counts: list[int | None]
    draws: list[Drawn]
    stock: int  # cards left in it, those offered included
    offered: list[str]  # the top card at `draw`, both last cards at `pick`
    tricks: list[Trick]
    lead: str | None  # the card to answer, None if you lead
    tricks_won: list[int]


class Act(TypedDict):
    """A decision is due."""

    id: str
    observation: Observation
    legal: list[Action]  # every legal action but `CONCEDE`
    move_ms: int  # for this decision
    bank_ms: int  # left for all decisions that take longer


class MatchStart(TypedDict):
    """A match begins."""

    match: str
    seat: int  # yours
    rules: dict[str, int]  # target, kot_hakem, kot_other
    time: dict[str, Any]  # startup_ms, move_ms, bank_ms, increment_ms; ponder
    limits: dict[str, int]
    format: Literal["match", "deals"]


class DealEnd(TypedDict):
    """A deal is over."""

    result: dict[str, Any]  # deal, winner, tricks, points, kot
    score: list[int]


class MatchEnd(TypedDict):
    """A match is over."""

    score: list[int]
    winner: int | None  # None: single deals gave both as many points
    reason: Literal["normal", "concede", "forfeit"]


class Bot:
    """Subclass it and give it a `choose`; the rest may stay. One object plays all matches."""

    def choose(self, observation: Observation, legal: list[Action]) -> Action | tuple[Action, str]:
        """One of `legal` or `CONCEDE`, alone or with a note that is kept in the record."""
        raise NotImplementedError("a bot must say what it chooses")

    def act(self, message: Act) -> Action | tuple[Action, str]:
        """Like `choose`, with the whole message; override it to know the time left or the id."""
        return self.choose(message["observation"], message["legal"])

    def match_start(self, message: MatchStart) -> None:
        """A match begins."""

    def deal_end(self, message: DealEnd) -> None:
        """A deal is over."""

    def match_end(self, message: MatchEnd) -> None:
        """A match is over; another may begin."""


def log(*words: object) -> None:
    """Print to standard error, which the arena keeps."""
    print(*words, file=sys.stderr, flush=True)


def run(make_bot: Callable[[], Bot], name: str, author: str = "", pyzmq: bool = False) -> None:
    """Play until the referee says bye, or is gone; over ZeroMQ or over standard input and output.

    Args:
        make_bot: called once, before the hello; usually a subclass of `Bot`.
        name: at most 40 characters.
        author: at most 200 characters.
        pyzmq: use pyzmq, which has to be installed; needs the kit's `hokm_pyzmq.py` as well.
    """
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: sys.exit(0))
    line = _open_line(name, pyzmq)
    try:
        play(make_bot(), line, name, author)
    except ConnectionError:
        pass  # the referee is gone
    finally:
        line.close()


def play(bot: Bot, line: AnyLine, name: str, author: str = "") -> None:
    """Say hello on that line and play until the referee says bye, or is gone."""
    hello = {"type": "hello", "protocol": 1, "name": name}
    line.send(_encode({**hello, "author": author} if author else hello))
    while data := line.receive():
        message = json.loads(data)
        kind = message["type"]
        if kind == "act":
            line.send(_encode(_reply(message, bot.act(message))))
        elif kind in TOLD:
            getattr(bot, kind)(message)
        elif kind == "bye":
            return


def _open_line(name: str, pyzmq: bool) -> AnyLine:
    """The line that the environment names."""
    endpoint = os.environ.get("ARENA_ENDPOINT")
    if not endpoint:
        if not os.isatty(0):
            return StdioLine()
        raise SystemExit(
            f"{name}: a bot is started by the arena, which talks to it: `arena play FOLDER naive`"
        )
    if not endpoint.startswith("ipc://"):
        raise SystemExit(f"{name}: ARENA_ENDPOINT is {endpoint!r}, and not ipc:// and a path")
    if pyzmq:
        from hokm_pyzmq import PyzmqLine

        return PyzmqLine(endpoint)
    try:
        return Line(endpoint)
    except OSError as error:
        raise SystemExit(f"{name}: nobody is at {endpoint!r}: {error.strerror}") from None


class AnyLine(Protocol):
    """The connection to the referee: whole messages."""

    def send(self, data: bytes) -> None:
        """Send one message."""

    def receive(self) -> bytes:
        """The next message; empty when the referee is gone."""

    def close(self) -> None:
        """Free the socket."""


class Line:
    """Speaks as much of the ZeroMQ wire protocol (ZMTP 3, RFC 23) as a bot needs, over `ipc://`."""

    GREETING = b"\xff\0\0\0\0\0\0\0\1\x7f\3\1" + b"NULL".ljust(20, b"\0") + bytes(32)
    READY = b"\4\x29\5READY\x0bSocket-Type\0\0\0\6DEALER\x08Identity\0\0\0\0"
    LONG, COMMAND = 2, 4  # flags of a frame

    def __init__(self, endpoint: str) -> None:
        """Connect; raises OSError if nobody is there."""
        import socket  # not needed for standard input and output

        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.connect(endpoint[len("ipc://") :])
        self._socket.sendall(self.GREETING + self.READY)
        self._data = b""
        self._take(len(self.GREETING))
        self._frame()  # READY, before which libzmq takes no message

    def send(self, data: bytes) -> None:
        """Send one message of one frame."""
        size = len(data)
        head = bytes((0, size)) if size < 256 else b"\2" + size.to_bytes(8, "big")
        self._socket.sendall(head + data)

    def receive(self) -> bytes:
        """The next message; empty when the referee is gone."""
        flags, data = self._frame()
        while flags & self.COMMAND:
            flags, data = self._frame()
        return data

    def close(self) -> None:
        """Free the socket."""
        self._socket.close()

    def _frame(self) -> tuple[int, bytes]:
        """Flags and content of the next frame."""
        head = self._take(2) or b"\0\0"
        size = head[1]
        if head[0] & self.LONG:
            size = int.from_bytes(head[1:] + self._take(7), "big")
        return head[0], self._take(size)

    def _take(self, size: int) -> bytes:
        """That many of the next bytes; none when the referee is gone."""
        while len(self._data) < size:
            data = self._socket.recv(65536)
            if not data:
                return b""
            self._data += data
        taken, self._data = self._data[:size], self._data[size:]
        return taken


class StdioLine:
    """One message a line on standard input and output."""

    def __init__(self) -> None:
        self._input = os.fdopen(0, "rb", closefd=False)
        self._output = os.dup(1)
        os.dup2(2, 1)  # what the bot prints is no message

    def send(self, data: bytes) -> None:
        """Send one message."""
        os.write(self._output, data + b"\n")

    def receive(self) -> bytes:
        """The next message; empty when the referee is gone, perhaps in the middle of one."""
        data = self._input.readline()
        return data if data.endswith(b"\n") else b""

    def close(self) -> None:
        """Free the descriptors."""
        self._input.close()
        os.close(self._output)


def _reply(act: Act, answer: Action | tuple[Action, str]) -> dict[str, object]:
    action, note = answer if isinstance(answer, tuple) else (answer, "")
    reply: dict[str, object] = {"type": "action", "id": act["id"], "action": action}
    return {**reply, "note": note[:NOTE_LIMIT]} if note else reply


_encoder = json.JSONEncoder(separators=(",", ":"))


def _encode(message: dict[str, object]) -> bytes:
    return _encoder.encode(message).encode()
