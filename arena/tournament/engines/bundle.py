"""Bots on their way to another machine: a folder's files as bytes, and back.

What arrives is not believed: names may not lead out of the folder, there may be no more of it than
a bot may hold, and its hash must be the version that was asked for.
"""

import os
import zlib
from functools import partial
from pathlib import Path

import msgspec
from msgspec import Struct

from arena.errors import InputError
from arena.tournament.bots import (
    BYTES_LIMIT,
    FILES_LIMIT,
    bot_files,
    can_run,
    keep_version,
    open_folders,
    write_file,
)

UNPACKED_LIMIT = BYTES_LIMIT + FILES_LIMIT * 4_200
"""Names, none longer than Linux has them, come on top of the bytes."""


class _File(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    name: bytes
    """Relative to the bot's folder, with slashes."""
    runs: bool
    data: bytes


def pack(folder: Path) -> bytes:
    """The files of a bot's folder.

    Raises:
        InputError: it holds what a bot may not hold.
        OSError: it cannot be read.
    """
    files = [
        _File(os.fsencode(path.relative_to(folder)), can_run(path), path.read_bytes())
        for path in bot_files(folder)
    ]
    return zlib.compress(msgspec.msgpack.encode(files))


def unpack(bundle: bytes, version: str, library: Path) -> Path:
    """The bot's folder in a library, made of these bytes unless it is there already.

    Raises:
        InputError: they are not the bot of that version.
        OSError: the library cannot be written.
    """
    folder = keep_version(version, library, partial(_write, bundle))
    if folder is None:
        raise InputError(f"a bundle of bot {version} holds something else")
    return folder


def _write(bundle: bytes, into: Path) -> None:
    into.mkdir(parents=True)
    for file in _files(bundle):
        write_file(into / os.fsdecode(file.name), file.data, runs=file.runs)
    open_folders(into)


def _files(bundle: bytes) -> list[_File]:
    unzip = zlib.decompressobj()
    try:
        data = unzip.decompress(bundle, UNPACKED_LIMIT)
        if not unzip.eof:
            raise InputError(
                f"a bundle holds over {UNPACKED_LIMIT >> 20} MiB, or its end is missing"
            )
        files = msgspec.msgpack.decode(data, type=list[_File])
    except (zlib.error, msgspec.DecodeError) as error:
        raise InputError(f"this is no bundle of a bot: {error}") from None
    if len(files) > FILES_LIMIT:
        raise InputError(f"a bundle holds {len(files)} files; {FILES_LIMIT} are allowed")
    for file in files:
        parts = file.name.split(b"/")
        if b"\0" in file.name or any(part in (b"", b".", b"..") for part in parts):
            raise InputError(f"a bundle holds a file {file.name!r}, outside the bot's folder")
    if len({file.name for file in files}) < len(files):
        raise InputError("a bundle holds a file twice")
    return files
