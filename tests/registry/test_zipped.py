"""A bot's folder that comes as a zip file: what is taken in, and what is refused by its name."""

import random
import stat
import struct
import warnings
import zipfile
from pathlib import Path

import pytest

from arena.errors import InputError
from arena.registry import load_bot
from arena.registry.files import FILES_LIMIT, items
from arena.registry.zipped import DIRECTORY_LIMIT, RATIO_FREE, unpack
from tests.tournament.places import Place

TOML = 'name = "mine"\nrun = ["python3", "bot.py"]\n'
Content = dict[str, str | bytes]


def zipped(
    folder: Path, *entries: tuple[str | zipfile.ZipInfo, str | bytes], name: str = "z"
) -> Path:
    """A zip file with these entries behind a `bot.toml`."""
    path = folder / f"{name}.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of names that are there twice
        for entry, data in (("bot.toml", TOML), *entries):
            file.writestr(entry, data)
    return path


def entry(name: str, mode: int = 0, method: int = zipfile.ZIP_DEFLATED) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo("x")
    # Set afterwards: the constructor would mend what is wrong with it.
    info.filename = name
    info.external_attr = mode << 16
    info.compress_type = method
    return info


def unpacked(archive: Path) -> dict[str, bytes]:
    into = archive.with_suffix("")
    unpack(archive, into)
    return {item.path: (into / item.path).read_bytes() for item in items(into)}


def refusal(archive: Path) -> str:
    with pytest.raises(InputError) as refused:
        unpack(archive, archive.with_suffix(""))
    return str(refused.value)


def test_what_is_zipped_is_the_same_bot(place: Place) -> None:
    folder = place.bot("mine", run=["./bot.sh"], files={"bot.sh": "#!/bin/sh\n"})
    (folder / "bot.sh").chmod(0o755)
    (folder / "lib").mkdir()
    (folder / "lib" / "table").write_bytes(bytes(100_000))
    for top in ("", "mine-main/"):
        path = place.folder / f"as-{top[:4]}.zip"
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
            for each in sorted(folder.rglob("*")):
                file.write(each, f"{top}{each.relative_to(folder)}")
            if top:
                file.writestr("__MACOSX/._bot.sh", "of the machine that made it")
                file.writestr(f"{top}.DS_Store", "too")
        unpack(path, path.with_suffix(""))
        assert load_bot(path.with_suffix("")).version == load_bot(folder).version


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("../out", "is not allowed as the name of a file"),
        ("lib/../../out", "is not allowed as the name of a file"),
        ("./bot.py", "is not allowed as the name of a file"),
        ("lib//bot.py", "is not allowed as the name of a file"),
        ("a\0b", "is not allowed as the name of a file"),
        ("a\nb", "is not allowed as the name of a file"),
        ("a\u202eb", "is not allowed as the name of a file"),
        ("", "is not allowed as the name of a file"),
        ("/etc/passwd", "does not lead into the folder"),
        ("C:/bot.py", "does not lead into the folder"),
        ("c:bot.py", "does not lead into the folder"),
        ("lib\\bot.py", "folders are set off by `/`"),
        ("..\\..\\bot.py", "folders are set off by `/`"),
        ("x" * 241, "is longer than 240 bytes"),
    ],
)
def test_names_that_lead_elsewhere_are_refused(tmp_path: Path, name: str, why: str) -> None:
    said = refusal(zipped(tmp_path, (entry(name), "")))
    assert repr(name) in said
    assert why in said
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("one", "other", "why"),
    [
        ("a.py", "a.py", "'a.py' is there twice"),
        ("a.py", "A.py", "'A.py' differs from 'a.py' in nothing but case"),
        ("lib/a", "Lib/b", "'Lib' differs from 'lib' in nothing but case"),
        ("é", "e\u0301", "differs from 'é' in nothing but case or spelling"),
        ("a", "a/b", "'a/b' is there twice"),
        ("a/b", "a", "'a' is there twice"),
    ],
)
def test_names_that_are_one_are_refused(tmp_path: Path, one: str, other: str, why: str) -> None:
    assert why in refusal(zipped(tmp_path, (one, "1"), (other, "2")))


