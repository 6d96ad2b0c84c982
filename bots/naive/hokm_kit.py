"""What a Python program needs to play two-player Hokm in the arena: subclass `Bot`, call `run`.

    from hokm_kit import Bot, run

    class First(Bot):
        def choose(self, observation, legal):
            return legal[0]

    if __name__ == "__main__":
        run(First, name="first")

Copy this file into the bot's folder, unchanged. It needs Python 3.9 and pyzmq. A card is text, rank
then suit (`"AS"`, `"TH"`, `"2C"`); a seat is 0 or 1; lists of two go by seat.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable, Iterator
from typing import Any, Literal, TypedDict

import zmq

PROTOCOL = 1
NOTE_LIMIT = 280  # characters
PARENT_CHECK_MS = 1000  # how often a waiting bot looks whether its parent process is still there


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


class Bot:
    """Subclass it and give it a `choose`; the rest may stay. One object plays all matches."""

    def choose(self, observation: Observation, legal: list[Action]) -> Action | tuple[Action, str]:
        """One of `legal` or `CONCEDE`, alone or with a note that is kept in the record."""
        raise NotImplementedError("a bot must say what it chooses")

    def act(self, message: Act) -> Action | tuple[Action, str]:
        """Like `choose`, with the whole message; override it to know the time left or the id."""
        return self.choose(message["observation"], message["legal"])

    def match_start(self, message: dict[str, Any]) -> None:
        """A match begins: `match`, `seat`, `rules`, `time`, `limits`."""

    def deal_end(self, message: dict[str, Any]) -> None:
        """A deal is over: `result` (winner, tricks, points, kot) and the `score`."""

    def match_end(self, message: dict[str, Any]) -> None:
        """A match is over: `score`, `winner`, `reason`."""


def log(*words: object) -> None:
    """Print to standard error, which the arena keeps."""
    print(*words, file=sys.stderr, flush=True)


def run(make_bot: Callable[[], Bot], name: str, author: str = "") -> None:
    """Play until the referee says bye, or is gone.

    Args:
        make_bot: called once, before the hello; usually a subclass of `Bot`.
        name: at most 40 characters.
        author: at most 200 characters.
    """
    endpoint = os.environ.get("ARENA_ENDPOINT")
    if not endpoint:
        raise SystemExit(
            f"{name}: ARENA_ENDPOINT is not set. The arena starts this program and names the "
            "referee's endpoint there; try the bot with `arena play FOLDER naive`."
        )
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: sys.exit(0))
    bot = make_bot()
    hello = {"type": "hello", "protocol": PROTOCOL, "name": name}
    with zmq.Context() as context, context.socket(zmq.DEALER) as socket:
        socket.setsockopt(zmq.LINGER, 0)
        socket.setsockopt(zmq.RCVTIMEO, PARENT_CHECK_MS)
        socket.connect(endpoint)
        socket.send(_encode({**hello, "author": author} if author else hello))
        for message in _messages(socket):
            if message["type"] == "act":
                socket.send(_encode(_reply(message, bot.act(message))))
            elif message["type"] in ("match_start", "deal_end", "match_end"):
                getattr(bot, message["type"])(message)


def _messages(socket: zmq.Socket[bytes]) -> Iterator[Any]:
    """What the referee sends, until it says bye or the process that started this one is gone."""
    parent = os.getppid()
    while os.getppid() == parent:
        try:
            message = json.loads(socket.recv())
        except zmq.Again:
            continue
        if message["type"] == "bye":
            return
        yield message


def _reply(act: Act, answer: Action | tuple[Action, str]) -> dict[str, object]:
    action, note = answer if isinstance(answer, tuple) else (answer, "")
    reply: dict[str, object] = {"type": "action", "id": act["id"], "action": action}
    return {**reply, "note": note[:NOTE_LIMIT]} if note else reply


_encoder = json.JSONEncoder(separators=(",", ":"))


def _encode(message: dict[str, object]) -> bytes:
    return _encoder.encode(message).encode()
