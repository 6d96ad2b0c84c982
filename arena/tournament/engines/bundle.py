"""Bots on their way to another machine: what counts in a folder as bytes, and back.

What arrives is not believed: it is written by the rules for a bot's folder, so that nothing leads
out of it, and its hash must be the version that was asked for.
"""

import shutil
import zlib
from pathlib import Path

import msgspec
from msgspec import Struct

from arena.errors import InputError
from arena.registry import Bot, FolderWriter, Item, items, load_bot
from arena.registry.files import BYTES_LIMIT, FILES_LIMIT, PATH_LIMIT

UNPACKED_LIMIT = BYTES_LIMIT + FILES_LIMIT * (2 * PATH_LIMIT + 32)
"""Names and where links lead come on top of the bytes."""


class _Entry(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    path: bytes
    runs: bool
    to: bytes | None
    data: bytes


def pack(folder: Path) -> bytes:
    """What counts in a bot's folder.

    Raises:
        InputError: it holds what a bot may not hold.
        OSError: it cannot be read.
    """
    ignored = load_bot(folder).manifest.ignore
    entries = [
        _Entry(
            _bytes(item.path),
            item.runs,
            None if item.to is None else _bytes(item.to),
            b"" if item.to is not None else (folder / item.path).read_bytes(),
        )
        for item in items(folder, ignored)
    ]
    return zlib.compress(msgspec.msgpack.encode(entries))


def unpack(bundle: bytes, version: str, arrived: Path) -> Bot:
    """The bot that these bytes are, in a folder of that name.

    Raises:
        InputError: they are not the bot of that version.
        OSError: it cannot be written.
    """
    entries = _entries(bundle)
    folder = arrived / version
    shutil.rmtree(folder, ignore_errors=True)
    try:
        writer = FolderWriter(folder)
        for entry in entries:
            to = None if entry.to is None else _text(entry.to)
            writer.write(Item(_text(entry.path), len(entry.data), entry.runs, to), entry.data)
        writer.finish()
        bot = load_bot(folder)
        if bot.version != version:
            raise InputError(f"a bundle of bot {version} holds {bot.version}")
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    return bot


def _entries(bundle: bytes) -> list[_Entry]:
    unzip = zlib.decompressobj()
    try:
        data = unzip.decompress(bundle, UNPACKED_LIMIT)
        if not unzip.eof:
            raise InputError(
                f"a bundle holds over {UNPACKED_LIMIT >> 20} MiB, or its end is missing"
            )
        return msgspec.msgpack.decode(data, type=list[_Entry])
    except (zlib.error, msgspec.DecodeError) as error:
        raise InputError(f"this is no bundle of a bot: {error}") from None


def _bytes(path: str) -> bytes:
    return path.encode("utf-8", "surrogateescape")


def _text(path: bytes) -> str:
    return path.decode("utf-8", "surrogateescape")
