"""What a builder in the sandbox says on its socket, read without believing it.

`builder.py` describes the messages. Anything else ends the talk: what a build's own commands may
have sent is no better than what a bot sends.
"""

import contextlib
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Annotated, Any, Self

import msgspec
from msgspec import Meta, Struct

from arena.registry.builder import WHY_LIMIT
from arena.registry.files import BYTES_LIMIT, too_much

LINE_LIMIT = 16_384
CHUNK_BYTES = 1 << 20
LOOK_S = 0.2
"""Seconds between two looks at the build while nothing comes."""
ORDER_S = 10.0
"""Seconds for the builder to read the order, which it does first of all."""
NO_RESULT = "what came back is no result of a build"

_Number = Annotated[int, Meta(ge=0)]


class Answer(Struct, frozen=True, forbid_unknown_fields=True):
    """One line of a builder's; which fields are set says what it is."""

    begun: _Number | None = None
    failed: Annotated[str, Meta(max_length=WHY_LIMIT, pattern=r"^[ -~]+\Z")] | None = None
    file: str | None = None
    runs: bool = False
    anew: bool = False
    size: _Number = 0
    link: str | None = None
    to: str = ""
    end: bool = False


class TalkError(Exception):
    """The talk is over before its end; the message says why."""


class BuildTalk:
    """The referee's end of it; a context manager."""

    def __init__(self, path: Path, look: Callable[[], None]) -> None:
        """Listen.

        Args:
            path: of the socket, which is made.
            look: called several times a second while nothing comes; raises what ends the talk.
        """
        self._look = look
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.bind(str(path))
        self._socket.listen(1)
        self._unread = bytearray()

    def order(self, order: dict[str, Any], gone: Callable[[], bool]) -> None:
        """Wait for the builder and say what it shall do; nobody else is heard from then on.

        Args:
            order: what it shall do.
            gone: whether it has ended instead of coming.

        Raises:
            TalkError: it has, or it does not read the order.
        """
        self._socket.settimeout(LOOK_S)
        peer = None
        while peer is None:
            self._look()
            if gone():
                raise TalkError("")
            with contextlib.suppress(TimeoutError):
                peer, _ = self._socket.accept()
        self._socket.close()
        self._socket = peer
        self._socket.settimeout(ORDER_S)
        try:
            self._socket.sendall(msgspec.json.encode(order) + b"\n")
        except OSError:
            raise TalkError("") from None
        self._socket.settimeout(LOOK_S)

    def answers(self) -> Iterator[tuple[Answer, bytes]]:
        """What it says, with the bytes of each file, up to the end or a failure.

        Raises:
            TalkError: what comes is not that, or nothing more comes.
        """
        while True:
            try:
                answer = msgspec.json.decode(self._line(), type=Answer)
            except msgspec.MsgspecError:
                raise TalkError(NO_RESULT) from None
            if answer.size > BYTES_LIMIT:
                raise TalkError(too_much())
            yield answer, self._take(answer.size) if answer.file is not None else b""
            if answer.end or answer.failed is not None:
                return

    def _line(self) -> bytes:
        searched = 0
        while (end := self._unread.find(b"\n", searched)) < 0:
            searched = len(self._unread)
            if searched > LINE_LIMIT:
                raise TalkError(NO_RESULT)
            self._read()
        return self._take(end + 1)

    def _take(self, size: int) -> bytes:
        while len(self._unread) < size:
            self._read()
        taken = bytes(self._unread[:size])
        del self._unread[:size]
        return taken

    def _read(self) -> None:
        while True:
            self._look()
            with contextlib.suppress(TimeoutError, ConnectionResetError):
                piece = self._socket.recv(CHUNK_BYTES)
                if not piece:
                    raise TalkError("")
                self._unread += piece
                return

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._socket.close()
