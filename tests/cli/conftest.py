from collections.abc import Iterator

import pytest

from arena.registry import shipped
from tests.cli.commands import GRUMBLER, NASTY
from tests.referee.processes import open_folder
from tests.tournament.places import Place
from tests.tournament.running import Arena


@pytest.fixture(scope="session")
def league() -> Iterator[Arena]:
    """A place where `league` was played by naive, value and a bot with bad manners; to be read."""
    with open_folder() as folder:
        arena = Arena(Place(folder))
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
