"""A line to a bot on which the referee speaks the wire protocol itself.

libzmq does the same with a thread of its own on each side and some fifty system calls a round trip;
here it is three, and a bot that ends is noticed at once.
"""

import select
import socket
import time
from collections.abc import Callable
from pathlib import Path

from arena.errors import HostError
from arena.records import FaultKind
from arena.referee.channel import Channel
from arena.referee.player import Failure
from arena.referee.zmtp import FRAME_LIMIT, OPENING, Inbox, OversizeError, ZmtpError, frame

CHUNK = 16 * 1024
"""Bytes read at once."""
LATE_CHUNKS = 2 * FRAME_LIMIT // CHUNK
"""Chunks still looked at once the time is over: a message may lie there, but there is an end."""
KEPT_LIMIT = 64 * 1024
"""Bytes kept for a bot that does not read, beside what the kernel holds; more is dropped."""
CLOSED = Failure(FaultKind.CRASH, "it closed its connection, though its process still ran")
UNREADY = Failure(
    FaultKind.CRASH, "it closed its connection before the handshake was over: is it a DEALER?"
)
"""So does libzmq where the types of the two sockets do not fit, without telling its own."""


class DirectChannel(Channel):
    """See `Channel`. The first connection is the bot's; there is never a second."""

    def __init__(self, path: Path, now: Callable[[], float] = time.monotonic) -> None:
        """Bind a socket there.

        Raises:
            HostError: this machine gives no such socket.
        """
        super().__init__(path)
        self._now = now
        self._inbox = Inbox()
        self._unsent = b""
        self._end: Failure | None = None
        self._connection: socket.socket | None = None
        self._poll = select.poll()
        self._listener = socket.socket(socket.AF_UNIX)
        try:
            self._listener.bind(str(path))
            # Whatever the umask: nobody else may connect before the sandbox hands it to its bot.
            path.chmod(0o600)
            self._listener.listen(1)
        except OSError as error:
            self.close()
            raise HostError(f"cannot open a socket for a bot: {error}") from error
        self._poll.register(self._listener, select.POLLIN)

    def send(self, data: bytes) -> None:
        """See `Channel.send`."""
        self.recent.append(data)
        self._queue(frame(data))

    def receive(self, seconds: float) -> list[bytes] | None:
        """See `Channel.receive`.

        Raises:
            HostError: a bot connects, and this machine has no descriptor left for it.
        """
        end = self._now() + seconds
        wait = seconds
        late = 0
        while self._end is None:
            try:
                message = self._inbox.take()
            except ZmtpError as error:
                kind = (
                    FaultKind.OVERSIZE if isinstance(error, OversizeError) else FaultKind.MALFORMED
                )
                self._end = Failure(kind, f"on the line to the referee: {error}")
                break
            for pong in self._inbox.pongs:
                self._queue(pong)
            self._inbox.pongs.clear()
            if message:
                self.recent.append(message[0])
                return message
            if late > LATE_CHUNKS or not self._take_in(wait):
                return None
            wait = max(0.0, end - self._now())
            late += wait == 0
        return None

    @property
    def connected(self) -> bool:
        """Whether anybody has ever connected."""
        return self._connection is not None

    def broken(self) -> Failure | None:
        """See `Channel.broken`."""
        return self._end

    def seal(self) -> None:
        """See `Channel.seal`: nobody else was let in from the first connection on."""

    def close(self) -> None:
        """See `Channel.close`."""
        self._end = self._end or CLOSED
        self._listener.close()
        if self._connection is not None:
            self._connection.close()
        self.path.unlink(missing_ok=True)

    def _take_in(self, seconds: float) -> bool:
        """Feed the inbox with what comes within the time; whether anything has happened."""
        # In whole milliseconds, rounded down: what comes after the time shall not pass for a
        # referee that woke up late. (A timeout of the socket itself counts in ticks of the clock.)
        if not self._poll.poll(int(1000 * seconds)):
            return False
        if self._connection is None:
            self._accept()
            return True
        if self._unsent:
            self._write(b"")
        self._read(self._connection)
        return True

    def _accept(self) -> None:
        try:
            connection, _ = self._listener.accept()
        except OSError as error:
            raise HostError(f"cannot take the connection of a bot: {error}") from error
        self._poll.unregister(self._listener)
        self._listener.close()
        self._connection = connection
        self._poll.register(connection, select.POLLIN)
        self._write(OPENING)

    def _read(self, connection: socket.socket) -> None:
        """Take what is there."""
        try:
            data = connection.recv(CHUNK, socket.MSG_DONTWAIT)
        except BlockingIOError:
            return
        except ConnectionError:
            data = b""
        if data:
            self._inbox.feed(data)
        else:
            self._end = CLOSED if self._inbox.ready else UNREADY

    def _queue(self, data: bytes) -> None:
        """Send it, or keep it for later unless too much is kept already."""
        if len(self._unsent) < KEPT_LIMIT:
            self._write(data)

    def _write(self, data: bytes) -> None:
        """Send what was left over, then this, as far as the bot's end takes it."""
        if self._connection is None or self._end is not None:
            return
        data = self._unsent + data if self._unsent else data
        try:
            sent = self._connection.send(data, socket.MSG_DONTWAIT)
        except BlockingIOError:
            sent = 0
        except ConnectionError:
            # What it sent before it closed can still be read, and ends with the end of the line.
            sent = len(data)
        if sent < len(data) or self._unsent:
            self._unsent = data[sent:]
            events = select.POLLIN | select.POLLOUT if self._unsent else select.POLLIN
            self._poll.modify(self._connection, events)
