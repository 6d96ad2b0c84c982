"""One bot's private line to the referee, as the session sees it: whole messages, both ways.

The referee binds a socket of the file system, the bot connects and both speak the ZeroMQ wire
protocol, each as a DEALER; a message is one frame. Everything about the peer is untrusted: sizes
and queues are capped, and only one connection counts.
"""

import contextlib
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal, TypeAlias

from arena.referee.player import Failure

KEPT_FOR_REPORT = 4
"""Messages kept to explain a fault."""

Lane: TypeAlias = Literal["direct", "libzmq"]
"""Who speaks the wire protocol at the referee's end: the referee itself, or libzmq."""


class Channel(ABC):
    """A line to one bot process. `close` frees its socket and removes its file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.recent: deque[bytes] = deque(maxlen=KEPT_FOR_REPORT)
        """The last messages, both ways, oldest first."""

    @abstractmethod
    def send(self, data: bytes) -> None:
        """Queue a message. To a bot that is gone or reads nothing it is dropped: none will come."""

    @abstractmethod
    def receive(self, seconds: float) -> list[bytes] | None:
        """The frames of the next message, or None if none came within the time, or none can."""

    @abstractmethod
    def broken(self) -> Failure | None:
        """Why nothing more can come, None as long as something can."""

    @abstractmethod
    def seal(self) -> None:
        """Take no further connections: the one that said `hello` is the bot's."""

    @abstractmethod
    def close(self) -> None:
        """Drop what is queued and free the socket; may be called again."""


OpenChannel: TypeAlias = Callable[[Path], Channel]
"""Opens a line at a path where no file is yet; raises HostError where the machine gives none."""


@contextlib.contextmanager
def open_lane(lane: Lane) -> Iterator[OpenChannel]:
    """What opens lines; they have to be closed before it is left."""
    if lane == "direct":
        from arena.referee.direct_channel import DirectChannel

        yield DirectChannel
    else:
        # libzmq takes 10 ms to load, which most processes need not spend.
        from arena.referee.libzmq_channel import open_libzmq

        with open_libzmq() as open_channel:
            yield open_channel
