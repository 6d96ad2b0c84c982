"""The adapter beside a bot on standard input and output, without a sandbox around them.

What it does in one is tested by `test_real_processes`.
"""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from arena.referee.bot_player import ADAPTED, STDIO_ADAPTER
from arena.referee.channel import Channel
from tests.referee.processes import PATIENCE, Place, eventually


@contextmanager
def adapted(channel: Channel, *bot: str) -> Iterator["subprocess.Popen[bytes]"]:
    """The adapter with that bot, at the other end of the channel."""
    *python, path = ADAPTED
    command = [sys.executable, *python[1:], str(STDIO_ADAPTER[path]), *bot]
    environment = {"PATH": "/usr/bin:/bin", "ARENA_ENDPOINT": f"ipc://{channel.path}"}
    with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE) as process:
        try:
            yield process
        finally:
            process.kill()


@pytest.fixture
def channel(place: Place) -> Iterator[Channel]:
    channel = place.channel()
    yield channel
    channel.close()


def heard(channel: Channel) -> bytes:
    frames = channel.receive(PATIENCE)
    assert frames is not None
    assert len(frames) == 1
    return frames[0]


def test_the_bot_is_told_no_endpoint_and_inherits_nothing(channel: Channel) -> None:
    script = (
        'echo "endpoint $ARENA_ENDPOINT"; grep SigIgn /proc/self/status;'
        " echo /proc/self/fd/*; cat > /dev/null"
    )
    with adapted(channel, "sh", "-c", script):
        assert heard(channel) == b"endpoint "
        ignored = int(heard(channel).split()[1], 16)
        assert [number for number in (13, 25) if ignored >> number - 1 & 1] == []
        descriptors = [path.rpartition(b"/")[2] for path in heard(channel).split()]
        assert set(descriptors) <= {b"0", b"1", b"2", b"3"}  # 3: the list itself


def test_a_bot_that_reads_to_the_end_ends_when_the_referee_is_gone(channel: Channel) -> None:
    with adapted(channel, "sh", "-c", "echo hello; cat > /dev/null; exit 7") as process:
        assert heard(channel) == b"hello"
        channel.close()
        assert process.wait(PATIENCE) == 7


@pytest.mark.parametrize(("script", "code"), [("exit 3", 3), ("kill -9 $$", 128 + 9)])
def test_the_bots_end_is_the_adapters(channel: Channel, script: str, code: int) -> None:
    with adapted(channel, "sh", "-c", script) as process:
        # The referee waits for a message meanwhile.
        assert eventually(lambda: channel.receive(0.01) is None and process.poll() is not None)
        assert process.returncode == code


def test_a_program_that_is_not_there_is_named(channel: Channel) -> None:
    with adapted(channel, "no-such-program") as process:
        assert process.wait(PATIENCE) == 127
        assert process.stderr is not None
        assert process.stderr.read() == b"no-such-program: No such file or directory\n"


def test_lines_of_any_length_go_both_ways_whole(channel: Channel) -> None:
    with adapted(channel, "sh", "-c", "echo hello; exec cat") as process:
        assert heard(channel) == b"hello"
        for size in (0, 1, 255, 256, 4095, 65_535):
            channel.send(b"x" * size)
            assert heard(channel) == b"x" * size
        channel.close()
        assert process.wait(PATIENCE) == 0
