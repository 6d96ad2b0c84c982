"""What strangers' bytes reach, each a function of bytes that must not raise.

`tests/fuzz/test_targets.py` calls them with what hypothesis makes up and with what once made them
fail; `python -m tests.fuzz` hunts for more, guided by what the bytes reach.
"""

import io
import json
import shutil
import tempfile
import zipfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

import msgspec

from arena.errors import InputError
from arena.referee.zmtp import FRAME_LIMIT, OPENING, Inbox, ZmtpError
from arena.registry import load_bot, unpack
from arena.store.archive import read_archive
from arena.tournament import commitment, load_config
from arena.trust.brief import Brief, look
from arena.trust.finding import Finding, Wrong
from arena.trust.known import Known
from arena.trust.results import PublishedResults
from arena.web.intake.body import BodyError, FilePart
from arena.wire import MAX_MESSAGE, Answer, Malformed, decode
from arena.wire.messages import Hello
from tests.fuzz.peer import play_peer
from tests.golden import published

VECTORS = Path(__file__).parents[2] / "protocol" / "vectors"


def messages(data: bytes) -> None:
    """A bot's message becomes one of three things."""
    said = decode(data[:MAX_MESSAGE])
    assert isinstance(said, Hello | Answer | Malformed)
    if isinstance(said, Malformed):
        said.problem.encode()


def streams(data: bytes) -> None:
    """A stream of ZeroMQ's wire protocol says the same in whatever pieces it comes."""
    size = 1 + data[0] % 64 if data else 1
    stream = OPENING + data[1:] if data[:1] > b"\x7f" else data[1:]
    whole, pieces = _taken(stream, len(stream) + 1), _taken(stream, size)
    assert whole[0][: len(pieces[0])] == pieces[0]
    assert whole[1] == pieces[1]
    if whole[1] is None:
        assert whole == pieces


def _taken(stream: bytes, size: int) -> tuple[list[list[bytes]], str | None]:
    inbox, found = Inbox(), []
    try:
        for place in range(0, len(stream), size):
            inbox.feed(stream[place : place + size])
            while (frames := inbox.take()) is not None:
                found.append(frames)
                assert sum(map(len, frames)) <= FRAME_LIMIT
    except ZmtpError as error:
        return found, str(error)
    return found, None


def manifests(data: bytes) -> None:
    """A bot's folder with this `bot.toml` is in order or refused in one line."""
    folder = _folder()
    (folder / "bot.toml").write_bytes(data)
    try:
        load_bot(folder)
    except InputError as error:
        said = str(error)
    else:
        return
    assert "\n" not in said
    said.encode()


def zip_files(data: bytes) -> None:
    """A zip file becomes a folder, or is refused; nothing is written beside it."""
    folder = _folder() / "zip"
    folder.mkdir()
    try:
        (folder / "bot.zip").write_bytes(data)
        try:
            unpack(folder / "bot.zip", folder / "bot")
        except InputError as error:
            str(error).encode()
        assert {path.name for path in folder.iterdir()} <= {"bot", "bot.zip"}
        assert not any(path.is_symlink() for path in folder.rglob("*"))
    finally:
        shutil.rmtree(folder)


def forms(data: bytes) -> None:
    """A form holds the same file in whatever pieces it comes."""
    size = 1 + data[0] % 64 if data else 1
    assert _file(data[1:], size) == _file(data[1:], len(data) + 1)


def _file(form: bytes, size: int) -> bytes | None:
    part, found = FilePart(b"b"), b""
    try:
        for place in range(0, len(form), size):
            found += b"".join(part.feed(form[place : place + size]))
    except BodyError:
        return None
    return found if part.complete else None


def configs(data: bytes) -> None:
    """A config is in order or refused."""
    path = _folder() / "config"
    path.write_bytes(data)
    try:
        load_config(path)
    except InputError as error:
        said = str(error)
    else:
        return
    assert said.startswith(str(path))
    said.encode()


def records(data: bytes) -> None:
    """A line is a record in order or something is found wrong."""
    (found,) = look([data])
    assert isinstance(found, Brief | Finding)
    str(found).encode()


