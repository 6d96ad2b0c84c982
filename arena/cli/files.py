"""Files that commands write."""

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from arena.errors import InputError


def write_text(path: Path, text: str) -> None:
    """Write a file, whole or not at all.

    Raises:
        InputError: it cannot be written.
    """
    try:
        with replacing(path) as file:
            file.write(text.encode())
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}") from None


@contextlib.contextmanager
def replacing(path: Path) -> Iterator[IO[bytes]]:
    """A file that takes the path's place once it is complete; `-` is the standard output."""
    if str(path) == "-":
        yield sys.stdout.buffer
        return
    if path.is_symlink() or (path.exists() and not path.is_file()):
        # Such as /dev/stdout: written to, never replaced.
        with path.open("wb") as file:
            yield file
        return
    unfinished = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with unfinished.open("wb") as file:
            yield file
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
