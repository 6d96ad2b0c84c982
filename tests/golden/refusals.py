"""`protocol/vectors/refusals.json`: what the referee refuses, and the reason that it gives.

Each text is said over a real line to the real referee, which decides the fault and its reason.
"""

import json
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import cast

import zmq

from arena.records import MatchRecord
from arena.referee import Reply, play_match
from arena.referee.channel import open_lane
from arena.referee.player import Failure
from arena.referee.pondering import Turns
from arena.referee.session import Session
from arena.rules import Seat
from arena.sandbox import BotProcess
from arena.wire import Act, Answer, encode
from tests.golden.conversations import naive
from tests.golden.lines import Json, Recorded
from tests.golden.said import Said, said_first, said_well, said_wrongly
from tests.referee.fakes import FakeClock, FakeProcess, make_plan
from tests.rules.generated import text

FILE = Path(__file__).parents[2] / "protocol" / "vectors" / "refusals.json"

PLAN = make_plan(seed="refusals 9", target=1)
PATIENCE = 20.0
"""Seconds for an answer that has been sent already."""

ABOUT = (
    "What the referee refuses. `sent`: the exact texts that a bot sends, each one message (an"
    " object with `base64`: bytes that are no text), in answer to the request that `act` names"
    " in `acts`; in `refused_start` as its first message. `fault` and `reason` stand in the record"
    " afterwards; `then` is what the bot hears next, null if it hears nothing more. What is"
    " `accepted` is unusual and taken all the same, as `action` and `note`."
)


@contextmanager
def line() -> Iterator[tuple[Session, "zmq.Socket[bytes]"]]:
    """A session, and the bot's end of its line."""
    with (
        tempfile.TemporaryDirectory() as folder,
        open_lane("direct") as open_channel,
        zmq.Context() as context,
        context.socket(zmq.DEALER) as bot,
    ):
        channel = open_channel(Path(folder) / "a.sock")
        process = cast(BotProcess, FakeProcess())
        turn = Turns(time.monotonic, cores=1, ponder=True).join(process)
        session = Session(process, channel, time.monotonic, turn)
        bot.linger = 0
        bot.connect(f"ipc://{channel.path}")
        try:
            yield session, bot
        finally:
            session.close()


class OverALine(Recorded):
    """A bot whose answer to one request goes over a real line, as these bytes."""

    def __init__(self, act: str, sent: Sequence[bytes]) -> None:
        super().__init__(naive(), "")
        self.act, self.sent = act, sent
        self.reply: Reply | None = None
        self.record: MatchRecord

    def ask(self, message: Act, deadline: float) -> Reply:
        if message.id != self.act:
            return super().ask(message, deadline)
        with line() as (session, bot):
            bot.send(b'{"type":"hello","protocol":1,"name":"x"}')
            assert session.greet(time.monotonic() + PATIENCE) is None
            for data in self.sent:
                bot.send(data)
            self.reply = session.ask(message, time.monotonic() + PATIENCE)
        return self.reply


def requests() -> dict[str, Act]:
    """One request of each phase; at `follow` the hand holds cards that may not be played."""
    zero, one = (Recorded(naive(), "") for _ in Seat)
    one.asked = zero.asked
    play_match(PLAN, (zero, one), FakeClock())
    found: dict[str, Act] = {}
    for act in zero.asked:
        seen = act.observation
        found.setdefault(str(seen.phase), act)
        if seen.lead is not None and len(act.legal) < len(seen.hand):
            found.setdefault("follow", act)
    return found


def answered(act: Act, sent: Sequence[bytes]) -> OverALine:
    """The bot of a match in which a request is answered so."""
    bot, other = OverALine(act.id, sent), Recorded(naive(), "")
    seated = (bot, other) if act.observation.seat is Seat.ZERO else (other, bot)
    bot.record = play_match(PLAN, seated, FakeClock())
    return bot


def greeted(sent: Sequence[bytes]) -> Failure | None:
    """What comes of a first message."""
    with line() as (session, bot):
        for data in sent:
            bot.send(data)
        return session.greet(time.monotonic() + PATIENCE)


def vectors() -> Json:
    """The whole file."""
    acts = requests()
    return {
        "about": ABOUT,
        "acts": [{"name": name, "message": json.loads(encode(act))} for name, act in acts.items()],
        "accepted": [accepted(said, acts) for said in said_well(acts)],
        "refused": [refused(said, acts) for said in said_wrongly(acts)],
        "refused_start": [refused_start(said) for said in said_first()],
    }


def accepted(said: Said, acts: dict[str, Act]) -> Json:
    """An answer that is taken, and what it is taken for."""
    reply = answered(acts[said.act], said.data).reply
    assert reply is not None
    assert isinstance(reply.answer, Answer), said
    taken = {"action": json.loads(encode(reply.answer.action)), "note": reply.answer.note}
    return {**said.written(), **taken}


def refused(said: Said, acts: dict[str, Act]) -> Json:
    """An answer that is refused, why, and what the bot hears next."""
    bot = answered(acts[said.act], said.data)
    fault = bot.record.result.fault
    assert fault is not None, said
    then = bot.lines[-1][1]
    return {**said.written(), "fault": fault.kind, "reason": fault.detail, "then": then}


def refused_start(said: Said) -> Json:
    """A first message that is refused."""
    failure = greeted(said.data)
    assert failure is not None, said
    return {**said.written(), "fault": failure.kind, "reason": failure.detail, "then": None}


def write() -> None:
    """Write the file anew."""
    FILE.write_text(text(vectors()), "utf-8")
