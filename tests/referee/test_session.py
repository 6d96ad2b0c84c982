"""What comes over the line, and what the process does, becomes an answer or one fault."""

import json
import signal
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, cast

import pytest
import zmq

from arena.errors import HostError
from arena.records import FaultKind
from arena.referee import Failure
from arena.referee import session as sessions
from arena.referee.channel import Channel
from arena.referee.host_delay import ALLOWANCE_S
from arena.referee.pondering import Turn, Turns
from arena.referee.session import FIRST_LOOK_S, FLOOD, Session
from arena.referee.zmtp import FRAME_LIMIT
from arena.rules import KEEP, Ruleset, Seat
from arena.sandbox import BotProcess, Exit
from arena.wire import MAX_MESSAGE, Answer, MatchStart, TimeControl
from tests.referee.fakes import FakeProcess, dry_run, make_plan
from tests.referee.processes import PATIENCE, Place

ACT = dry_run(make_plan(target=1))[3]
HELLO = b'{"type":"hello","protocol":1,"name":"x"}'


@dataclass
class Pair:
    """Both ends of a session that has been greeted."""

    session: Session
    bot: "zmq.Socket[bytes]"
    process: FakeProcess
    clock: list[float] = field(default_factory=list)
    """Times that the referee's clock shows next, before it is a real one again."""

    def now(self) -> float:
        return self.clock.pop(0) if self.clock else time.monotonic()

    def ask(self, seconds: float = PATIENCE) -> Answer | Failure:
        return self.session.ask(ACT, time.monotonic() + seconds).answer

    def answer(self, seconds: float = PATIENCE, **fields: Any) -> Answer | Failure:
        """Send an answer, a good one but for these fields, and have the referee ask."""
        good = {"type": "action", "id": ACT.id, "action": {"draw": "keep"}}
        self.bot.send(json.dumps({**good, **fields}).encode())
        return self.ask(seconds)


def unwatched(process: FakeProcess) -> Turn:
    """The turn of a bot that may compute whenever it likes."""
    return Turns(time.monotonic, cores=1, ponder=True).join(cast(BotProcess, process))


@contextmanager
def line(place: Place, process: FakeProcess) -> Iterator[tuple[Session, Channel]]:
    """A session with nobody at the other end yet."""
    channel = place.channel()
    session = Session(cast(BotProcess, process), channel, time.monotonic, unwatched(process))
    try:
        yield session, channel
    finally:
        session.close()


@pytest.fixture
def pair(place: Place) -> Iterator[Pair]:
    process = FakeProcess()
    channel = place.channel()
    pair = cast(Pair, None)
    session = Session(cast(BotProcess, process), channel, lambda: pair.now(), unwatched(process))
    with place.peer(channel.path) as bot:
        pair = Pair(session, bot, process)
        bot.send(HELLO)
        assert session.greet(time.monotonic() + PATIENCE) is None
        yield pair
    session.close()


def test_an_answer_is_given_back_as_it_came(pair: Pair) -> None:
    assert pair.answer(note="hm") == Answer(ACT.id, KEEP, "hm")
    assert b'"type":"act"' in pair.bot.recv()


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"\x00\x01garbage", "JSON is malformed"),
        (b"", "truncated"),
        (b"{", "truncated"),
        (b"[]", "Expected `object`"),
        (b'{"type":"action","id":"\xff","action":{"draw":"keep"}}', "utf-8"),
        (b'{"type":"surrender"}', r"at `$.type`"),
        (b'{"type":"action","id":7,"action":{"draw":"keep"}}', r"at `$.id`"),
        (b'{"type":"action","id":"x","action":{"concede":1}}', r"at `$.action.concede`"),
        (b'{"type":"action","id":"x","action":{"play":["AS"]}}', r"at `$.action.play`"),
        (b'{"type":"action","id":"x","action":{"play":"1S"}}', r"at `$.action.play`"),
        (b'{"type":"action","id":"x","action":{"draw":"keep"},"extra":1}', "unknown field `extra`"),
        (
            b'{"type":"action","id":"x","id":"y","action":{"draw":"keep"}}',
            "`id` more than once",
        ),
        (HELLO, r"`hello` is said once, at the start - at `$.type`"),
    ],
)
def test_what_is_no_message_is_malformed_and_where_is_said(
    pair: Pair, data: bytes, problem: str
) -> None:
    pair.bot.send(data)
    failure = pair.ask()
    assert isinstance(failure, Failure)
    assert failure.kind is FaultKind.MALFORMED
    assert problem.lower() in failure.detail.lower()


def test_two_frames_are_malformed(pair: Pair) -> None:
    pair.bot.send_multipart([b"", HELLO])
    assert pair.ask() == Failure(FaultKind.MALFORMED, "a message of 2 frames instead of one")


