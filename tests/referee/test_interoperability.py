"""Other implementations of ZeroMQ at a bot's end of the line.

The peers in tests/bots/interop each say hello and echo until they hear bye.
"""

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import zmq
from zmq.constants import Event, SocketType
from zmq.utils.monitor import recv_monitor_message

from arena.referee.channel import Channel
from arena.referee.direct_channel import DirectChannel
from arena.referee.zmtp import COMMAND, OPENING, frame
from tests.referee.processes import PATIENCE, Place, eventually, open_folder
from tests.toolchains import leave_out, needs

PEERS = Path(__file__).parents[1] / "bots" / "interop"
SIZES = (0, 1, 255, 256, 8191, 65_535, 200_000)
"""Bytes of a frame: around where its length takes more room, and where buffers fill up."""
BEAT_MS = 750
"""Long enough for a referee on a busy host to look at its lines."""
BUILD_S = 300
"""Seconds for a build with what it downloads, even on a busy host."""

BUILDS = {
    "cpp": ("g++", "-O1", "-o", "peer", "peer.cc", "-ldl"),
    "go": ("go", "build", "-gcflags=all=-N -l", "-o", "peer", "."),
    "rust": ("cargo", "build", "--quiet", "--locked"),
}
UNREACHABLE = ("dial tcp", "proxyconnect", "no such host", "failed to download", "spurious network")
"""How go and cargo say that there is no network."""
PROGRAMS = {"cpp": "peer", "go": "peer", "rust": "target/debug/peer"}


@pytest.fixture(scope="session")
def workshop() -> Iterator[Path]:
    """Where peers are built, once, and where what that takes is kept for as long."""
    with tempfile.TemporaryDirectory(prefix="hokm-test-") as name:
        yield Path(name)


def built(language: str, workshop: Path) -> Path:
    """The program; it is built if it is not there yet."""
    folder = workshop / language
    program = folder / PROGRAMS[language]
    if not program.exists():
        command = BUILDS[language]
        needs(command[0])
        shutil.copytree(PEERS / language, folder, dirs_exist_ok=True)
        environment = {
            **os.environ,
            "GOCACHE": str(workshop / "go-build"),
            "GOMODCACHE": str(workshop / "go-modules"),
            "GOFLAGS": "-modcacherw",
            "GOTOOLCHAIN": "local",
            "CGO_ENABLED": "0",
            "CARGO_TARGET_DIR": str(folder / "target"),
        }
        ran = subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, text=True, timeout=BUILD_S
        )
        if ran.returncode != 0:
            # A peer that does not compile is a defect, libraries that do not come are none.
            assert any(word in ran.stderr.lower() for word in UNREACHABLE), ran.stderr
            leave_out(f"no way to download what the peer in {language} needs: {ran.stderr}")
    return program


def libzmq() -> str:
    """The file of the libzmq that this process itself has loaded."""
    assert zmq.zmq_version_info() >= (4, 2)
    maps = Path("/proc/self/maps").read_text().splitlines()
    loaded = {line.split(maxsplit=5)[-1] for line in maps}
    files = [path for path in loaded if Path(path).name.startswith("libzmq")]
    if not files:
        leave_out("pyzmq has no libzmq in a file of its own")
    return files[0]


@contextmanager
def running(*command: object) -> Iterator["subprocess.Popen[str]"]:
    """A peer that is killed if it does not end by itself."""
    words = [str(word) for word in command]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as peer:
        try:
            yield peer
        finally:
            peer.kill()


@pytest.fixture
def channel(place: Place) -> Iterator[Channel]:
    channel = place.channel()
    yield channel
    channel.close()


@pytest.fixture
def direct() -> Iterator[DirectChannel]:
    """A line on which the referee speaks the wire protocol itself."""
    with open_folder() as folder:
        channel = DirectChannel(folder / "a.sock")
        yield channel
        channel.close()


@contextmanager
def socket_of(
    kind: SocketType, channel: Channel, beats: bool = False
) -> Iterator[tuple["zmq.Socket[bytes]", "zmq.Socket[bytes]"]]:
    """libzmq's socket of that kind, connected, and another that tells how its connection fares.

    With `beats` it hangs up where it is not answered within `BEAT_MS`.
    """
    context: zmq.Context[zmq.Socket[bytes]]
    with (
        zmq.Context() as context,
        context.socket(kind) as bot,
        context.socket(zmq.PAIR) as monitor,
    ):
        bot.linger = 0
        if beats:
            bot.setsockopt(zmq.HEARTBEAT_IVL, 50)
            bot.setsockopt(zmq.HEARTBEAT_TIMEOUT, BEAT_MS)
        bot.monitor("inproc://monitor", Event.ALL)
        monitor.connect("inproc://monitor")
        bot.connect(f"ipc://{channel.path}")
        yield bot, monitor
        bot.monitor(None, 0)


