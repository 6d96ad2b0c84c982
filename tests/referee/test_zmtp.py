"""The wire protocol of ZeroMQ from bytes alone: every way to cut them up, and every way to lie."""

import contextlib
import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.referee.zmtp import (
    FRAME_COST,
    FRAME_LIMIT,
    GREETING,
    MORE,
    OPENING,
    READY,
    Inbox,
    OversizeError,
    ZmtpError,
    frame,
    properties,
)

PING = frame(b"\4PING\0\0ctx", 4)

messages = st.lists(st.lists(st.binary(max_size=600), min_size=1, max_size=4), max_size=5)


def written(parts: list[bytes]) -> bytes:
    """A message as it goes over the wire."""
    return b"".join(frame(part, MORE) for part in parts[:-1]) + frame(parts[-1])


def ready(kind: bytes = b"DEALER") -> bytes:
    return frame(b"\5READY\x0bSocket-Type" + len(kind).to_bytes(4, "big") + kind, 4)


def opened() -> Inbox:
    inbox = Inbox()
    inbox.feed(OPENING)
    assert inbox.take() is None
    return inbox


@given(messages, st.lists(st.integers(0, 4000)))
def test_messages_come_out_as_they_went_in_however_the_bytes_are_cut(
    sent: list[list[bytes]], cuts: list[int]
) -> None:
    data = OPENING + b"".join(map(written, sent))
    places = [0, *sorted(min(cut, len(data)) for cut in cuts), len(data)]
    inbox, got = Inbox(), []
    for start, end in pairwise(places):
        inbox.feed(data[start:end])
        while (message := inbox.take()) is not None:
            got.append(message)
    assert got == sent


@given(st.binary(max_size=300), st.booleans())
def test_no_bytes_do_more_than_end_the_line(data: bytes, greeted: bool) -> None:
    inbox = opened() if greeted else Inbox()
    taken = 0
    with contextlib.suppress(ZmtpError):
        for at in range(len(data)):
            inbox.feed(data[at : at + 1])
            while (message := inbox.take()) is not None:
                taken += sum(map(len, message))
    assert taken < len(data) or not data


@pytest.mark.parametrize("size", [0, 1, 255, 256, 65_536])
def test_long_and_short_frames_are_read_in_either_form(size: int) -> None:
    data = b"x" * size
    long = b"\2" + size.to_bytes(8, "big") + data
    inbox = opened()
    inbox.feed(long + frame(data))
    assert [inbox.take(), inbox.take()] == [[data], [data]]


def test_a_message_may_be_as_long_as_the_limit_and_not_a_byte_longer() -> None:
    inbox = opened()
    inbox.feed(frame(b"x" * FRAME_LIMIT))
    assert inbox.take() == [b"x" * FRAME_LIMIT]
    inbox.feed(frame(b"x" * (FRAME_LIMIT + 1))[:9])
    with pytest.raises(OversizeError, match=f"over {FRAME_LIMIT} bytes"):
        inbox.take()


def test_frames_of_one_message_count_together_and_empty_ones_too() -> None:
    inbox = opened()
    inbox.feed(frame(b"x" * (FRAME_LIMIT - FRAME_COST), MORE) + frame(b"yz"))
    with pytest.raises(OversizeError):
        inbox.take()
    inbox = opened()
    inbox.feed(frame(b"", MORE) * (FRAME_LIMIT // FRAME_COST + 2))
    with pytest.raises(OversizeError):
        inbox.take()


def test_an_endless_length_is_refused_before_any_of_it_has_come() -> None:
    inbox = opened()
    inbox.feed(b"\2" + b"\xff" * 8)
    with pytest.raises(OversizeError):
        inbox.take()


@pytest.mark.parametrize("kind", [b"DEALER", b"ROUTER", b"REP"])
def test_these_sockets_may_talk_to_a_dealer(kind: bytes) -> None:
    inbox = Inbox()
    inbox.feed(GREETING + ready(kind) + frame(b"hello"))
    assert inbox.take() == [b"hello"]


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"{", "no ZeroMQ greeting"),
        (b"\xff" + bytes(9), "no ZeroMQ greeting"),
        (GREETING[:10] + b"\1", "version 3"),
        (GREETING[:12] + b"PLAIN" + bytes(47), "security mechanism b'PLAIN' instead of NULL"),
        (GREETING + frame(b"hello"), "before the READY command"),
        (GREETING + ready(b"SUB"), "type b'SUB'; DEALER is needed"),
        (GREETING + ready(b""), "type b''; DEALER is needed"),
        (GREETING + READY[:-1] + b"\1", "cut off"),
        (GREETING + frame(b"\5READY\0", 4), "cut off"),
        (GREETING + frame(READY[2:] + b"\4name", 4), "cut off"),
        (GREETING + PING, "an unexpected command b'PING'"),
        (GREETING + frame(b"\5ERROR\5sorry", 4), "the error b'sorry'"),
        (GREETING + frame(b"", 4), "an unexpected command b''"),
        (OPENING + READY, "an unexpected command b'READY'"),
        (OPENING + frame(b"\4PING" + bytes(19), 4), "an unexpected command b'PING'"),
        (OPENING + b"\x08\0", "flags 0x08"),
        (OPENING + b"\x05\0", "flags 0x05"),
    ],
)
def test_what_breaks_the_protocol_is_named(data: bytes, problem: str) -> None:
    inbox = Inbox()
    inbox.feed(data)
    with pytest.raises(ZmtpError) as raised:
        inbox.take()
    assert problem in str(raised.value)


def test_a_ping_is_answered_with_what_it_brought() -> None:
    inbox = opened()
    inbox.feed(PING + frame(b"\4PONGctx", 4) + frame(b"hello"))
    assert inbox.take() == [b"hello"]
    assert inbox.pongs == [frame(b"\4PONGctx", 4)]


def test_reading_properties_takes_time_in_proportion_to_their_number() -> None:
    def seconds(number: int) -> float:
        data = b"\1a\0\0\0\0" * number
        times = []
        for _ in range(3):
            before = time.process_time()
            properties(data)
            times.append(time.process_time() - before)
        return min(times)

    assert seconds(40_000) < 8 * seconds(10_000)


def test_what_is_quoted_in_a_problem_is_short() -> None:
    inbox = Inbox()
    inbox.feed(GREETING + ready(b"\xff" * 100_000))
    with pytest.raises(ZmtpError) as raised:
        inbox.take()
    assert len(str(raised.value)) < 300