def test_a_message_over_the_limit_is_oversize_also_in_pieces(pair: Pair) -> None:
    for frames in ([b"x" * (MAX_MESSAGE + 1)], [b"x" * MAX_MESSAGE, b"y"]):
        pair.bot.send_multipart(frames)
        failure = pair.ask()
        assert isinstance(failure, Failure)
        assert failure.kind is FaultKind.OVERSIZE
        assert f"{MAX_MESSAGE + 1} bytes" in failure.detail


def test_a_frame_that_breaks_the_line_is_oversize_long_before_the_deadline(pair: Pair) -> None:
    pair.bot.send(b"x" * (FRAME_LIMIT + 1))
    failure = pair.ask(60)
    assert isinstance(failure, Failure)
    assert failure.kind is FaultKind.OVERSIZE


@pytest.mark.parametrize("count", [FLOOD + 1, 200])
def test_a_flood_of_answers_nobody_asked_for_is_oversize(pair: Pair, count: int) -> None:
    for number in range(count):
        pair.bot.send(b'{"type":"action","id":"%d","action":{"draw":"keep"}}' % number)
    failure = pair.ask()
    assert isinstance(failure, Failure)
    assert failure.kind is FaultKind.OVERSIZE
    assert "flood" in failure.detail


def test_a_few_answers_nobody_asked_for_are_no_flood(pair: Pair) -> None:
    reply = pair.answer(id="another")
    assert reply == Answer("another", KEEP)


def test_no_answer_is_a_timeout_after_the_deadline(pair: Pair) -> None:
    before = time.monotonic()
    failure = pair.ask(0.1)
    assert isinstance(failure, Failure)
    assert failure.kind is FaultKind.TIMEOUT
    assert time.monotonic() - before >= 0.1


def test_an_answer_just_after_the_deadline_is_taken_so_that_its_overrun_is_known(
    pair: Pair,
) -> None:
    pair.bot.send(b'{"type":"action","id":"%s","action":{"draw":"keep"}}' % ACT.id.encode())
    assert pair.ask(-0.01) == Answer(ACT.id, KEEP)


def test_a_crash_is_found_long_before_the_deadline(pair: Pair) -> None:
    for ended, text in (
        (Exit(3, None), "exit code 3"),
        (Exit(None, signal.SIGSEGV), "signal SIGSEGV"),
    ):
        pair.process.ended = ended
        assert pair.ask(60) == Failure(FaultKind.CRASH, f"the process ended: {text}")


def test_a_limit_explains_the_exit_that_it_caused(pair: Pair) -> None:
    pair.process.ended = Exit(None, signal.SIGKILL)
    pair.process.limit = "memory 256 MiB"
    assert pair.ask(60) == Failure(FaultKind.RESOURCE, "over the limit: memory 256 MiB")


def test_a_crash_explains_the_end_of_the_line(pair: Pair) -> None:
    pair.process.ended = Exit(1, None)
    pair.bot.close()
    assert pair.ask(60) == Failure(FaultKind.CRASH, "the process ended: exit code 1")


def test_a_line_closed_by_a_living_bot_is_said_to_be_closed(place: Place, pair: Pair) -> None:
    pair.bot.close()
    failure = pair.ask(60)
    assert isinstance(failure, Failure)
    # libzmq does not tell it from a frame that is too long.
    assert failure.kind is (FaultKind.CRASH if place.lane == "direct" else FaultKind.OVERSIZE)
    assert "closed" in failure.detail


def test_what_a_bot_said_before_it_ended_still_counts(pair: Pair) -> None:
    pair.process.ended = Exit(0, None)
    assert pair.answer() == Answer(ACT.id, KEEP)


def test_an_answer_that_lay_waiting_while_the_referee_slept_is_not_late(pair: Pair) -> None:
    pair.bot.send(b'{"type":"action","id":"%s","action":{"draw":"keep"}}' % ACT.id.encode())
    time.sleep(0.05)
    deadline = time.monotonic() + 0.3
    awake = deadline + 2
    pair.clock = [deadline - 0.3, deadline - 0.3, awake]
    reply = pair.session.ask(ACT, deadline)
    assert reply.answer == Answer(ACT.id, KEEP)
    assert awake - reply.withheld_s <= deadline