def happens(
    event: Event,
    monitor: "zmq.Socket[bytes]",
    channel: Channel | None = None,
    seconds: float = PATIENCE,
) -> bool:
    """Whether it does in that time, and while the referee listens to that line."""

    def told() -> bool:
        if channel is not None:
            channel.receive(0)
        while monitor.poll(0):
            if recv_monitor_message(monitor)["event"] == event:
                return True
        return False

    return eventually(told, seconds)


def heard(channel: Channel, seconds: float = PATIENCE) -> list[bytes] | None:
    """The next message, awaited in short looks like the referee's own."""
    end = time.monotonic() + seconds
    while time.monotonic() < end and not channel.broken():
        if frames := channel.receive(0.005):
            return frames
    return None


def check_echo(channel: Channel, peer: "subprocess.Popen[str]") -> None:
    """It is greeted by the peer, which then gives back whatever is sent, and ends at its bye."""
    assert heard(channel) == [b"hello"]
    channel.seal()
    for size in SIZES:
        message = os.urandom(size)
        channel.send(message)
        assert heard(channel) == [message]
    for number in range(1000):
        channel.send(b"%d" % number)
        assert heard(channel) == [b"%d" % number]
    assert channel.broken() is None
    channel.send(b"bye")
    assert peer.wait(PATIENCE) == 0
    assert eventually(lambda: channel.receive(0) is None and channel.broken() is not None)


@pytest.mark.parametrize("kind", ["dealer", "router"])
def test_a_program_that_links_libzmq_plays(channel: Channel, workshop: Path, kind: str) -> None:
    peer = built("cpp", workshop)
    with running(peer, f"ipc://{channel.path}", libzmq(), kind) as process:
        check_echo(channel, process)


# Building what they need takes half a minute each.
@pytest.mark.soak
@pytest.mark.parametrize("language", ["go", "rust"])
@pytest.mark.timeout(2 * BUILD_S)
def test_a_library_that_is_no_libzmq_plays(channel: Channel, workshop: Path, language: str) -> None:
    peer = built(language, workshop)
    with running(peer, f"ipc://{channel.path}") as process:
        check_echo(channel, process)


def test_a_delimiter_before_the_message_is_a_frame_too_many(
    channel: Channel, workshop: Path
) -> None:
    peer = built("cpp", workshop)
    with running(peer, f"ipc://{channel.path}", libzmq(), "delimited"):
        # `test_session` has what becomes of it: malformed, "2 frames instead of one".
        assert heard(channel) == [b"", b"hello"]


def test_a_rep_is_let_in_but_its_own_library_keeps_it_from_saying_hello(
    channel: Channel, workshop: Path
) -> None:
    peer = built("cpp", workshop)
    with running(peer, f"ipc://{channel.path}", libzmq(), "rep") as process:
        assert process.stdout is not None
        assert "cannot be accomplished in current state" in process.stdout.readline()
        assert heard(channel, 0.3) is None
        assert channel.broken() is None


@pytest.mark.parametrize("kind", [SocketType.DEALER, SocketType.ROUTER, SocketType.REP])
def test_libzmq_shakes_hands_with_each_socket_that_may_talk_to_a_dealer(
    channel: Channel, kind: SocketType
) -> None:
    with socket_of(kind, channel) as (_, monitor):
        assert happens(Event.HANDSHAKE_SUCCEEDED, monitor, channel)


@pytest.mark.parametrize(
    "kind", [SocketType.REQ, SocketType.PAIR, SocketType.SUB, SocketType.PUB, SocketType.PUSH]
)
def test_a_bot_with_another_kind_of_socket_is_told_so(
    direct: DirectChannel, kind: SocketType
) -> None:
    with socket_of(kind, direct):
        assert heard(direct) is None
        broken = direct.broken()
        assert broken is not None
        assert "DEALER" in broken.detail


def test_heartbeats_are_answered_while_the_referee_waits(channel: Channel) -> None:
    with socket_of(SocketType.DEALER, channel, beats=True) as (bot, monitor):
        bot.send(b"hello")
        assert heard(channel) == [b"hello"]
        assert not happens(Event.DISCONNECTED, monitor, channel, 2 * BEAT_MS / 1000)
        bot.send(b"still here")
        assert heard(channel) == [b"still here"]


def test_a_bot_with_heartbeats_hangs_up_where_the_referee_does_not_listen(
    direct: DirectChannel,
) -> None:
    # Which is how the test above can fail, and why protocol/README.md says to leave them off.
    with socket_of(SocketType.DEALER, direct, beats=True) as (bot, monitor):
        bot.send(b"hello")
        assert heard(direct) == [b"hello"]
        assert happens(Event.DISCONNECTED, monitor)


def test_a_ping_that_came_with_a_message_is_answered_before_the_message_is_given_out(
    direct: DirectChannel,
) -> None:
    with socket.socket(socket.AF_UNIX) as peer:
        peer.connect(str(direct.path))
        ping = frame(b"\4PING\0\0ctx", COMMAND)
        peer.sendall(OPENING + ping + frame(b"hello"))
        assert heard(direct) == [b"hello"]
        assert peer.recv(4096) == OPENING + frame(b"\4PONGctx", COMMAND)
