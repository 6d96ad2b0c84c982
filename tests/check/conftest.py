from collections.abc import Iterator

import pytest

from arena.sandbox import Launcher, open_launcher
from tests.check.checking import Checker
from tests.referee.processes import open_folder
from tests.tournament.places import Place


@pytest.fixture(scope="session")
def launcher() -> Iterator[Launcher]:
    with open_launcher() as launcher:
        yield launcher


@pytest.fixture
def checker(launcher: Launcher) -> Iterator[Checker]:
    with open_folder() as folder:
        yield Checker(Place(folder), launcher)
