"""A line to a bot on which libzmq speaks the wire protocol: what other lines are compared with."""

import contextlib
from collections.abc import Iterator
from pathlib import Path

import zmq
from zmq.constants import Event
from zmq.utils.monitor import recv_monitor_message

from arena.errors import HostError
from arena.referee.channel import QUEUE_LIMIT, Channel, OpenChannel
from arena.referee.faults import FaultKind
from arena.referee.player import Failure
from arena.referee.zmtp import FRAME_LIMIT

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
        super().__init__(path)
        self._end: Failure | None = None
        self._socket = context.socket(zmq.DEALER)
        self._socket.linger = 0
        self._socket.maxmsgsize = FRAME_LIMIT
        self._socket.sndhwm = self._socket.rcvhwm = QUEUE_LIMIT
        self._socket.backlog = 2 * QUEUE_LIMIT
        self._socket.handshake_ivl = 2000
        self._monitor = self._socket.get_monitor_socket(Event.DISCONNECTED)
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
            self._socket.disable_monitor()
            self._monitor.close(linger=0)
            self._socket.close()
        self.path.unlink(missing_ok=True)
