"""A request's body becomes a file: the body itself, or the one file of a form.

It is written as it comes, so memory holds no more than a piece of it, and stops at the limit.
"""

import asyncio
import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Final, Literal

from starlette.requests import Request

MOST_BYTES: Final = 64 * 1024 * 1024
"""Of a zip file; larger bots are submitted by the organiser, at the command line."""
LONGEST_S: Final = 300.0
"""For all of it to come."""
HEAD_BYTES: Final = 8 * 1024
"""Of the lines before a part of a form, and of all that is not the file."""
BOUNDARY: Final = re.compile(r'boundary="?([^";,\s]{1,70})"?', re.IGNORECASE)
FILENAME: Final = re.compile(rb'^content-disposition:[^\r\n]*\bfilename\*?="?[^"]', re.I | re.M)


class BodyError(Exception):
    """The body is not what is wanted: `too_large`, `too_slow`, `no_file` or `no_form`."""


async def receive(request: Request, into: Path, most: int = MOST_BYTES) -> None:
    """Write the file that a request carries.

    Args:
        request: one whose body was not read yet.
        into: the file to write; made.
        most: bytes of it.

    Raises:
        BodyError: why it cannot be taken. What was written so far is left.
        ClientDisconnect: whoever sent it is gone.
    """
    length = request.headers.get("content-length", "0")
    if length.isdecimal() and int(length) > most + 2 * HEAD_BYTES:
        raise BodyError("too_large")
    written = 0
    try:
        async with asyncio.timeout(LONGEST_S):
            with into.open("xb") as file:
                async for piece in _file(request):
                    written += len(piece)
                    if written > most:
                        raise BodyError("too_large")
                    file.write(piece)
    except TimeoutError:
        raise BodyError("too_slow") from None
    if not written:
        raise BodyError("no_file")


async def _file(request: Request) -> AsyncIterator[bytes]:
    """The bytes of the file, as they come."""
    kind = request.headers.get("content-type", "")
    if not kind.lower().startswith("multipart/"):
        async for data in request.stream():
            yield data
        return
    boundary = BOUNDARY.search(kind)
    if boundary is None:
        raise BodyError("no_form")
    part = FilePart(boundary[1].encode("latin-1"))
    async for data in request.stream():
        for piece in part.feed(data):
            yield piece
    if not part.complete:
        raise BodyError("no_form")


class FilePart:
    """Takes the first file out of a form (`multipart/form-data`, RFC 7578) that comes in pieces."""

    def __init__(self, boundary: bytes) -> None:
        """Nothing has come yet."""
        self._between = b"\r\n--" + boundary
        self._rest = b"\r\n"  # the first part, too, begins after the end of a line
        self._in: Literal["another", "head", "file", "end"] = "another"
        self._left_out = 0

    @property
    def complete(self) -> bool:
        """Whether all of the file has come."""
        return self._in == "end"

    def feed(self, data: bytes) -> Iterator[bytes]:
        """The next bytes of the form; gives those of the file among them.

        Raises:
            BodyError: it is no form, holds no file, or what is not the file is too much.
        """
        self._rest += data
        while self._in != "end":
            if self._in == "head":
                if not self._read_head():
                    return
                continue
            content, over = self._read_content()
            if self._in == "file":
                yield content
            else:
                self._leave_out(len(content))
            if not over:
                return
            self._in = "end" if self._in == "file" else "head"
        self._rest = b""

    def _read_content(self) -> tuple[bytes, bool]:
        """What is surely a part's content, and whether that is all of it."""
        at = self._rest.find(self._between)
        if at >= 0:
            content, self._rest = self._rest[:at], self._rest[at + len(self._between) :]
            return content, True
        # The end may hold the beginning of what is between two parts.
        sure = max(0, len(self._rest) - len(self._between) + 1)
        content, self._rest = self._rest[:sure], self._rest[sure:]
        return content, False

    def _read_head(self) -> bool:
        """Read the lines before a part; False while not all of them have come."""
        if self._rest.startswith(b"--"):
            raise BodyError("no_file")
        end = self._rest.find(b"\r\n\r\n")
        if end < 0:
            if len(self._rest) > HEAD_BYTES:
                raise BodyError("no_form")
            return False
        head = self._rest[:end]
        self._leave_out(len(head))
        self._rest = self._rest[end + 4 :]
        self._in = "file" if FILENAME.search(head) else "another"
        return True

    def _leave_out(self, count: int) -> None:
        self._left_out += count
        if self._left_out > HEAD_BYTES:
            raise BodyError("no_form")
