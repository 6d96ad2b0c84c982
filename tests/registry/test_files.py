"""What is in a bot's folder: what is left out of it, and where its links may lead."""

import contextlib
import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.errors import InputError
from arena.registry import load_bot
from arena.registry.files import FolderWriter, Item, content_hash, copy_items, items, leads_out
from tests.tournament.places import Place

CACHE = "Signature: 8a477f597d28d172789f06886806bc55\n# made by a tool\n"


def paths(folder: Path, *ignored: str) -> list[str]:
    return [item.path for item in items(folder, ignored)]


@pytest.fixture
def folder(place: Place) -> Path:
    path = place.folder / "mine"
    for name in ("bot.py", "bot.o", "lib/a.o", "lib/a.py", "lib/data/a", "data/a", "out/x/y"):
        (path / name).parent.mkdir(parents=True, exist_ok=True)
        (path / name).write_text(name)
    return path


@pytest.mark.parametrize(
    ("ignored", "left"),
    [
        ("*.o", ["bot.py", "data/a", "lib/a.py", "lib/data/a", "out/x/y"]),
        ("out", ["bot.o", "bot.py", "data/a", "lib/a.o", "lib/a.py", "lib/data/a"]),
        ("out/", ["bot.o", "bot.py", "data/a", "lib/a.o", "lib/a.py", "lib/data/a"]),
        ("data", ["bot.o", "bot.py", "lib/a.o", "lib/a.py", "out/x/y"]),
        ("lib/data", ["bot.o", "bot.py", "data/a", "lib/a.o", "lib/a.py", "out/x/y"]),
        ("lib/*.o", ["bot.o", "bot.py", "data/a", "lib/a.py", "lib/data/a", "out/x/y"]),
        ("BOT.PY", ["bot.o", "bot.py", "data/a", "lib/a.o", "lib/a.py", "lib/data/a", "out/x/y"]),
    ],
)
def test_what_is_ignored_does_not_count(folder: Path, ignored: str, left: list[str]) -> None:
    assert sorted(paths(folder, ignored)) == left


def test_what_a_manifest_ignores_changes_no_version_and_is_not_copied(place: Place) -> None:
    folder = place.bot("mine", ignore=["bot", "*.o"])
    before = load_bot(folder).version
    (folder / "bot").write_text("built")
    (folder / "a.o").symlink_to("/etc/passwd")
    assert load_bot(folder).version == before
    copy_items(folder, place.folder / "copy", ["bot", "*.o"])
    assert paths(place.folder / "copy") == ["bot.py", "bot.toml"]


def test_a_folder_marked_as_a_cache_does_not_count(folder: Path) -> None:
    (folder / "out" / "CACHEDIR.TAG").write_text("Signature: another")
    assert "out/x/y" in paths(folder)
    (folder / "out" / "CACHEDIR.TAG").write_text(CACHE)
    assert "out/x/y" not in paths(folder)
    # The bot's own folder is one, whoever marks it.
    (folder / "CACHEDIR.TAG").write_text(CACHE)
    assert "bot.py" in paths(folder)


@pytest.mark.timeout(20)
def test_a_mark_that_is_a_pipe_or_a_link_is_not_read(folder: Path, place: Place) -> None:
    (place.folder / "tag").write_text(CACHE)
    (folder / "lib" / "CACHEDIR.TAG").symlink_to(place.folder / "tag")
    os.mkfifo(folder / "out" / "CACHEDIR.TAG")
    with pytest.raises(InputError, match=r"'lib/CACHEDIR.TAG' is a link that leads out"):
        paths(folder)
    (folder / "lib" / "CACHEDIR.TAG").unlink()
    with pytest.raises(InputError, match=r"'out/CACHEDIR.TAG' is neither a file nor a folder"):
        paths(folder)


def test_a_link_is_part_of_the_version_and_copied_as_a_link(folder: Path, place: Place) -> None:
    before = content_hash(folder)
    (folder / "lib" / "newest").symlink_to("../bot.py")
    linked = content_hash(folder)
    assert linked != before
    copy_items(folder, place.folder / "copy")
    assert (place.folder / "copy" / "lib" / "newest").readlink() == Path("../bot.py")
    assert content_hash(place.folder / "copy") == linked
    (folder / "lib" / "newest").unlink()
    (folder / "lib" / "newest").write_text("../bot.py")
    assert content_hash(folder) not in (before, linked)


NAMES = st.sampled_from(["a", "b", "c"])
FOLDERS = st.lists(NAMES, max_size=3).map("/".join)
TARGETS = st.lists(st.sampled_from(["..", "a", "b", "c", ".", ""]), min_size=1, max_size=5).map(
    "/".join
)


@settings(max_examples=50)
@given(st.dictionaries(st.tuples(FOLDERS, NAMES), TARGETS.filter(bool), min_size=1, max_size=5))
def test_no_links_that_are_allowed_lead_out_together(
    links: dict[tuple[str, str], str],
) -> None:
    with tempfile.TemporaryDirectory() as name:
        top = Path(name).resolve() / "outside" / "bot"
        top.mkdir(parents=True)
        made = []
        for (inside, link), target in links.items():
            path = f"{inside}/{link}".lstrip("/")
            if leads_out(path, target):
                continue
            where = top / path
            try:
                where.parent.mkdir(parents=True, exist_ok=True)
                # Only places that a walk reaches: behind another link there is none.
                if where.parent.resolve() == where.parent:
                    where.symlink_to(target)
                    made.append(where)
            except OSError:
                continue
        for where in made:
            with contextlib.suppress(OSError):  # nowhere, or round and round
                assert Path(os.path.realpath(where, strict=True)).is_relative_to(top)


@pytest.mark.parametrize(
    "path", ["", "/a", "a/", "a//b", "a/../b", "..", "./a", "a\n", "a\x1b", "a\udcff", "x" * 241]
)
def test_a_path_that_is_none_is_not_written(place: Place, path: str) -> None:
    writer = FolderWriter(place.folder / "into")
    with pytest.raises(InputError):
        writer.write(Item(path), b"x")
    assert list((place.folder / "into").iterdir()) == []
