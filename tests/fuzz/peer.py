"""A match against a peer whose every message, its form, size and moment, is decided by bytes."""

import json
from collections import deque
from pathlib import Path
from typing import cast

from arena.records import FaultKind, MatchRecord, decode_record, encode_record
from arena.referee import Failure, Reply, play_match
from arena.referee.channel import Channel
from arena.referee.pondering import Turns
from arena.referee.session import Session
from arena.rules import Seat
from arena.sandbox import BotProcess, Exit
from arena.trust.again import play_again
from arena.wire import MAX_MESSAGE, Act, DealEnd, MatchEnd, MatchStart
from tests.referee.fakes import FakeClock, FakeMeter, FakeProcess, ScriptedPlayer, make_plan

HELLO = b'{"type":"hello","protocol":1,"name":"peer"}'


class Line(Channel):
    """What the peer sends: each byte one thing it does when it is waited for."""

    def __init__(self, script: bytes, clock: FakeClock, process: FakeProcess) -> None:
        super().__init__(Path("nowhere"))
        self._script = deque(script)
        self._rest = script
        self._clock = clock
        self._process = process
        self._act: Act | None = None
        self._waiting: deque[list[bytes]] = deque()
        self._end: Failure | None = None
        self._busy_until = 0.0

    def send(self, data: bytes) -> None:
        """See `Channel.send`."""
        self.recent.append(data)
        message = json.loads(data)
        self._act = message if message["type"] == "act" else None

    def receive(self, seconds: float) -> list[bytes] | None:
        """See `Channel.receive`; always lets some time pass."""
        self._clock.advance(0.01)
        if (busy := self._busy_until - self._clock()) > 0:
            self._clock.advance(1000 * min(seconds, busy))
            return None
        gone = self._process.ended or self._end
        if not self._waiting and not gone:
            self._do(self._script.popleft() if self._script else 0)
        if self._waiting:
            self.recent.append(self._waiting[0][0][:2000] if self._waiting[0] else b"")
            return self._waiting.popleft()
        self._clock.advance(1000 * seconds)
        return None

    def broken(self) -> Failure | None:
        """See `Channel.broken`."""
        return self._end

    def seal(self) -> None:
        """See `Channel.seal`."""

    def close(self) -> None:
        """See `Channel.close`."""

    def _do(self, what: int) -> None:
        kind, rest = what % 16, what // 16
        some = self._rest[rest:]
        if kind < 5:
            self._waiting.append([self._answer(rest)])
        elif kind == 5:
            self._waiting.append([self._answer(rest, action={"play": "AS"})])
        elif kind == 6:
            self._busy_until = self._clock() + 10 ** (rest % 6 - 3)
        elif kind == 7:
            self._waiting.append([HELLO] if rest % 2 else [some])
        elif kind == 8:
            self._waiting.append([self._answer(rest, id="0" * 16)])
        elif kind == 9:
            self._waiting.append([b"x" * (MAX_MESSAGE + rest)])
        elif kind == 10:
            self._waiting.append([some, some][: rest % 3])
        elif kind == 11:
            self._waiting.extend([[self._answer(n)] for n in range(rest)])
        elif kind == 12:
            self._process.ended = Exit(rest, None)
        elif kind == 13:
            self._end = Failure(FaultKind.CRASH, "the line was closed")
        elif kind == 14:
            self._process.limit = "memory 256 MiB"
            self._process.ended = Exit(None, 9)
        else:
            answer = bytearray(self._answer(rest))
            answer[rest % len(answer)] ^= what
            self._waiting.append([bytes(answer)])

    def _answer(self, number: int, **fields: object) -> bytes:
        if self._act is None:
            return HELLO
        act = cast(dict[str, object], self._act)
        legal = cast(list[object], act["legal"])
        action = {"concede": True} if number == 15 else legal[number % len(legal)]
        return json.dumps({"type": "action", "id": act["id"], "action": action, **fields}).encode()


class Peer:
    """A player behind a real session and the line above."""

    def __init__(self, script: bytes, clock: FakeClock) -> None:
        process = FakeProcess(meter=FakeMeter())
        line = Line(script, clock, process)
        turn = Turns(clock, cores=1, ponder=True).join(cast(BotProcess, process))
        self._session = Session(cast(BotProcess, process), line, clock, turn)
        self._clock = clock

    def begin(self, message: MatchStart) -> Failure | None:
        """See `Player.begin`."""
        failure = self._session.greet(self._clock() + 1)
        if failure is None:
            self._session.send(message)
        return failure

    def ask(self, message: Act, deadline: float) -> Reply:
        """See `Player.ask`."""
        return self._session.ask(message, deadline)

    def tell(self, message: DealEnd | MatchEnd) -> None:
        """See `Player.tell`."""
        self._session.send(message)

    def wake(self) -> None:
        """See `Player.wake`."""

    def rest(self) -> None:
        """See `Player.rest`."""

    def caught_ms(self) -> int | None:
        """See `Player.caught_ms`."""
        return None


def play_peer(data: bytes) -> MatchRecord:
    """Play a match to one point against the peer that these bytes make; its record is in order."""
    plan = make_plan("fuzz", target=1)
    clock = FakeClock()
    seat = Seat(data[0] % 2) if data else Seat.ZERO
    peer, honest = Peer(data[1:], clock), ScriptedPlayer(clock)
    players = (peer, honest) if seat is Seat.ZERO else (honest, peer)
    record = play_match(plan, players, clock)
    again = decode_record(encode_record(record))
    assert again == record
    fault = record.result.fault
    assert fault is None or fault.seat is seat
    assert record.result.reason == ("forfeit" if fault else record.result.reason)
    assert play_again(record) == len(record.times_us)
    return record
