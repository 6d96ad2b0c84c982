"""One runner on a store: who works on it, and what it set out to do.

The lock is on a file beside the store and goes with the process, however it ends.
"""

import contextlib
import fcntl
import os
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from arena.errors import StoreError
from arena.store.backups import beside

PATIENCE_S = 0.2
"""How long a lock is asked for: whoever looks at it holds it for a moment."""


class Holder(Struct, frozen=True):
    """The process that works on a store, as it describes itself."""

    pid: int
    tournament: str = ""
    since: Annotated[datetime, Meta(tz=True)] | None = None
    done: int = 0
    """Mirror pairs of the tournament that were stored when it began."""


@contextlib.contextmanager
def hold(store: Path, tournament: str, done: int = 0) -> Iterator[None]:
    """Hold a store against other runners.

    Args:
        store: its file, which need not be there.
        tournament: what is worked on.
        done: its mirror pairs that are stored.

    Raises:
        StoreError: another process holds it, or the lock cannot be written.
    """
    path = beside(store, "lock")
    try:
        opened = path.open("a+b")
    except OSError as error:
        raise StoreError(f"{path}: {error.strerror}") from None
    with opened as file:
        deadline = time.monotonic() + PATIENCE_S
        while not _locked(file.fileno(), fcntl.LOCK_EX):
            if time.monotonic() > deadline:
                raise StoreError(
                    f"{store}: process {_read(path).pid} already runs a tournament on this "
                    "store; wait for it, stop it, or choose another --store"
                )
            time.sleep(PATIENCE_S / 10)
        try:
            file.truncate(0)
            now = datetime.now(UTC)
            file.write(msgspec.json.encode(Holder(os.getpid(), tournament, now, done)))
            file.flush()
        except OSError as error:
            raise StoreError(f"{path}: {error.strerror}") from None
        yield


def holder(store: Path) -> Holder | None:
    """Who holds a store now, None if nobody does. It is not held up by being asked for."""
    path = beside(store, "lock")
    try:
        with path.open("rb") as file:
            return None if _locked(file.fileno(), fcntl.LOCK_SH) else _read(path)
    except OSError:
        return None


def _locked(descriptor: int, kind: int) -> bool:
    try:
        fcntl.flock(descriptor, kind | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _read(path: Path) -> Holder:
    """What stands in the file; a process that has only just taken the lock has not said it yet."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Holder)
    except (OSError, msgspec.DecodeError):
        return Holder(0)
