"""What bots print: read by the referee, capped, and kept where it cannot do harm.

Bots write into pipes. A log file or terminal in their hands could be truncated, read back, or
filled without end.
"""

import contextlib
import os
import select
import threading
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

__all__ = ["Output", "OutputReader"]

CHUNK_BYTES = 65_536
TAIL_BYTES = 16_384
"""Kept in memory, for crash reports."""


class Output:
    """One bot's standard output and standard error: the reading end of one pipe.

    Safe to use from any thread. `flooded` is called once, when more than `cap` bytes came since
    the start or the last `log_to`.
    """

    def __init__(self, descriptor: int, cap: int, flooded: Callable[[], None]) -> None:
        os.set_blocking(descriptor, False)
        self.descriptor = descriptor
        self._open = True
        self._cap = cap
        self._room = cap
        self._flooded = flooded
        self._path: Path | None = None
        self._file: BinaryIO | None = None
        self._tail = bytearray()
        self._lock = threading.Lock()

    def pump(self) -> bool:
        """Take in what has been written so far; False when there will be no more."""
        with self._lock:
            return self._pump()

    def log_to(self, path: Path | None) -> None:
        """From now on write to a new file at this path, or to none, and count from zero.

        The file is made when there is something to write.
        """
        with self._lock:
            self._pump()  # what was written before belongs to the old file
            self._close_file()
            self._path = path
            self._room = self._cap

    def tail(self, limit: int) -> str:
        """At most the last `limit` characters, safe to print: control characters are escaped."""
        with self._lock:
            self._pump()
            text = self._tail.decode(errors="replace")
        kept = text[-limit:] if limit > 0 else ""
        return "".join(map(printable, kept))[-limit:]

    @property
    def written(self) -> int:
        """Bytes since the start or the last `log_to`, up to the cap."""
        with self._lock:
            self._pump()
            return self._cap - max(0, self._room)

    def finish(self) -> None:
        """Take in the rest and close; for when the writers are gone."""
        with self._lock:
            self._pump()
            self._close()
            self._close_file()

    def _pump(self) -> bool:
        while self._open:
            try:
                piece = os.read(self.descriptor, CHUNK_BYTES)
            except BlockingIOError:
                return True
            if not piece:
                return False
            self._keep(piece[: self._room])
            if len(piece) > self._room:
                # Nobody reads on, so that the bot's next write fails instead of being counted. It
                # may end by that: why has to be known before.
                self._flooded()
                self._close()
            self._room -= len(piece)
        return False

    def _keep(self, piece: bytes) -> None:
        self._tail += piece
        del self._tail[:-TAIL_BYTES]
        if self._path is not None and piece:
            try:
                self._file = self._file or self._path.open("wb")
                self._file.write(piece)
                self._file.flush()
            except OSError:
                # A full disk is not the bot's fault, and must not end the reading thread. The log
                # is lost; the match record, written to the same disk, fails where it is noticed.
                self._close_file()
                self._path = None

    def _close_file(self) -> None:
        if self._file is not None:
            with contextlib.suppress(OSError):
                self._file.close()
            self._file = None

    def _close(self) -> None:
        if self._open:
            self._open = False
            os.close(self.descriptor)


class OutputReader(threading.Thread):
    """The thread that keeps every bot's pipe from running full."""

    def __init__(self) -> None:
        super().__init__(name="bot output", daemon=True)
        self._epoll = select.epoll()
        self._wake = os.eventfd(0)
        self._epoll.register(self._wake, select.EPOLLIN)
        self._outputs: dict[int, Output] = {}
        self._lock = threading.Lock()
        self.start()

    def add(self, output: Output) -> None:
        """Read this output until it ends."""
        with self._lock:
            self._outputs[output.descriptor] = output
            self._epoll.register(output.descriptor, select.EPOLLIN)

    def run(self) -> None:
        """Read until `stop`."""
        while True:
            for descriptor, _ in self._epoll.poll():
                if descriptor == self._wake:
                    return
                output = self._outputs.get(descriptor)
                if output is not None and not output.pump():
                    self._forget(output)

    def stop(self) -> None:
        """End the thread; outputs not finished yet are no longer read."""
        if self.is_alive():
            os.eventfd_write(self._wake, 1)
            self.join()
            self._epoll.close()
            os.close(self._wake)

    def _forget(self, output: Output) -> None:
        with self._lock:
            # The number may belong to a newer pipe by now.
            if self._outputs.get(output.descriptor) is output:
                del self._outputs[output.descriptor]
                with contextlib.suppress(OSError):  # closing has unregistered it already
                    self._epoll.unregister(output.descriptor)


def printable(character: str) -> str:
    """The character itself, or its escape when a terminal would obey it instead of showing it."""
    if character.isprintable() or character in "\n\t":
        return character
    return character.encode("unicode_escape").decode("ascii")
