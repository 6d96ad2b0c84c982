"""A bot arrives on another machine as what it was, or not at all."""

import os
import zlib
from pathlib import Path

import msgspec
import pytest

from arena.errors import InputError
from arena.tournament import bots, content_hash
from arena.tournament.engines import bundle
from arena.tournament.engines.bundle import pack, unpack
from tests.tournament.places import Place


def packed(*files: tuple[bytes, bytes]) -> bytes:
    """What somebody may send."""
    return zlib.compress(msgspec.msgpack.encode([(name, False, data) for name, data in files]))


def test_a_bot_arrives_with_its_files_its_names_and_what_can_be_run(place: Place) -> None:
    folder = place.bot("one", files={"bot.py": "pass", "run.sh": "#!/bin/sh\n"})
    (folder / "run.sh").chmod(0o700)
    (folder / "data" / "deep").mkdir(parents=True)
    (folder / "data" / "deep" / "نام.bin").write_bytes(bytes(range(256)))
    Path(os.fsdecode(os.fsencode(folder) + b"/not\xffutf8")).touch()
    (folder / "__pycache__").mkdir()
    (folder / "__pycache__" / "bot.pyc").touch()
    version = content_hash(folder)
    there = unpack(pack(folder), version, place.folder / "library")
    assert content_hash(there) == version
    assert (there / "data" / "deep" / "نام.bin").read_bytes() == bytes(range(256))
    assert (there / "run.sh").stat().st_mode & 0o777 == 0o755
    assert (there / "data").stat().st_mode & 0o777 == 0o755
    assert not (there / "__pycache__").exists()
    assert unpack(b"not looked at: it is there already", version, there.parent) == there


@pytest.mark.parametrize(
    "name",
    [b"../evil", b"/tmp/hokm-evil", b"a/../../evil", b".", b"..", b"", b"a//b", b"a/", b"a\0b"],
)
def test_a_name_that_leads_out_of_the_folder_is_refused(place: Place, name: bytes) -> None:
    library = place.folder / "library"
    with pytest.raises(InputError, match="outside the bot's folder"):
        unpack(packed((b"bot.toml", b""), (name, b"evil")), "0" * 12, library)
    assert not list(library.glob("[!.]*"))
    assert not list(place.folder.rglob("*evil*"))


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "its end is missing"),
        (b"junk", "no bundle of a bot"),
        (zlib.compress(b"junk"), "no bundle of a bot"),
        (packed((b"a", b"1"), (b"a", b"2")), "twice"),
        (packed((b"a", b"1"))[:-4], "its end is missing"),
        (packed((b"another", b"bot")), "holds something else"),
    ],
)
def test_what_is_not_the_bot_that_was_asked_for_is_refused(
    place: Place, data: bytes, problem: str
) -> None:
    with pytest.raises(InputError, match=problem):
        unpack(data, "0" * 12, place.folder / "library")
    assert not (place.folder / "library" / ("0" * 12)).exists()


def test_a_bundle_that_would_fill_the_disk_is_not_unpacked(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bundle, "UNPACKED_LIMIT", 1_000)
    bomb = packed((b"zeros", bytes(1_000_000)))
    assert len(bomb) < 2_000
    with pytest.raises(InputError, match="or its end is missing"):
        unpack(bomb, "0" * 12, place.folder / "library")
    monkeypatch.setattr(bundle, "UNPACKED_LIMIT", bots.BYTES_LIMIT)
    monkeypatch.setattr(bundle, "FILES_LIMIT", 2)
    with pytest.raises(InputError, match="3 files; 2 are allowed"):
        unpack(packed(*((b"%d" % n, b"") for n in range(3))), "0" * 12, place.folder / "library")
