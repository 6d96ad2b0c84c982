"""What is built is built once, and what plays is what came of it."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.errors import InputError
from arena.registry import Bot, BuildFailed, Built, Manifest, keep_bot, load_bot
from arena.registry.copies import Workbench, build_note
from arena.sandbox import detect
from tests.tournament.places import Place

FAILED = BuildFailed(("make",), "exit code 2", "no rule\n", "Mend it")


class Builder:
    """Builds by writing one file, or fails."""

    def __init__(self, fails: bool = False) -> None:
        self.fails = fails
        self.built: list[Path] = []

    def __call__(self, sources: Path, manifest: Manifest, into: Path) -> Built | BuildFailed:
        self.built.append(sources)
        if self.fails:
            return FAILED
        into.mkdir()
        for path in sources.iterdir():
            (into / path.name).write_bytes(path.read_bytes())
        (into / "bot").write_text("built")
        return Built(1.0, False, ())


@pytest.fixture
def bot(place: Place) -> Bot:
    return load_bot(place.bot("mine", build=["make"], ignore=["*.o"]))


@pytest.fixture
def library(place: Place) -> Path:
    return place.folder / "library"


def test_what_plays_is_what_was_built_and_the_sources_are_kept_beside_it(
    bot: Bot, library: Path
) -> None:
    builder = Builder()
    kept = keep_bot(bot, library, builder)
    assert kept.program.folder == library / bot.version
    assert (kept.program.folder / "bot").read_text() == "built"
    assert builder.built == [library / f"{bot.version}.sources"]
    assert load_bot(builder.built[0]).version == bot.version
    assert {path.name for path in library.iterdir()} == {
        *(bot.version, f"{bot.version}.sources", f"{bot.version}.built")
    }


def test_the_same_content_is_not_built_again(bot: Bot, library: Path, place: Place) -> None:
    builder = Builder()
    kept = keep_bot(bot, library, builder)
    assert keep_bot(bot, library, builder) == kept
    assert keep_bot(bot, library) == kept
    elsewhere = place.bot("mine", folder="elsewhere", build=["make"], ignore=["*.o"])
    (elsewhere / "a.o").touch()
    assert keep_bot(load_bot(elsewhere), library, builder) == kept
    assert len(builder.built) == 1


def spoil(library: Path, version: str) -> None:
    (library / version / "bot").write_text("spoiled")


def another_machine(library: Path, version: str) -> None:
    note = library / f"{version}.built"
    note.write_text(json.dumps(json.loads(note.read_text()) | {"machine": "pdp-11"}))


def no_note(library: Path, version: str) -> None:
    (library / f"{version}.built").unlink()


def broken_note(library: Path, version: str) -> None:
    (library / f"{version}.built").write_text("{")


@pytest.mark.parametrize("change", [spoil, another_machine, no_note, broken_note])
def test_what_does_not_stand_is_built_anew_from_the_sources_that_were_kept(
    bot: Bot, library: Path, change: Callable[[Path, str], None]
) -> None:
    builder = Builder()
    keep_bot(bot, library, builder)
    change(library, bot.version)
    kept = keep_bot(load_bot(library / f"{bot.version}.sources"), library, builder)
    assert (kept.program.folder / "bot").read_text() == "built"
    assert len(builder.built) == 2


def test_a_failure_is_told_with_the_folder_and_leaves_nothing_that_plays(
    bot: Bot, library: Path
) -> None:
    with pytest.raises(InputError) as caught:
        keep_bot(bot, library, Builder(fails=True))
    assert str(caught.value) == (
        f"{bot.program.folder}: the build failed: `make`: exit code 2\n  | no rule\nMend it"
    )
    assert [path.name for path in library.iterdir()] == [f"{bot.version}.sources"]
    assert build_note(library, bot.version) is None


def test_one_that_nobody_can_build_is_told(bot: Bot, library: Path) -> None:
    with pytest.raises(InputError, match="has to be built first"):
        keep_bot(bot, library)


def test_a_workbench_builds_in_the_sandbox_and_does_not_try_twice_what_failed(
    place: Place, library: Path
) -> None:
    said: list[str] = []
    workbench = Workbench(detect(), lambda building: said.append(building.name))
    good = load_bot(place.bot("good", run=["./bot"], build=["cp", "bot.py", "bot"]))
    (good.program.folder / "bot.py").chmod(0o755)
    good = load_bot(good.program.folder)
    assert (keep_bot(good, library, workbench).program.folder / "bot").is_file()
    bad = load_bot(place.bot("bad", build=["false"]))
    for _ in range(2):
        with pytest.raises(InputError, match="exit code 1"):
            keep_bot(bad, library, workbench)
        tried = said.count("bad")
        assert tried
    assert said.count("bad") == tried