def altered_records(data: bytes) -> None:
    """The same with a record in which some bytes were replaced: two say where, one says what."""
    lines = _lines()
    line = bytearray(lines[data[0] % len(lines)] if data else lines[0])
    for place in range(1, len(data) - 2, 3):
        at = int.from_bytes(data[place : place + 2], "big") % len(line)
        line[at] = data[place + 2]
    records(bytes(line))


def archives(data: bytes) -> None:
    """A file to make a store of holds matches, or is refused."""
    path = _folder() / "archive"
    path.write_bytes(data)
    try:
        header, matches = read_archive(path, "name" if data[:1] < b"\x80" else None)
        assert header.tournament.name
        for _ in matches:
            pass
    except InputError as error:
        str(error).encode()


def reveals(data: bytes) -> None:
    """What is said to be revealed, or to be standings, is or is not."""
    for read in (Known.revealed, PublishedResults):
        try:
            read(data)
        except (InputError, Wrong) as error:
            str(error).encode()


def settings(data: bytes) -> None:
    """Settings that fit their commitment need not be settings."""
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return
    told = {
        "tournament": "t",
        "seed": "s",
        "settings": text,
        "revealed": "",
        "head": "0" * 64,
        "commitment": commitment("s", text),
    }
    try:
        known = Known.revealed(msgspec.json.encode(told))
        known.of_records(), known.decks
    except Wrong as wrong:
        str(wrong).encode()


def peers(data: bytes) -> None:
    """A match against a bot that sends anything, at any time: at most one fault, its own."""
    play_peer(data)


TARGETS: dict[str, Callable[[bytes], None]] = {
    target.__name__: target
    for target in (
        *(messages, streams, manifests, zip_files, forms, configs, records, altered_records),
        *(archives, reveals, settings, peers),
    )
}


def seeds(target: str) -> list[bytes]:
    """Bytes that get far, to begin with."""
    conversation = [
        json.loads(line)["message"]
        for line in (VECTORS / "conversation.jsonl").read_text("utf-8").splitlines()
    ]
    said = [json.dumps(message).encode() for message in conversation]
    root = VECTORS.parents[1]
    return {
        "messages": said,
        "streams": [b"\xff\0\5hello\1\2ab\0\1c", b"\0" + OPENING + b"\0\1x", b"\xff\4\7\4PINGxx"],
        "manifests": [path.read_bytes() for path in root.glob("bots/*/bot.toml")],
        "zip_files": [_zipped(zipfile.ZIP_STORED), _zipped(zipfile.ZIP_DEFLATED)],
        "forms": [b"\1--b\r\n" + head + b"\r\n\r\nx\r\n--b--" for head in FORM_HEADS],
        "configs": [path.read_bytes() for path in root.glob("configs/*.toml")],
        "records": _lines()[:4],
        "altered_records": [b"\0\1\0\x30", b"\3\2\0\x31\4\0\x22"],
        "archives": [*_lines()[:2], b'{"archive":1}', b"\x1f\x8b\x08"],
        "reveals": [(published.FOLDER / "reveal.json").read_bytes(), b'{"bots":[]}'],
        "settings": [json.loads((VECTORS / "reveal.json").read_text())["settings"].encode()],
        "peers": [bytes(range(16)), bytes(200), b"\0\0\0\1", b"\0\0\7\2"],
    }[target]


FORM_HEADS = (b'content-disposition: form-data; filename="x"', b"content-type: text/plain", b"")


def _zipped(method: int) -> bytes:
    """A bot in a zip file."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as file:
        for name in ("bot.toml", "bot.py", "lib/a"):
            file.writestr(name, 'name = "mine"\nrun = ["python3", "bot.py"]\n')
    return buffer.getvalue()


@cache
def _lines() -> list[bytes]:
    return (published.FOLDER / "records.jsonl").read_bytes().splitlines()


@cache
def _folder() -> Path:
    keeper = tempfile.TemporaryDirectory()
    _KEPT.append(keeper)
    return Path(keeper.name)


_KEPT: list[tempfile.TemporaryDirectory[str]] = []
"""Removed when the process ends."""
