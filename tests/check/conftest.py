import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.sandbox import Launcher, open_launcher
from tests.check.checking import Checker
from tests.tournament.places import Place


@pytest.fixture(scope="session")
def launcher() -> Iterator[Launcher]:
    with open_launcher() as launcher:
        yield launcher


@pytest.fixture
def checker(launcher: Launcher) -> Iterator[Checker]:
    with tempfile.TemporaryDirectory(prefix="hokm-test-") as name:
        Path(name).chmod(0o755)
        yield Checker(Place(Path(name)), launcher)