def test_an_answer_that_comes_just_after_a_look_was_not_kept_waiting(pair: Pair) -> None:
    """An answer that comes at its own time is charged in full, whenever the referee looked."""
    withheld = []
    for _ in range(20):
        answer = b'{"type":"action","id":"%s","action":{"draw":"keep"}}' % ACT.id.encode()
        later = threading.Timer(FIRST_LOOK_S + 0.0015, pair.bot.send, (answer,))
        later.start()
        withheld.append(pair.session.ask(ACT, time.monotonic() + PATIENCE).withheld_s)
        later.join()
    # Where this machine is slow it may be told so, but not as a rule.
    assert sorted(withheld)[len(withheld) // 2] == 0


def test_time_in_which_the_host_did_not_let_the_bot_run_is_given_back(pair: Pair) -> None:
    pair.process.meter.share = 0.8
    began = time.monotonic()
    reply = pair.session.ask(ACT, began + 0.5)
    assert isinstance(reply.answer, Failure)
    assert reply.answer.kind is FaultKind.TIMEOUT
    # Half a second takes about two and a half.
    assert reply.withheld_s > 1
    assert time.monotonic() - began > 0.5 + reply.withheld_s


def test_a_host_that_withholds_more_than_can_be_given_back_voids_the_pair(pair: Pair) -> None:
    pair.process.meter.share = ALLOWANCE_S / 0.05
    with pytest.raises(HostError, match="kept a bot from running"):
        pair.session.ask(ACT, time.monotonic() + 1)


def test_a_bot_that_answers_before_the_first_look_is_not_looked_at(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "FIRST_LOOK_S", PATIENCE)  # whatever else the host does
    greeted = pair.process.meter.looks
    assert pair.answer() == Answer(ACT.id, KEEP)
    assert pair.process.meter.looks == greeted


def test_a_trickle_of_bytes_does_not_move_the_deadline(place: Place) -> None:
    stop = threading.Event()
    with line(place, FakeProcess()) as (session, channel), socket.socket(socket.AF_UNIX) as bot:
        bot.settimeout(PATIENCE)
        bot.connect(str(channel.path))
        # ZMTP 3.0 by hand: ZeroMQ itself sends no byte of a message before it has them all.
        bot.sendall(b"\xff" + bytes(8) + b"\x7f\x03\x00NULL" + bytes(16) + bytes(32))
        bot.sendall(b"\x04\x1c\x05READY\x0bSocket-Type\x00\x00\x00\x06DEALER")
        assert channel.receive(0.3) is None  # libzmq takes no message before it has answered
        bot.sendall(bytes([0, len(HELLO)]) + HELLO)
        assert session.greet(time.monotonic() + PATIENCE) is None
        bot.sendall(bytes([0, 200]))

        def trickle() -> None:
            while not stop.wait(0.1):
                bot.sendall(b"x")

        thread = threading.Thread(target=trickle)
        thread.start()
        before = time.monotonic()
        try:
            failure = session.ask(ACT, before + 0.5).answer
        finally:
            stop.set()
            thread.join()
    assert isinstance(failure, Failure)
    assert failure.kind is FaultKind.TIMEOUT
    assert 0.5 <= time.monotonic() - before < 15  # 200 bytes would take 20 seconds


@pytest.mark.parametrize(
    ("data", "detail"),
    [
        (b'{"type":"hello","protocol":2,"name":"x"}', "$.protocol"),
        (b'{"type":"hello","protocol":true,"name":"x"}', "$.protocol"),
        (b'{"type":"hello","protocol":"1","name":"x"}', "$.protocol"),
        (b'{"type":"hello","protocol":1}', "name"),
        (
            b'{"type":"action","id":"x","action":{"draw":"keep"}}',
            "the first message is not `hello`",
        ),
        (b"hello", "JSON is malformed"),
        (b"x" * (MAX_MESSAGE + 1), "bytes"),
    ],
)
def test_anything_but_a_valid_hello_is_a_failed_start(
    place: Place, data: bytes, detail: str
) -> None:
    with line(place, FakeProcess()) as (session, channel), place.peer(channel.path) as bot:
        bot.send(data)
        failure = session.greet(time.monotonic() + PATIENCE)
    assert failure is not None
    assert failure.kind is FaultKind.FAILED_START
    assert detail in failure.detail


@pytest.mark.parametrize(
    ("process", "detail"),
    [
        (FakeProcess(), "no `hello` in time"),
        (FakeProcess(ended=Exit(7, None)), "the process ended: exit code 7"),
        (FakeProcess(limit="processes 64"), "over the limit: processes 64"),
    ],
)
def test_a_failed_start_says_why(place: Place, process: FakeProcess, detail: str) -> None:
    with line(place, process) as (session, _):
        failure = session.greet(time.monotonic() + 0.1)
    assert failure == Failure(FaultKind.FAILED_START, detail)


def test_the_last_messages_are_kept_as_text_and_shortened(pair: Pair) -> None:
    pair.session.send(MatchStart("m", Seat.ZERO, Ruleset(), TimeControl(), {}))
    pair.bot.send(b"\xff" * MAX_MESSAGE)
    pair.ask()
    recent = pair.session.recent()
    assert any('"match_start"' in text for text in recent)
    assert recent[-1] == 2000 * "\N{REPLACEMENT CHARACTER}"
    assert all(len(text) <= 2000 for text in recent)


def test_closing_kills_the_process_and_may_be_done_again(pair: Pair) -> None:
    pair.session.close()
    assert pair.process.killed
    pair.session.close(0.01)


def test_bye_is_said_to_a_bot_that_is_dismissed(pair: Pair) -> None:
    pair.session.dismiss()
    assert pair.bot.recv() == b'{"type":"bye"}'
