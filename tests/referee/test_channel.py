"""One bot's line: too much breaks it, what nobody reads is dropped, and it leaves nothing."""

import contextlib
import ctypes
import gc
import os
import resource
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import zmq

from arena.errors import HostError
from arena.referee.channel import KEPT_FOR_REPORT, Channel, open_lane
from arena.referee.libzmq_channel import QUEUE_LIMIT
from arena.referee.zmtp import FRAME_LIMIT
from tests.referee.processes import PATIENCE, Place, eventually, open_folder

SOON = 5.0
"""Seconds; what is measured takes a few milliseconds, or would take for ever."""
NOBODY = 65_000


@pytest.fixture
def channel(place: Place) -> Iterator[Channel]:
    channel = place.channel()
    yield channel
    channel.close()


@contextmanager
def as_somebody_else() -> Iterator[None]:
    """Touch files as an ordinary user does, whom modes bind: root's bots are other users, too."""
    libc = ctypes.CDLL(None)
    if os.geteuid() == 0:
        libc.setfsuid(NOBODY)
    try:
        yield
    finally:
        if os.geteuid() == 0:
            libc.setfsuid(0)


def ended(channel: Channel) -> bool:
    """Whether the line is broken and gives nothing any more."""
    return channel.receive(0) is None and channel.broken() is not None


