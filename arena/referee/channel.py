"""One bot's private line to the referee: a DEALER socket on `ipc://` that only that bot can reach.

The referee binds, the bot connects; a message is one frame. Everything about the peer is untrusted:
sizes and queues are capped, and once the bot has said `hello` nobody else can connect.
"""

import contextlib
import resource
from collections import deque
from pathlib import Path

import zmq
from zmq.constants import Event
from zmq.utils.monitor import recv_monitor_message

from arena.errors import HostError

FRAME_LIMIT = 256 * 1024
"""Bytes; libzmq breaks the connection over a longer frame instead of taking it into memory."""
QUEUE_LIMIT = 8
"""Messages kept for, and from, a bot that does not keep up."""
KEPT_FOR_REPORT = 4
"""Messages kept to explain a fault."""


class Channel:
    """A line to one bot process. Close it: an open socket keeps the process from ending."""

    def __init__(self, context: "zmq.Context[zmq.Socket[bytes]]", path: Path) -> None:
        """Open it.

        Args:
            context: for the socket.
            path: of a file that does not exist yet.

        Raises:
            HostError: this machine gives no such socket.
        """
        _allow_many_connections()
        self.path = path
        self.recent: deque[bytes] = deque(maxlen=KEPT_FOR_REPORT)
        """The last messages, both ways, oldest first."""
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
        """Take no further connections: the first one is the bot's.

        Connecting needs the right to write to the socket's file, which the bot sees through a
        read-only mount. (Unbinding would end the connection that is there.)
        """
        self.path.chmod(0)

    def send(self, data: bytes) -> None:
        """Queue a message. To a bot that is gone or reads nothing it is dropped: none will come."""
        self.recent.append(data)
        with contextlib.suppress(zmq.Again):
            self._socket.send(data, zmq.NOBLOCK)

    def receive(self, seconds: float) -> list[bytes] | None:
        """The frames of the next message, or None if none came within the time."""
        timeout_ms = max(0, int(1000 * seconds))
        if timeout_ms != self._timeout_ms:
            self._socket.rcvtimeo = self._timeout_ms = timeout_ms
        try:
            frames = self._socket.recv_multipart()
        except zmq.Again:
            return None
        self.recent.append(frames[0])
        return frames

    def broken(self) -> bool:
        """Whether the bot's connection has ended: it closed it, or sent a frame over the limit."""
        try:
            recv_monitor_message(self._monitor, zmq.NOBLOCK)
        except zmq.Again:
            return False
        return True

    def close(self) -> None:
        """Drop what is queued and free the socket; may be called again."""
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
