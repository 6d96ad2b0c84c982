"""A bot arrives on another machine as what it was, or not at all."""

import os
import zlib
from pathlib import Path

import msgspec
import pytest

from arena.errors import InputError
from arena.registry import content_hash
from arena.tournament.engines import bundle
from arena.tournament.engines.bundle import pack, unpack
from tests.tournament.places import Place

VERSION = "0" * 12
TOML = b'name = "a"\nrun = ["./a"]\n'


def packed(*files: tuple[bytes, bytes], link: tuple[bytes, bytes] | None = None) -> bytes:
    """What somebody may send."""
    entries: list[object] = [(name, False, None, data) for name, data in files]
    if link is not None:
        entries.append((link[0], False, link[1], b""))
    return zlib.compress(msgspec.msgpack.encode(entries))


def test_a_bot_arrives_with_its_files_its_names_and_what_can_be_run(place: Place) -> None:
    folder = place.bot("one", files={"bot.py": "pass", "run.sh": "#!/bin/sh\n"}, ignore=["*.o"])
    (folder / "run.sh").chmod(0o700)
    (folder / "data" / "deep").mkdir(parents=True)
    (folder / "data" / "deep" / "نام.bin").write_bytes(bytes(range(256)))
    (folder / "link").symlink_to("data/deep")
    for left_out in ("__pycache__", "made.o"):
        (folder / left_out).mkdir()
        (folder / left_out / "x").touch()
    version = content_hash(folder, ["*.o"])
    bot = unpack(pack(folder), version, place.folder / "arrived")
    there = bot.program.folder
    assert (bot.name, bot.version) == ("one", version)
    assert content_hash(there) == version
    assert (there / "data" / "deep" / "نام.bin").read_bytes() == bytes(range(256))
    assert os.readlink(there / "link") == "data/deep"
    assert (there / "run.sh").stat().st_mode & 0o777 == 0o755
    assert (there / "data").stat().st_mode & 0o777 == 0o755
    assert not (there / "__pycache__").exists()
    assert not (there / "made.o").exists()


@pytest.mark.parametrize(
    "name",
    [b"../evil", b"/tmp/hokm-evil", b"a/../../evil", b".", b"..", b"", b"a//b", b"a/", b"a\0b"],
)
def test_a_name_that_leads_out_of_the_folder_is_refused(place: Place, name: bytes) -> None:
    arrived = place.folder / "arrived"
    with pytest.raises(InputError, match="is not allowed as the name of a file"):
        unpack(packed((b"bot.toml", TOML), (name, b"evil")), VERSION, arrived)
    assert not list(arrived.iterdir())
    assert not list(place.folder.rglob("*evil*"))
    assert not Path("/tmp/hokm-evil").exists()


@pytest.mark.parametrize("to", [b"/etc", b"..", b"../evil", b"a/../../evil"])
def test_a_link_that_leads_out_of_the_folder_is_refused(place: Place, to: bytes) -> None:
    arrived = place.folder / "arrived"
    with pytest.raises(InputError, match="is a link that leads out of the folder"):
        unpack(packed((b"bot.toml", TOML), link=(b"way", to)), VERSION, arrived)
    assert not list(arrived.iterdir())


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "its end is missing"),
        (b"junk", "no bundle of a bot"),
        (zlib.compress(b"junk"), "no bundle of a bot"),
        (packed((b"a", b"1"), (b"a", b"2")), "twice"),
        (packed((b"a", b"1"))[:-4], "its end is missing"),
        (packed((b"a", b"no manifest")), "bot.toml"),
        (packed((b"bot.toml", TOML), (b"a", b"")), "a bundle of bot 000000000000 holds "),
    ],
)
def test_what_is_not_the_bot_that_was_asked_for_is_refused(
    place: Place, data: bytes, problem: str
) -> None:
    with pytest.raises(InputError, match=problem):
        unpack(data, VERSION, place.folder / "arrived")
    assert not (place.folder / "arrived" / VERSION).exists()


def test_a_bundle_that_would_fill_the_disk_is_not_unpacked(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bundle, "UNPACKED_LIMIT", 1_000)
    bomb = packed((b"zeros", bytes(1_000_000)))
    assert len(bomb) < 2_000
    with pytest.raises(InputError, match="or its end is missing"):
        unpack(bomb, VERSION, place.folder / "arrived")