def may_connect(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as client, as_somebody_else():
        try:
            client.connect(str(path))
        except (PermissionError, ConnectionRefusedError):
            return False
        return True


def test_messages_go_both_ways_one_frame_each(place: Place, channel: Channel) -> None:
    with place.peer(channel.path) as bot:
        bot.send(b"hello")
        assert channel.receive(PATIENCE) == [b"hello"]
        channel.send(b"welcome")
        assert bot.recv_multipart() == [b"welcome"]
        bot.send_multipart([b"two", b"frames"])
        assert channel.receive(PATIENCE) == [b"two", b"frames"]
        bot.send(b"")
        assert channel.receive(PATIENCE) == [b""]


def test_receiving_ends_after_its_time(channel: Channel) -> None:
    before = time.monotonic()
    assert channel.receive(0) is None
    assert channel.receive(0.2) is None
    assert 0.19 < time.monotonic() - before < SOON


def test_the_longest_frame_passes_and_one_byte_more_breaks_the_line(
    place: Place, channel: Channel
) -> None:
    with place.peer(channel.path) as bot:
        bot.send(b"x" * FRAME_LIMIT)
        assert channel.receive(PATIENCE) == [b"x" * FRAME_LIMIT]
        assert not channel.broken()
        bot.send(b"x" * (FRAME_LIMIT + 1))
        assert eventually(lambda: ended(channel))
        assert channel.receive(0) is None


def test_a_line_that_the_bot_closes_is_seen_to_be_broken(place: Place, channel: Channel) -> None:
    with place.peer(channel.path) as bot:
        bot.send(b"last words")
        assert channel.receive(PATIENCE) == [b"last words"]
        assert not channel.broken()
    assert eventually(lambda: ended(channel))


def test_first_come_connections_can_not_be_hijacked_once_the_line_is_sealed(
    place: Place, channel: Channel
) -> None:
    with place.peer(channel.path) as bot:
        bot.send(b"hello")
        assert channel.receive(PATIENCE) == [b"hello"]
        # As open as a socket can be, to see that sealing closes it where it is not closed yet.
        channel.path.chmod(0o666)
        assert may_connect(channel.path) == (place.lane == "libzmq")
        channel.seal()
        assert not may_connect(channel.path)
        # The connection that is there goes on.
        channel.send(b"match")
        assert bot.recv() == b"match"
        bot.send(b"action")
        assert channel.receive(PATIENCE) == [b"action"]


def test_a_new_line_is_open_to_nobody_until_the_sandbox_hands_it_to_its_bot(
    channel: Channel,
) -> None:
    assert stat.S_IMODE(channel.path.stat().st_mode) == 0o600


def test_sending_to_a_bot_that_never_connects_does_not_block(channel: Channel) -> None:
    before = time.monotonic()
    for number in range(1000):
        channel.send(b"%d" % number)
    assert time.monotonic() - before < SOON


def test_sending_to_a_bot_that_reads_nothing_does_not_block_and_is_dropped(
    place: Place, channel: Channel
) -> None:
    with place.peer(channel.path) as bot:
        bot.send(b"hello")
        assert channel.receive(PATIENCE) == [b"hello"]
        before = time.monotonic()
        for _ in range(2000):
            channel.send(b"x" * 10_000)
        assert time.monotonic() - before < SOON


def test_a_bot_that_sends_without_end_is_held_up_and_not_taken_into_memory(
    place: Place, channel: Channel
) -> None:
    with place.peer(channel.path, sndhwm=1) as bot:
        bot.send(b"hello")
        assert channel.receive(PATIENCE) == [b"hello"]
        bot.sndtimeo = 200
        sent = 0
        with contextlib.suppress(zmq.Again):
            while sent < 2000:
                bot.send(b"x" * 20_000)
                sent += 1
        # The kernel holds a few, libzmq its queues beside.
        least = QUEUE_LIMIT if place.lane == "libzmq" else 3
        assert least <= sent < 100
        taken = 0
        while channel.receive(0) is not None:
            taken += 1
        assert least // 2 <= taken < 100


def test_however_fast_messages_follow_each_other_none_is_lost(
    place: Place, channel: Channel
) -> None:
    script = (
        "import sys, zmq\n"
        "socket = zmq.Context().socket(zmq.DEALER)\n"
        "socket.connect(f'ipc://{sys.argv[1]}')\n"
        "socket.send(b'hello')\n"
        "while (message := socket.recv()) != b'bye':\n"
        "    socket.send(message)\n"
    )
    with subprocess.Popen([sys.executable, "-c", script, channel.path]) as bot:
        try:
            assert channel.receive(PATIENCE) == [b"hello"]
            for number in range(20_000):
                channel.send(b"%d" % number)
                # Answers that are there before anybody waits are where libzmq lost its count.
                until = time.perf_counter() + 50e-6 * (number % 2000 < 200)
                while time.perf_counter() < until:
                    pass
                assert channel.receive(PATIENCE) == [b"%d" % number]
            channel.send(b"bye")
            assert bot.wait(PATIENCE) == 0
        finally:
            bot.kill()


def test_the_last_messages_are_kept_both_ways(place: Place, channel: Channel) -> None:
    with place.peer(channel.path) as bot:
        for number in range(5):
            channel.send(b"ask %d" % number)
            bot.send(b"answer %d" % number)
            assert channel.receive(PATIENCE) == [b"answer %d" % number]
    assert list(channel.recent) == [b"ask 3", b"answer 3", b"ask 4", b"answer 4"]
    assert len(channel.recent) == KEPT_FOR_REPORT


def test_closing_is_idempotent_and_leaves_no_file(place: Place) -> None:
    channel = place.channel()
    assert channel.path.is_socket()
    channel.close()
    assert list(place.folder.iterdir()) == []
    channel.close()


def test_closing_leaves_no_file_after_sealing(place: Place) -> None:
    channel = place.channel()
    channel.seal()
    channel.close()
    assert list(place.folder.iterdir()) == []


def test_closing_with_unsent_messages_returns_at_once(place: Place) -> None:
    before = time.monotonic()
    with open_lane(place.lane) as open_channel:
        channel = open_channel(place.folder / "a.sock")
        with socket.socket(socket.AF_UNIX) as deaf:
            deaf.connect(str(channel.path))
            for _ in range(30):
                channel.send(b"x" * 100_000)
            channel.close()
    assert time.monotonic() - before < SOON


def test_a_closed_line_holds_no_socket_that_would_keep_the_program_from_ending(
    place: Place,
) -> None:
    gc.disable()  # so that nothing is closed by chance
    try:
        before = time.monotonic()
        with open_lane(place.lane) as open_channel:
            open_channel(place.folder / "a.sock").close()
        assert time.monotonic() - before < SOON
    finally:
        gc.enable()


def test_a_host_that_gives_no_socket_is_at_fault_and_nothing_hangs(place: Place) -> None:
    with (
        open_lane(place.lane) as open_channel,
        pytest.raises(HostError, match="cannot open a socket for a bot"),
    ):
        open_channel(place.folder / "no such folder" / "a.sock")


def test_a_host_with_no_descriptor_left_for_a_bot_is_at_fault() -> None:
    # Where libzmq has none left it ends the process, which is why its lane raises the limit.
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with (
        open_folder() as folder,
        open_lane("direct") as open_channel,
        socket.socket(socket.AF_UNIX) as bot,
    ):
        channel = open_channel(folder / "a.sock")
        try:
            bot.connect(str(channel.path))
            resource.setrlimit(resource.RLIMIT_NOFILE, (3, hard))
            with pytest.raises(HostError, match="cannot take the connection of a bot"):
                channel.receive(0)
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
            channel.close()
