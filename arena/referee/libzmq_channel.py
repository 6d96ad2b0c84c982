"""A line to a bot on which libzmq speaks the wire protocol: what other lines are compared with."""

import contextlib
import resource
from collections.abc import Iterator
from pathlib import Path

import zmq
from zmq.constants import Event
from zmq.utils.monitor import recv_monitor_message

from arena.errors import HostError
from arena.records import FaultKind
from arena.referee.channel import Channel, OpenChannel
from arena.referee.player import Failure
from arena.referee.zmtp import FRAME_LIMIT

QUEUE_LIMIT = 8
"""Messages kept for, and from, a bot that does not keep up."""
ENDED = Failure(
    FaultKind.OVERSIZE, f"the connection ended: closed, or a frame of over {FRAME_LIMIT} bytes"
)
"""libzmq does not tell which."""


@contextlib.contextmanager
def open_libzmq() -> Iterator[OpenChannel]:
    """What opens such lines."""
    context: zmq.Context[zmq.Socket[bytes]]
    with zmq.Context() as context:
        yield lambda path: LibzmqChannel(context, path)


class LibzmqChannel(Channel):
    """See `Channel`. Close it: an open socket keeps the process from ending."""

    def __init__(self, context: "zmq.Context[zmq.Socket[bytes]]", path: Path) -> None:
        """Bind a socket there.

        Raises:
            HostError: this machine gives no such socket.
        """
        _allow_many_connections()
        super().__init__(path)
        self._end: Failure | None = None
        self._socket = context.socket(zmq.DEALER)
        self._socket.linger = 0
        self._socket.maxmsgsize = FRAME_LIMIT
        self._socket.sndhwm = self._socket.rcvhwm = QUEUE_LIMIT
        self._socket.backlog = 2 * QUEUE_LIMIT
        self._socket.handshake_ivl = 2000
        self._monitor = context.socket(zmq.PAIR)
        # libzmq's thread, which serves every bot, waits where this queue is full.
        self._monitor.rcvhwm = 0
        self._socket.monitor(f"inproc://{path}", Event.DISCONNECTED)
        self._monitor.connect(f"inproc://{path}")
        self._timeout_ms = -1
        try:
            self._socket.bind(f"ipc://{path}")
            # Whatever the umask: nobody else may connect before the sandbox hands it to its bot.
            path.chmod(0o600)
        except (OSError, zmq.ZMQError) as error:
            self.close()
            raise HostError(f"cannot open a socket for a bot: {error}") from error

    def seal(self) -> None:
        """See `Channel.seal`.

        Connecting needs the right to write to the socket's file, which the bot sees through a
        read-only mount. (Unbinding would end the connection that is there.)
        """
        self.path.chmod(0)

    def send(self, data: bytes) -> None:
        """See `Channel.send`."""
        self.recent.append(data)
        try:
            self._socket.send(data, zmq.NOBLOCK)
        except zmq.Again:
            # It takes the queue for full until it has been asked to look what the bot has read.
            self._socket.getsockopt(zmq.EVENTS)
            with contextlib.suppress(zmq.Again):
                self._socket.send(data, zmq.NOBLOCK)

    def receive(self, seconds: float) -> list[bytes] | None:
        """See `Channel.receive`."""
        timeout_ms = max(0, int(1000 * seconds))
        if timeout_ms != self._timeout_ms:
            self._socket.rcvtimeo = self._timeout_ms = timeout_ms
        try:
            frames = self._socket.recv_multipart()
        except zmq.Again:
            return None
        self.recent.append(frames[0])
        return frames

    def broken(self) -> Failure | None:
        """See `Channel.broken`."""
        if self._end is None:
            with contextlib.suppress(zmq.Again):
                recv_monitor_message(self._monitor, zmq.NOBLOCK)
                self._end = ENDED
        return self._end

    def close(self) -> None:
        """See `Channel.close`."""
        if not self._socket.closed:
            self._socket.monitor(None, 0)
            self._monitor.close(linger=0)
            self._socket.close()
        self.path.unlink(missing_ok=True)


def _allow_many_connections() -> None:
    """Raise the limit of open files: where libzmq has none left, it ends this whole process."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
