"""What libzmq once sent, damaged in every way, ends the line and does nothing else."""

import socket
import time
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import zmq
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.records import FaultKind
from arena.referee import Failure
from arena.referee.direct_channel import DirectChannel
from arena.referee.zmtp import FRAME_LIMIT, OPENING
from tests.referee.processes import PATIENCE, open_folder

MESSAGES = [[b"hello"], [b"x" * 300], [b"two", b"frames"], [b""], [b"y" * 70_000], [b"bye"]]
EACH_S = 5.0
"""For one damaged stream; the longest take some tens of milliseconds."""
MOST_BYTES = 6 * FRAME_LIMIT
"""Memory that the referee may take for a line, the copies that are made on the way included."""
MOST_STREAM = 4_000_000


@pytest.fixture(scope="module")
def recorded() -> bytes:
    """Everything that libzmq sends: handshake, heartbeats and messages of each form."""
    context: zmq.Context[zmq.Socket[bytes]]
    with (
        open_folder() as folder,
        socket.socket(socket.AF_UNIX) as listener,
        zmq.Context() as context,
        context.socket(zmq.DEALER) as bot,
    ):
        bot.linger = 0
        bot.setsockopt(zmq.HEARTBEAT_IVL, 10)
        listener.bind(str(folder / "a.sock"))
        listener.listen(1)
        bot.connect(f"ipc://{folder}/a.sock")
        connection, _ = listener.accept()
        with connection:
            connection.settimeout(PATIENCE)
            connection.sendall(OPENING)
            data = b""
            while b"\4PING" not in data:
                data += connection.recv(65_536)
            for message in MESSAGES:
                bot.send_multipart(message)
            while not data.endswith(b"\0\3bye"):
                data += connection.recv(65_536)
        return data


places = st.integers(0, 2**20)
"""Taken modulo the length; the handshake and the first frames are damaged more often."""
early = st.integers(0, 600)
damages = st.one_of(
    st.tuples(st.just("flip"), early | places, st.integers(1, 255)),
    st.tuples(st.just("cut"), early | places, st.integers(1, 400)),
    st.tuples(st.just("repeat"), early | places, st.integers(1, 20_000)),
    st.tuples(st.just("reorder"), early | places, st.integers(1, 400)),
    st.tuples(st.just("end"), early | places, st.just(0)),
)


def damaged(data: bytes, how: str, place: int, amount: int) -> bytes:
    """The stream after one accident."""
    at = place % (len(data) + 1)
    if how == "flip":
        return data[:at] + bytes(byte ^ amount for byte in data[at : at + 1]) + data[at + 1 :]
    if how == "cut":
        return data[:at] + data[at + amount :]
    if how == "repeat":
        piece = data[at : at + 1 + amount % 97]
        times = min(amount, (MOST_STREAM - len(data)) // max(1, len(piece)))
        return data[:at] + piece * max(0, times) + data[at:]
    if how == "reorder":
        middle, end = at + amount, at + 2 * amount
        return data[:at] + data[middle:end] + data[at:middle] + data[end:]
    return data[:at]


@contextmanager
def connected() -> Iterator[tuple[DirectChannel, socket.socket]]:
    """A line and a bot's raw end of it, which never waits."""
    with open_folder() as folder, socket.socket(socket.AF_UNIX) as peer:
        channel = DirectChannel(folder / "a.sock")
        try:
            peer.connect(str(channel.path))
            peer.setblocking(False)
            yield channel, peer
        finally:
            channel.close()


def fed(data: bytes, chunk: int, reads: bool) -> tuple[list[list[bytes]], Failure | None]:
    """The messages that the referee got from the stream, and how the line ended."""
    got: list[list[bytes]] = []
    rest = memoryview(data)
    with connected() as (channel, peer):
        while rest and channel.broken() is None:
            try:
                rest = rest[peer.send(rest[:chunk]) :]
                if reads:
                    peer.recv(65_536)
            except BlockingIOError:
                pass
            if message := channel.receive(0):
                got.append(message)
        peer.close()
        while channel.broken() is None:
            if message := channel.receive(0):
                got.append(message)
        return got, channel.broken()


@pytest.mark.parametrize("chunk", [1, 63, 65_536])
def test_the_stream_as_it_was_recorded_gives_every_message(recorded: bytes, chunk: int) -> None:
    got, end = fed(recorded, chunk, reads=True)
    assert got == MESSAGES
    assert end is not None
    assert end.kind is FaultKind.CRASH


@settings(max_examples=300, deadline=None)
@given(
    accidents=st.lists(damages, min_size=1, max_size=4),
    chunk=st.sampled_from([600, 4096, 65_536]),
    reads=st.booleans(),
)
def test_a_damaged_stream_ends_the_line_and_does_nothing_else(
    recorded: bytes, accidents: list[tuple[str, int, int]], chunk: int, reads: bool
) -> None:
    data = recorded
    for how, place, amount in accidents:
        data = damaged(data, how, place, amount)
    before = time.monotonic()
    got, end = fed(data, chunk, reads)
    assert time.monotonic() - before < EACH_S
    assert end is not None
    assert end.kind in {FaultKind.CRASH, FaultKind.MALFORMED, FaultKind.OVERSIZE}
    assert 0 < len(end.detail) < 300
    assert sum(map(len, (part for message in got for part in message))) <= len(data)


SOURCES = {
    "pings": OPENING + b"\4\x07\4PING\0\0" * 300_000,
    "empty frames of one message": OPENING + b"\1\0" * 1_000_000,
    "one frame that never ends": OPENING
    + b"\2"
    + FRAME_LIMIT.to_bytes(8, "big")
    + bytes(2**18 - 1),
    "a greeting again and again": OPENING * 20_000,
    "properties without end": OPENING[:64]
    + b"\6"
    + (250_006).to_bytes(8, "big")
    + b"\5READY"
    + b"\1a\0\0\0\0" * 500_000,
}


@pytest.mark.parametrize("name", SOURCES)
def test_no_stream_makes_the_referee_grow_or_stop(name: str) -> None:
    before = time.process_time()
    tracemalloc.start()
    try:
        _, end = fed(SOURCES[name], 65_536, reads=False)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert end is not None
    assert peak < MOST_BYTES
    assert time.process_time() - before < EACH_S


def test_bytes_that_trickle_into_a_message_of_many_frames_cost_no_more_each() -> None:
    parts = OPENING + b"\1\0" * 2500
    rest = b"\2" + (60_000).to_bytes(8, "big") + b"x" * 20_000

    def seconds(head: bytes) -> float:
        with connected() as (channel, peer):
            peer.send(head)
            channel.receive(0)
            before = time.process_time()
            for at in range(len(rest)):
                peer.send(rest[at : at + 1])
                channel.receive(0)
            assert channel.broken() is None
            return time.process_time() - before

    assert seconds(parts) < 4 * seconds(OPENING)
