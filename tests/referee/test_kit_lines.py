"""Both lines of the Python kit against both ends of the referee's, as messages go over them."""

import os
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from arena.referee.channel import Channel
from arena.referee.zmtp import GREETING, OPENING, READY, frame
from tests.bots_shipped.folders import KIT, load_from
from tests.referee.processes import PATIENCE, Place, eventually, open_folder

LINES = {
    "Line": load_from(KIT, "hokm_kit").Line,
    "PyzmqLine": load_from(KIT, "hokm_pyzmq").PyzmqLine,
}
SIZES = (0, 1, 255, 256, 8191, 65_535, 200_000)
"""Bytes of a frame: around where its length takes more room, and where buffers fill up."""


@pytest.fixture
def channel(place: Place) -> Iterator[Channel]:
    channel = place.channel()
    yield channel
    channel.close()


@pytest.fixture(params=LINES)
def kind(request: pytest.FixtureRequest) -> Any:
    """The class of a line of the kit."""
    return LINES[request.param]


@contextmanager
def bot(do: Callable[[], None]) -> Iterator[None]:
    """What a bot does meanwhile; whatever it raises is raised at the end."""
    problems: list[BaseException] = []

    def run() -> None:
        try:
            do()
        except BaseException as error:
            problems.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    try:
        yield
        thread.join(PATIENCE)
        assert not thread.is_alive()
    finally:
        for problem in problems:
            raise problem


def echoes(kind: Any, channel: Channel, messages: int, slow: float = 0.0) -> Callable[[], None]:
    """Says hello and gives back so many messages, each that many seconds after it came."""

    def run() -> None:
        line = kind(f"ipc://{channel.path}")
        try:
            line.send(b"hello")
            for _ in range(messages):
                time.sleep(slow)
                line.send(line.receive())
            assert line.receive() == b"bye"
        finally:
            line.close()

    return run


def heard(channel: Channel) -> list[bytes] | None:
    """The next message, awaited in short looks like the referee's own."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and not channel.broken():
        if frames := channel.receive(0.005):
            return frames
    return None


def test_frames_of_every_size_go_both_ways_whole(channel: Channel, kind: Any) -> None:
    with bot(echoes(kind, channel, len(SIZES))):
        assert heard(channel) == [b"hello"]
        for size in SIZES:
            message = os.urandom(size)
            channel.send(message)
            assert heard(channel) == [message]
        channel.send(b"bye")
    assert eventually(lambda: channel.receive(0) is None and channel.broken() is not None)


def test_a_thousand_quick_round_trips_stay_in_step(channel: Channel, kind: Any) -> None:
    with bot(echoes(kind, channel, 1000)):
        assert heard(channel) == [b"hello"]
        for number in range(1000):
            channel.send(b"%d" % number)
            assert heard(channel) == [b"%d" % number]
        channel.send(b"bye")


def test_a_slow_reader_gets_every_byte(channel: Channel, kind: Any) -> None:
    messages = [os.urandom(200_000) for _ in range(3)]
    with bot(echoes(kind, channel, len(messages), slow=0.2)):
        assert heard(channel) == [b"hello"]
        for message in messages:
            channel.send(message)
            assert heard(channel) == [message]
        channel.send(b"bye")


def test_what_a_deaf_bot_misses_is_whole_messages(channel: Channel, kind: Any) -> None:
    deaf = threading.Event()
    got: list[bytes] = []

    def listen_late() -> None:
        line = kind(f"ipc://{channel.path}")
        try:
            line.send(b"hello")
            assert deaf.wait(PATIENCE)
            while (message := line.receive()) != b"last":
                got.append(message)
            line.send(b"answer")
        finally:
            line.close()

    with bot(listen_late):
        assert heard(channel) == [b"hello"]
        sent = [b"%03d" % number + os.urandom(10_000) for number in range(200)]
        for message in sent:
            channel.send(message)
        deaf.set()
        answer = None
        while answer is None:
            # Until the bot has caught up, this is dropped, too.
            channel.send(b"last")
            answer = channel.receive(0.005)
        assert answer == [b"answer"]
    assert set(got) <= set(sent)
    assert got == sorted(got)
    assert sent[0] in got


def test_a_bot_through_pyzmq_may_start_before_there_is_anybody_to_connect_to(place: Place) -> None:
    path = place.folder / "a.sock"
    line = LINES["PyzmqLine"](f"ipc://{path}")
    try:
        line.send(b"hello")
        channel = place.channel()
        try:
            assert heard(channel) == [b"hello"]
            channel.send(b"bye")
            assert line.receive() == b"bye"
        finally:
            channel.close()
    finally:
        line.close()


def test_the_referee_reads_what_trickles_in(channel: Channel) -> None:
    got = []
    with socket.socket(socket.AF_UNIX) as peer:
        peer.connect(str(channel.path))
        for byte in OPENING + frame(b"x" * 300) + frame(b"hello"):
            peer.sendall(bytes([byte]))
            if frames := channel.receive(0):
                got.append(frames)
        while len(got) < 2 and (frames := heard(channel)):
            got.append(frames)
    assert got == [[b"x" * 300], [b"hello"]]


def test_a_kit_line_reads_what_trickles_in(kind: Any) -> None:
    with open_folder() as folder, socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(folder / "a.sock"))
        listener.listen(1)

        def listen() -> None:
            line = kind(f"ipc://{folder}/a.sock")
            try:
                assert line.receive() == b"x" * 300
                assert line.receive() == b"bye"
            finally:
                line.close()

        with bot(listen):
            connection, _ = listener.accept()
            with connection:
                for byte in GREETING + READY + frame(b"x" * 300) + frame(b"bye"):
                    connection.sendall(bytes([byte]))
                    time.sleep(0.0002)
                while connection.recv(65_536):
                    pass
