"""A bot is the content of its folder: read to the last byte, and nothing beyond it is."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arena.errors import InputError, StoreError
from arena.registry import Manifest, content_hash, keep_bot, load_bot, missing_program, shipped
from arena.registry import files as module
from tests.tournament.places import Place

SECRET = "a line that only the organiser may see"


@pytest.fixture
def folder(place: Place) -> Path:
    """A bot in order, with a folder inside."""
    path = place.bot("mine", files={"bot.py": "print(1)\n", "cards.py": "SUITS = 4\n"})
    (path / "data").mkdir()
    (path / "data" / "book.bin").write_bytes(bytes(range(256)))
    return path


def refused(folder: Path) -> str:
    with pytest.raises(InputError) as caught:
        load_bot(folder)
    text = str(caught.value)
    assert str(folder) in text
    assert SECRET not in text
    return text


# Versions


def test_the_version_is_twelve_hexadecimal_digits_of_the_content(folder: Path) -> None:
    version = load_bot(folder).version
    assert version == content_hash(folder)
    assert len(version) == 12
    assert int(version, 16) >= 0


def test_the_same_content_elsewhere_at_another_time_is_the_same_version(
    folder: Path, place: Place
) -> None:
    copy = place.folder / "copy"
    shutil.copytree(folder, copy)
    os.utime(copy / "bot.py", (0, 0))
    (copy / "bot.py").chmod(0o600)
    assert content_hash(copy) == content_hash(folder)
    assert content_hash(folder / ".." / "copy") == content_hash(folder)


def test_files_are_read_in_an_order_of_their_own_whichever_was_written_first(place: Place) -> None:
    names = ["a", "b", "B", "a.b", "ab", "é", "10", "9"]
    for folder, order in (("one", names), ("two", names[::-1])):
        (place.folder / folder).mkdir()
        for name in order:
            (place.folder / folder / name).write_text(name)
    assert content_hash(place.folder / "one") == content_hash(place.folder / "two")


def a_byte(folder: Path) -> None:
    (folder / "bot.py").write_text("print(2)\n")


def a_byte_of_the_manifest(folder: Path) -> None:
    with (folder / "bot.toml").open("a") as file:
        file.write("# a remark\n")


def a_byte_below(folder: Path) -> None:
    (folder / "data" / "book.bin").write_bytes(bytes(range(255)) + b"\xfe")


def a_new_file(folder: Path) -> None:
    (folder / "empty").touch()


def a_hidden_file(folder: Path) -> None:
    (folder / ".hidden").touch()


def a_file_less(folder: Path) -> None:
    (folder / "cards.py").unlink()


def a_name(folder: Path) -> None:
    (folder / "cards.py").rename(folder / "Cards.py")


def a_name_below(folder: Path) -> None:
    (folder / "data").rename(folder / "date")


def the_place_of_a_file(folder: Path) -> None:
    (folder / "data" / "book.bin").rename(folder / "book.bin")


def two_files_swapped(folder: Path) -> None:
    one, two = folder / "bot.py", folder / "cards.py"
    texts = one.read_text(), two.read_text()
    one.write_text(texts[1])
    two.write_text(texts[0])


def a_byte_moved_to_the_next_file(folder: Path) -> None:
    (folder / "bot.py").write_text("print(1)\nS")
    (folder / "cards.py").write_text("UITS = 4\n")


def the_execute_bit(folder: Path) -> None:
    (folder / "bot.py").chmod(0o755)


CHANGES: list[Callable[[Path], None]] = [
    *(a_byte, a_byte_of_the_manifest, a_byte_below, a_new_file, a_hidden_file, a_file_less),
    *(a_name, a_name_below, the_place_of_a_file, two_files_swapped),
    *(a_byte_moved_to_the_next_file, the_execute_bit),
]


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: str(change.__name__))
def test_another_content_is_another_version(folder: Path, change: Callable[[Path], None]) -> None:
    before = content_hash(folder)
    change(folder)
    assert content_hash(folder) != before


FILES = st.dictionaries(
    st.text("abc", min_size=1, max_size=2),
    st.tuples(st.binary(max_size=6), st.booleans()),
    max_size=4,
)


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(one=FILES, two=FILES)
def test_versions_are_equal_where_names_bytes_and_execute_bits_are(
    place: Place, one: dict[str, tuple[bytes, bool]], two: dict[str, tuple[bytes, bool]]
) -> None:
    hashes = []
    for files in (one, two):
        folder = place.folder / "bot"
        folder.mkdir()
        for name, (data, runs) in files.items():
            (folder / name).write_bytes(data)
            (folder / name).chmod(0o755 if runs else 0o644)
        hashes.append(content_hash(folder))
        shutil.rmtree(folder)
    assert (hashes[0] == hashes[1]) == (one == two)


@pytest.mark.parametrize("name", ["__pycache__", "data/__pycache__", ".git"])
def test_what_python_and_git_leave_behind_changes_nothing(folder: Path, name: str) -> None:
    before = content_hash(folder)
    (folder / name).mkdir()
    (folder / name / "bot.cpython-311.pyc").write_bytes(b"anything")
    (folder / name / "link").symlink_to("/etc/passwd")
    assert content_hash(folder) == before


@pytest.mark.parametrize("name", ["naive", "value", "random", "random-stdio"])
def test_the_shipped_bots_are_in_order(name: str) -> None:
    bot = load_bot(shipped("bots") / name)
    assert bot.name == name
    assert bot.version == bot.program.version
    assert bot.program.folder == (shipped("bots") / name).resolve()


# Refusals


@pytest.mark.parametrize("name", ["link", "data/link", "bot.toml"])
@pytest.mark.parametrize(
    "target",
    ["outside.txt", "/etc/passwd", "../../x", "data/..", "here/../..", "/dev/zero", "a\nb"],
)
def test_a_link_that_may_lead_out_is_refused(
    folder: Path, place: Place, name: str, target: str
) -> None:
    (place.folder / "outside.txt").write_text(SECRET)
    path = folder / name
    path.unlink(missing_ok=True)
    path.symlink_to(place.folder / target if target == "outside.txt" else target)
    text = refused(folder)
    assert "is a link that leads out of the folder" in text or "is no regular file" in text


def test_a_link_to_a_folder_is_refused_and_not_entered(folder: Path, place: Place) -> None:
    (place.folder / "outside").mkdir()
    os.mkfifo(place.folder / "outside" / "pipe")
    (folder / "lib").symlink_to(place.folder / "outside")
    assert "'lib' is a link that leads out" in refused(folder)


@pytest.mark.timeout(20)
@pytest.mark.parametrize("name", ["pipe", "data/pipe", "bot.toml"])
def test_a_pipe_is_refused_and_not_waited_for(folder: Path, name: str) -> None:
    (folder / name).unlink(missing_ok=True)
    os.mkfifo(folder / name)
    text = refused(folder)
    assert "is neither a file nor a folder" in text or "is no regular file" in text


def test_too_many_files_are_refused_and_the_limit_named(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "FILES_LIMIT", 4)
    load_bot(folder)
    (folder / "more").touch()
    assert "a bot's folder holds at most 4 files and 256 MiB" in refused(folder)


def test_too_large_files_are_refused_before_they_are_read(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with (folder / "weights.bin").open("wb") as file:
        file.truncate(2**40)  # a hole: it has no blocks on the disk
    assert "a bot's folder holds at most 10,000 files and 256 MiB" in refused(folder)


def test_files_that_are_too_large_together_are_refused(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "BYTES_LIMIT", 1 << 20)
    for number in range(4):
        (folder / f"part{number}").write_bytes(b"x" * (1 << 18))
    assert "at most 10,000 files and 1 MiB" in refused(folder)


def test_endless_folders_are_refused(folder: Path) -> None:
    depth = 1_200
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        for _ in range(depth):
            os.mkdir("d", dir_fd=descriptor)
            below = os.open("d", os.O_RDONLY, dir_fd=descriptor)
            os.close(descriptor)
            descriptor = below
    finally:
        os.close(descriptor)
    try:
        text = refused(folder)
        assert "nested too deep" in text or "File name too long" in text
    finally:
        _remove_deep(folder / "d", depth)


def _remove_deep(top: Path, depth: int) -> None:
    """Deeper than a path can be long: each time the second level is moved up and the first goes."""
    parent = os.open(top.parent, os.O_RDONLY)
    try:
        for number in range(depth - 1):
            os.rename(f"{top.name}/d", f"moved{number}", src_dir_fd=parent, dst_dir_fd=parent)
            os.rmdir(top.name, dir_fd=parent)
            os.rename(f"moved{number}", top.name, src_dir_fd=parent, dst_dir_fd=parent)
        os.rmdir(top.name, dir_fd=parent)
    finally:
        os.close(parent)


@pytest.mark.parametrize("what", ["nothing", "file"])
def test_what_is_no_folder_is_refused(place: Place, what: str) -> None:
    path = place.folder / "bot"
    if what == "file":
        path.touch()
    assert refused(path) == f"{path}: no such folder; a bot is a folder with a bot.toml"


def test_a_folder_without_a_manifest_is_refused(place: Place) -> None:
    (place.folder / "bot").mkdir()
    assert refused(place.folder / "bot").endswith("bot.toml: No such file or directory")


# Manifests


def test_a_manifest_is_read(place: Place) -> None:
    path = place.bot(
        "mine", run=["./go", "-x", "é"], transport="stdio", author="Zahra", language="Zig"
    )
    bot = load_bot(path)
    assert bot.manifest == Manifest("mine", ("./go", "-x", "é"), "stdio", "Zahra", "Zig")
    assert (bot.name, bot.program.name) == ("mine", "mine")
    assert bot.program.run == ("./go", "-x", "é")
    assert bot.program.transport == "stdio"


def test_only_name_and_command_are_needed(place: Place) -> None:
    manifest = load_bot(place.bot("mine")).manifest
    assert (manifest.transport, manifest.author, manifest.language) == ("zmq", "", "")
    assert not manifest.share


def test_every_key_of_a_manifest_is_tested_here() -> None:
    assert Manifest.__struct_fields__ == (
        *("name", "run", "transport", "author", "language", "build", "ignore", "share"),
    )


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({"name": ""}, "key `name`: '' is not allowed; 1–40 characters"),
        ({"name": "a" * 41}, f"key `name`: '{'a' * 41}' is not allowed"),
        ({"name": "a\x1b[2J"}, r"key `name`: 'a\x1b[2J' is not allowed"),
        ({"name": "a\u202e"}, r"key `name`: 'a\u202e' is not allowed"),
        ({"name": 7}, "key `name`: expected `str`, got `int`"),
        ({"run": "python3 bot.py"}, "key `run`: expected `array`, got `str`"),
        ({"run": []}, "key `run`: expected `array` of length >= 1"),
        ({"run": [""]}, "key `run[0]`: expected `str` of length >= 1"),
        ({"run": ["a", 1]}, "key `run[1]`: expected `str`, got `int`"),
        ({"run": ["a"] * 51}, "key `run`: expected `array` of length <= 50"),
        ({"run": ["a" * 201]}, "key `run[0]`: expected `str` of length <= 200"),
        (
            {"transport": "tcp"},
            "key `transport`: invalid enum value 'tcp'; allowed: 'stdio', 'zmq'",
        ),
        ({"transport": 1}, "key `transport`: expected `str`, got `int`"),
        ({"author": "a" * 201}, "key `author`: expected `str` of length <= 200"),
        ({"author": ["a"]}, "key `author`: expected `str`, got `array`"),
        ({"language": "a" * 41}, "key `language`: expected `str` of length <= 40"),
        ({"language": True}, "key `language`: expected `str`, got `bool`"),
        ({"share": "yes"}, "key `share`: expected `bool`, got `str`"),
        ({"runn": 1}, "unknown key `runn`; did you mean `run`? Allowed here: name, run, transport"),
    ],
)
def test_a_mistake_in_a_manifest_is_answered(
    place: Place, keys: dict[str, object], message: str
) -> None:
    path = place.bot("mine")
    place.bot(**{"name": "mine", **keys}, folder="mine")  # type: ignore[arg-type]
    assert refused(path).startswith(f"{path / 'bot.toml'}: {message}")


@pytest.mark.parametrize("key", ["name", "run"])
def test_a_missing_key_of_a_manifest_is_named(place: Place, key: str) -> None:
    path = place.bot("mine")
    lines = (path / "bot.toml").read_text().splitlines()
    (path / "bot.toml").write_text("\n".join(line for line in lines if f'"{key}"' not in line))
    assert refused(path) == f"{path / 'bot.toml'}: key `{key}` is missing"


# Programs


@pytest.mark.parametrize(
    ("run", "missing"),
    [
        (["python3", "bot.py"], None),
        (["python"], None),
        (["sh"], None),
        (["a-program-that-no-host-has"], "a-program-that-no-host-has"),
        (["./bot.py"], None),
        (["./go"], "./go"),
        (["/bin/sh"], None),
        (["/nowhere/sh"], "/nowhere/sh"),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_the_program_that_a_host_lacks_is_named(
    place: Place, run: list[str], missing: str | None
) -> None:
    folder = place.bot("mine", run=run)
    (folder / "bot.py").chmod(0o755)
    assert missing_program(load_bot(folder)) == missing


def test_the_program_is_python_where_it_is_asked_for_though_the_path_has_none(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    assert missing_program(load_bot(place.bot("mine"))) is None


def test_a_shim_that_needs_a_whole_home_to_work_is_no_program(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    shims = place.folder / "shims"
    shims.mkdir()
    (shims / "only-a-shim").write_text("#!/bin/sh\n")
    (shims / "only-a-shim").chmod(0o755)
    monkeypatch.setenv("PATH", str(shims))
    bot = place.bot("other", run=["only-a-shim"])
    assert missing_program(load_bot(bot)) == "only-a-shim"


# The copy that plays


def test_what_plays_is_a_copy_of_what_counts(place: Place) -> None:
    folder = place.bot("mine")
    (folder / "__pycache__").mkdir()
    (folder / "__pycache__" / "bot.pyc").write_bytes(b"not looked at")
    (folder / "bot.toml").chmod(0o600)
    bot = load_bot(folder)
    kept = keep_bot(bot, place.folder / "library")
    assert kept.program.folder == place.folder / "library" / bot.version
    assert content_hash(kept.program.folder) == bot.version
    assert not (kept.program.folder / "__pycache__").exists()
    assert (kept.program.folder / "bot.toml").stat().st_mode & 0o777 == 0o644


def test_a_folder_that_is_edited_later_changes_nothing(place: Place) -> None:
    folder = place.bot("mine")
    bot = load_bot(folder)
    kept = keep_bot(bot, place.folder / "library")
    (folder / "bot.py").write_text("another")
    assert keep_bot(bot, place.folder / "library") == kept
    assert content_hash(kept.program.folder) == bot.version


def test_a_copy_that_was_spoiled_is_made_anew(place: Place) -> None:
    bot = load_bot(place.bot("mine"))
    kept = keep_bot(bot, place.folder / "library").program.folder
    (kept / "more").write_text("more")
    assert content_hash(keep_bot(bot, place.folder / "library").program.folder) == bot.version


def test_a_folder_that_changes_while_it_is_copied_is_refused(place: Place) -> None:
    folder = place.bot("mine")
    bot = load_bot(folder)
    (folder / "bot.py").write_text("another")
    with pytest.raises(InputError, match="changed while it was copied"):
        keep_bot(bot, place.folder / "library")
    assert list((place.folder / "library").iterdir()) == []


def test_a_library_that_cannot_be_written_is_an_error_of_the_store(place: Place) -> None:
    (place.folder / "library").write_text("a file")
    with pytest.raises(StoreError, match="library"):
        keep_bot(load_bot(place.bot("mine")), place.folder / "library")


def test_a_manifest_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        load_bot(shipped("bots") / "naive").manifest.name = "other"  # type: ignore[misc]
    assert msgspec.structs.asdict(load_bot(shipped("bots") / "naive").manifest)["name"] == "naive"
