"""A bot's folder that came as a zip file, from somebody who may want to do harm with it.

Everything that such a file can say is looked at before the first byte is written: how many entries
there are, what they are called, what they are, and how large they become. No link is accepted, so
nothing can be written through one. Only the two compressions that every tool writes are read: the
others can be made to ask for memory without end.
"""

import os
import re
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO, Final

from arena.errors import InputError
from arena.registry.builder import LEFT_BEHIND
from arena.registry.files import FILES_LIMIT, FolderWriter, Item, Tally
from arena.registry.manifest import MANIFEST
from arena.registry.names import same_name

RATIO_LIMIT: Final = 100
"""How many times its own size a file may become; text rarely gets to ten."""
RATIO_FREE: Final = 16 * 1024 * 1024
"""Bytes that may come out of the smallest file, whatever the ratio: a table of zeros is no bomb."""
DIRECTORY_LIMIT: Final = 4 * 1024 * 1024
"""Bytes of the list of entries: room for `FILES_LIMIT` of them with long names."""
PIECE: Final = 256 * 1024

ENCRYPTED: Final = 0x1 | 0x40 | 0x2000
METHODS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
OTHERS: Final = {9: "deflate64", 12: "bzip2", 14: "LZMA", 93: "Zstandard", 95: "XZ"}
"""Methods that tools offer, for the message."""
ADDED: Final = LEFT_BEHIND | {"__MACOSX", ".DS_Store"}
"""What tools put in by themselves; it is left out."""

BROKEN: Final = (
    *(zipfile.BadZipFile, zlib.error, EOFError, struct.error),
    *(NotImplementedError, RuntimeError, ValueError, OverflowError, OSError),
)
"""All that `zipfile` says of files that are damaged."""


def unpack(archive: Path, into: Path) -> None:
    """Write the folder of the bot in a zip file.

    Its `bot.toml` lies at the top, or in the one folder that everything else is in, too.

    Args:
        archive: the file.
        into: where the folder goes; made, and must not be there.

    Raises:
        InputError: it is no zip file, is damaged, or holds what a bot's folder may not hold; the
            message names the entry.
        OSError: the folder cannot be written.
    """
    with archive.open("rb") as file:
        try:
            zipped = zipfile.ZipFile(_Bounded(file))
        except UnicodeDecodeError:
            raise InputError("the name of an entry is not UTF-8, as it says that it is") from None
        except BROKEN as error:
            raise InputError(f"is no zip file, or a damaged one: {error}") from None
        with zipped:
            entries = _checked(zipped.infolist(), os.fstat(file.fileno()).st_size)
            writer = FolderWriter(into)
            for path, entry in entries.items():
                runs = bool(entry.external_attr >> 16 & stat.S_IXUSR)
                writer.write(Item(path, entry.file_size, runs), _content(zipped, entry))
            writer.finish()


def _checked(entries: list[zipfile.ZipInfo], size: int) -> dict[str, zipfile.ZipInfo]:
    """The entries that are files of the bot, by their path below its folder."""
    if len(entries) > 2 * FILES_LIMIT:
        raise InputError(f"holds {len(entries):,} entries; a bot's folder has fewer")
    tally, spelt, files = Tally(), dict[str, str](), dict[str, zipfile.ZipInfo]()
    for entry in entries:
        path = _path(entry)
        _check_kind(entry)
        _check_twins(path, spelt, is_file=not entry.is_dir(), files=files)
        if entry.is_dir() or not ADDED.isdisjoint(path.split("/")):
            continue
        tally.add(Item(path, entry.file_size))
        files[path] = entry
    total = sum(entry.file_size for entry in files.values())
    if total > max(RATIO_FREE, RATIO_LIMIT * size):
        largest = max(files, key=lambda path: files[path].file_size)
        raise InputError(
            f"unpacks to more than {RATIO_LIMIT} times its size, most of it {largest!r}"
        )
    top = _top(files)
    return {path.removeprefix(top): entry for path, entry in files.items()}


def _path(entry: zipfile.ZipInfo) -> str:
    """Where an entry goes. `filename` would not do: what is after a NUL was cut off there."""
    name = entry.orig_filename
    if "\\" in name:
        raise InputError(f"{name!r} is not allowed as a name: folders are set off by `/`")
    if name.startswith("/") or re.match("[A-Za-z]:", name):
        raise InputError(f"{name!r} is not allowed as a name: it does not lead into the folder")
    path = name.removesuffix("/")
    Tally().add(Item(path))
    return path


def _check_kind(entry: zipfile.ZipInfo) -> None:
    name, kind = entry.orig_filename, stat.S_IFMT(entry.external_attr >> 16)
    if kind == stat.S_IFLNK:
        raise InputError(f"{name!r} is a link; a zip file may hold none: put the file itself there")
    if kind not in (0, stat.S_IFDIR if entry.is_dir() else stat.S_IFREG):
        raise InputError(f"{name!r} is neither a file nor a folder")
    if entry.flag_bits & ENCRYPTED:
        raise InputError(f"{name!r} is encrypted")
    if entry.compress_type not in METHODS:
        method = OTHERS.get(entry.compress_type, f"method {entry.compress_type}")
        raise InputError(f"{name!r} is compressed by {method}; only deflate is read")


def _check_twins(
    path: str, spelt: dict[str, str], files: dict[str, zipfile.ZipInfo], *, is_file: bool
) -> None:
    """Raises InputError where two paths are one, or would be one elsewhere.

    Args:
        path: the next one.
        spelt: how each path so far, and each folder on the way, is written; added to.
        files: those so far.
        is_file: whether it is a file.
    """
    if is_file and path in files:
        raise InputError(f"{path!r} is there twice")
    parts = path.split("/")
    for count in range(1, len(parts) + 1):
        place = "/".join(parts[:count])
        other = spelt.setdefault(same_name(place), place)
        if other != place:
            raise InputError(
                f"{place!r} differs from {other!r} in nothing but case or spelling: on many "
                "machines they are one"
            )


def _top(paths: Iterable[str]) -> str:
    """The folder that all is in, with its slash; "" if that is the zip file itself."""
    if MANIFEST in paths:
        return ""
    tops = {path.partition("/")[0] for path in paths}
    if len(tops) == 1 and (top := f"{tops.pop()}/") + MANIFEST in paths:
        return top
    raise InputError(f"holds no {MANIFEST}, neither at the top nor in its one folder")


def _content(zipped: zipfile.ZipFile, entry: zipfile.ZipInfo) -> Iterator[bytes]:
    left = entry.file_size
    try:
        with zipped.open(entry) as file:
            while piece := file.read(min(PIECE, left + 1)):
                left -= len(piece)
                if left < 0:
                    raise InputError(f"{entry.orig_filename!r} is larger than it says")
                yield piece
    except BROKEN as error:
        raise InputError(f"{entry.orig_filename!r} is damaged: {error}") from None
    if left:
        raise InputError(f"{entry.orig_filename!r} is damaged: it is shorter than it says")


class _Bounded:
    """A file of which nothing is read in one go that is larger than a list of entries may be.

    `zipfile` reads that list whole, however large the file says it is.
    """

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._size = os.fstat(file.fileno()).st_size
        self.seek, self.tell, self.seekable = file.seek, file.tell, file.seekable

    def read(self, count: int = -1) -> bytes:
        """As a file's."""
        left = max(0, self._size - self._file.tell())
        wanted = left if count < 0 else min(count, left)
        if wanted > DIRECTORY_LIMIT:
            raise InputError(f"its list of entries is larger than {DIRECTORY_LIMIT >> 20} MiB")
        return self._file.read(wanted)
