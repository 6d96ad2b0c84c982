"""What the tests of real lines and processes share."""

import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import zmq

from arena.referee.channel import Channel, Lane, OpenChannel

PATIENCE = 20.0
"""Seconds for anything that takes milliseconds on a healthy machine."""


@dataclass(frozen=True)
class Place:
    """Where sockets can be bound, and what for."""

    folder: Path
    context: "zmq.Context[zmq.Socket[bytes]]"
    """For bots' ends of lines."""
    lane: Lane
    open_channel: OpenChannel

    def channel(self) -> Channel:
        """A new line."""
        return self.open_channel(self.folder / "a.sock")

    @contextmanager
    def peer(self, path: Path, sndhwm: int = 1000) -> Iterator["zmq.Socket[bytes]"]:
        """A bot's end of a line."""
        with self.context.socket(zmq.DEALER) as socket:
            socket.linger = 0
            socket.sndhwm = sndhwm
            socket.connect(f"ipc://{path}")
            yield socket


@contextmanager
def open_folder() -> Iterator[Path]:
    """A folder with a short path that other users can read: root's bots are another user."""
    with tempfile.TemporaryDirectory(prefix="hokm-test-", dir="/tmp") as name:
        path = Path(name)
        path.chmod(0o755)
        yield path


def eventually(condition: Callable[[], bool], seconds: float = PATIENCE) -> bool:
    """Wait until the condition holds."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


def processes_with(text: str) -> list[int]:
    """Living processes whose command line holds the text, this one excepted."""
    found = []
    for name in os.listdir("/proc"):
        if name.isdigit() and int(name) != os.getpid():
            try:
                command = Path(f"/proc/{name}/cmdline").read_bytes()
            except OSError:
                continue
            if text.encode() in command:
                found.append(int(name))
    return found