@pytest.mark.parametrize(
    ("mode", "why"),
    [
        (stat.S_IFLNK | 0o777, "'x' is a link"),
        (stat.S_IFIFO, "'x' is neither a file nor a folder"),
        (stat.S_IFCHR, "'x' is neither a file nor a folder"),
        (stat.S_IFBLK, "'x' is neither a file nor a folder"),
        (stat.S_IFSOCK, "'x' is neither a file nor a folder"),
        (stat.S_IFDIR, "'x' is neither a file nor a folder"),
    ],
)
def test_what_is_no_file_is_refused(tmp_path: Path, mode: int, why: str) -> None:
    assert why in refusal(zipped(tmp_path, (entry("x", mode), "/etc/passwd")))


def test_an_encrypted_entry_is_refused(tmp_path: Path) -> None:
    path = zipped(tmp_path, ("x", "secret"))
    data = bytearray(path.read_bytes())
    at = data.rindex(b"PK\1\2") + 8
    data[at] |= 1
    path.write_bytes(data)
    assert refusal(path) == "'x' is encrypted"


def test_other_compressions_are_refused(tmp_path: Path) -> None:
    said = refusal(zipped(tmp_path, (entry("x", method=zipfile.ZIP_LZMA), "x")))
    assert said == "'x' is compressed by LZMA; only deflate is read"


def test_a_file_that_unpacks_to_far_more_is_refused_before_it_is_written(tmp_path: Path) -> None:
    path = zipped(tmp_path, ("zeros", bytes(RATIO_FREE + 1)))
    assert "unpacks to more than 100 times its size, most of it 'zeros'" in refusal(path)
    assert not (tmp_path / "z").exists()
    assert len(unpacked(zipped(tmp_path, ("zeros", bytes(1 << 20)), name="small"))) == 2


def test_too_much_and_too_many_are_refused(tmp_path: Path) -> None:
    many = [(f"{number:05}", "") for number in range(FILES_LIMIT)]
    assert "at most 10,000 files and 256 MiB" in refusal(zipped(tmp_path, *many))
    path = zipped(tmp_path, ("x", random.Random(1).randbytes(1000)), name="large")
    lies(path, "x", size=300 << 20)
    assert "at most 10,000 files and 256 MiB" in refusal(path)


def lies(path: Path, name: str, size: int) -> None:
    """Have the list of entries say another size."""
    data = bytearray(path.read_bytes())
    at = data.index(name.encode(), data.index(b"PK\1\2", data.index(b"PK\1\2") + 4)) - 46
    data[at + 24 : at + 28] = struct.pack("<I", size)
    path.write_bytes(data)


@pytest.mark.parametrize("size", [10, 5000])
def test_an_entry_that_lies_about_its_size_is_refused(tmp_path: Path, size: int) -> None:
    path = zipped(tmp_path, ("x", random.Random(1).randbytes(1000)))
    lies(path, "x", size)
    assert "'x' is damaged" in refusal(path)


def test_a_list_of_entries_without_end_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "z.zip"
    room = DIRECTORY_LIMIT + 1
    path.write_bytes(bytes(room) + struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, 1, 1, room, 0, 0))
    assert "its list of entries is larger than 4 MiB" in refusal(path)


@pytest.mark.parametrize("data", [b"", b"PK", b"not a zip file at all", b"PK\5\6" + bytes(18)])
def test_what_is_no_zip_file_is_said_to_be_none(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "z.zip"
    path.write_bytes(data)
    assert "is no zip file" in refusal(path) or "holds no bot.toml" in refusal(path)


def test_a_manifest_that_lies_too_deep_is_not_found(tmp_path: Path) -> None:
    path = tmp_path / "z.zip"
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("a/b/bot.toml", TOML)
    assert "holds no bot.toml" in refusal(path)
