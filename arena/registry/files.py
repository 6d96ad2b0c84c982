"""What is in a bot's folder: which files count, what they may be, and the hash that they make.

A bot is its files and links, with their names, bytes and execute bits; times and owners are not.
A link may only lead to somewhere in the folder. Links are compared and copied, never followed: to
follow one would be to read what the bot's author likes.
"""

import fnmatch
import hashlib
import os
import posixpath
import stat
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from arena.errors import InputError
from arena.registry.builder import LEFT_BEHIND, is_cache

VERSION_DIGITS = 12

FILES_LIMIT = 10_000
BYTES_LIMIT = 256 * 1024 * 1024
"""Room for vendored libraries, and for a table or network of some size."""
PATH_LIMIT = 240
"""Bytes of a path below the folder."""


@dataclass(frozen=True, slots=True)
class Item:
    """A file of a bot's folder, or a link."""

    path: str
    """Below the folder, with slashes."""
    size: int = 0
    runs: bool = False
    """Whether its owner may execute it."""
    to: str | None = None
    """Where a link leads; None for a file."""


class Tally:
    """Counts what a folder holds, and refuses what a bot's may not hold."""

    def __init__(self) -> None:
        self._files = self._bytes = 0

    def add(self, item: Item) -> None:
        """Count one more.

        Raises:
            InputError: its name or its link is not allowed, or it is too much.
        """
        self._files += 1
        self._bytes += item.size
        if self._files > FILES_LIMIT or self._bytes > BYTES_LIMIT:
            raise InputError(too_much())
        parts = item.path.split("/")
        if "" in parts or "." in parts or ".." in parts or not item.path.isprintable():
            raise InputError(f"{item.path!r} is not allowed as the name of a file")
        for path in (item.path, item.to or ""):
            if len(path.encode("utf-8", "surrogateescape")) > PATH_LIMIT:
                raise InputError(f"{path!r} is longer than {PATH_LIMIT} bytes")
        if item.to is not None and leads_out(item.path, item.to):
            raise InputError(f"{item.path!r} is a link that leads out of the folder")


def too_much() -> str:
    """What is said of a folder that holds more than a bot's may."""
    return f"a bot's folder holds at most {FILES_LIMIT:,} files and {BYTES_LIMIT >> 20} MiB"


def leads_out(path: str, to: str) -> bool:
    """Whether a link at that path may lead out of the folder.

    Steps up are allowed at the beginning only, where the link's own place says where they lead:
    after another link they would lead to wherever that one does.
    """
    steps = to.split("/")
    while steps and steps[0] == "..":
        del steps[0]
        path = posixpath.dirname(path)
        if not path:
            return True
    return not to or to.startswith("/") or ".." in steps or not to.isprintable()


def items(folder: Path, ignored: Sequence[str] = ()) -> Iterator[Item]:
    """What counts in a folder, in a fixed order.

    Args:
        folder: the bot's.
        ignored: patterns for what does not count, beside `LEFT_BEHIND` and caches.

    Raises:
        InputError: it holds what a bot may not hold, or too much.
        OSError: it cannot be read.
    """
    tally = Tally()
    try:
        for item in _items(folder, "", ignored):
            tally.add(item)
            yield item
    except InputError as error:
        raise InputError(f"{folder}: {error}") from None
    except RecursionError:
        raise InputError(f"{folder}: its folders are nested too deep") from None


def _items(place: Path, inside: str, ignored: Sequence[str]) -> Iterator[Item]:
    for entry in sorted(os.scandir(place), key=lambda entry: entry.name):
        path = inside + entry.name
        if entry.name in LEFT_BEHIND or _matches(path, entry.name, ignored):
            continue
        if entry.is_symlink():
            yield Item(path, to=os.readlink(entry.path))
        elif entry.is_dir():
            if not is_cache(entry.path):
                yield from _items(place / entry.name, f"{path}/", ignored)
        elif entry.is_file():
            status = entry.stat()
            yield Item(path, status.st_size, bool(status.st_mode & stat.S_IXUSR))
        else:
            raise InputError(f"{path!r} is neither a file nor a folder")


def _matches(path: str, name: str, patterns: Sequence[str]) -> bool:
    """Whether one of the patterns means it: by its path if it holds a slash, else by its name."""
    return any(
        fnmatch.fnmatchcase(path if "/" in pattern else name, pattern.strip("/"))
        for pattern in patterns
    )


def content_hash(folder: Path, ignored: Sequence[str] = ()) -> str:
    """The version of the bot in this folder; arguments and errors as of `items`."""
    digest = hashlib.sha256()
    for item in items(folder, ignored):
        if item.to is not None:
            line, data = f"{item.path!r} -> {item.to!r}\n", b""
        else:
            data = (folder / item.path).read_bytes()
            line = f"{item.path!r} {'x' if item.runs else '-'} {len(data)}\n"
        digest.update(line.encode("utf-8", "surrogateescape"))
        digest.update(data)
    return digest.hexdigest()[:VERSION_DIGITS]


def copy_items(folder: Path, into: Path, ignored: Sequence[str] = ()) -> None:
    """Copy what counts in a folder; arguments and errors as of `items`."""
    writer = FolderWriter(into)
    for item in items(folder, ignored):
        writer.write(item, b"" if item.to is not None else (folder / item.path).read_bytes())
    writer.finish()


class FolderWriter:
    """Writes a bot's folder, with plain rights: as root, bots run as another user."""

    def __init__(self, into: Path) -> None:
        """`into` is made, and must not be there."""
        self._into = into
        self._tally = Tally()
        self._links: list[Item] = []
        into.mkdir(parents=True)

    def write(self, item: Item, data: bytes | Iterable[bytes]) -> None:
        """Write a file. A link is made at the end, so that nothing is written through it.

        Args:
            item: what it is.
            data: its content, whole or in pieces of which no more come than `item.size` says.

        Raises:
            InputError: it is not allowed, too much, or another of that name is there.
            OSError: it cannot be written.
        """
        self._tally.add(item)
        if item.to is not None:
            self._links.append(item)
            return
        path = self._into / item.path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("xb") as file:
                file.writelines((data,) if isinstance(data, bytes) else data)
        except (FileExistsError, NotADirectoryError):
            raise InputError(f"{item.path!r} is there twice") from None
        path.chmod(0o755 if item.runs else 0o644)

    def finish(self) -> None:
        """Make the links; raises as `write` does."""
        for link in self._links:
            path = self._into / link.path
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.symlink_to(str(link.to))
            except (FileExistsError, NotADirectoryError):
                raise InputError(f"{link.path!r} is there twice") from None
        for place, _, _ in os.walk(self._into):
            os.chmod(place, 0o755)
