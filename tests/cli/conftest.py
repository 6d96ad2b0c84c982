import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.registry import shipped
from tests.cli.commands import GRUMBLER, NASTY
from tests.tournament.places import Place
from tests.tournament.running import Arena


@pytest.fixture
def place() -> Iterator[Place]:
    with tempfile.TemporaryDirectory(prefix="hokm-test-") as name:
        Path(name).chmod(0o755)
        yield Place(Path(name))


@pytest.fixture
def arena(place: Place) -> Iterator[Arena]:
    """A place for the `arena` command; nothing of it may be left behind."""
    found = Arena(place)
    yield found
    if found.temporary.exists():
        found.assert_clean()


@pytest.fixture(scope="session")
def league() -> Iterator[Arena]:
    """A place where `league` was played by naive, value and a bot with bad manners; to be read."""
    with tempfile.TemporaryDirectory(prefix="hokm-test-") as name:
        Path(name).chmod(0o755)
        arena = Arena(Place(Path(name)))
        kit = (shipped("bots") / "random" / "hokm_kit.py").read_text("utf-8")
        files = {"bot.py": GRUMBLER, "hokm_kit.py": kit}
        bot = arena.place.bot("grumbler", files=files, author=NASTY, language=NASTY[:40])
        config = arena.write(["naive", "value", bot], cycles=2, batch=2, anchor="naive:1700")
        ran = arena.run("run", config, "--json")
        assert ran.returncode == 0, ran.stderr
        (arena.place.folder / "standings.json").write_text(ran.stdout)
        (arena.place.folder / "said.txt").write_text(ran.stderr)
        arena.assert_clean()
        yield arena
