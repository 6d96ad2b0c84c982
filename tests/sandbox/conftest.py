import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.sandbox import open_launcher
from tests.sandbox.support import Playground


@pytest.fixture
def home() -> Iterator[Path]:
    """A folder that other users can read: root's bots are another user."""
    with tempfile.TemporaryDirectory(prefix="hokm-test-") as name:
        path = Path(name)
        path.chmod(0o755)
        yield path


@pytest.fixture
def playground(home: Path) -> Iterator[Playground]:
    with open_launcher() as launcher:
        yield Playground(launcher, home)


@pytest.fixture(params=["cgroups if there are any", "watchdog"])
def each_way(home: Path, request: pytest.FixtureRequest) -> Iterator[Playground]:
    """Both ways to hold limits."""
    with open_launcher(cgroups=request.param != "watchdog") as launcher:
        yield Playground(launcher, home)


@pytest.fixture
def unsafe(home: Path) -> Iterator[Playground]:
    with open_launcher(unsafe_no_sandbox=True) as launcher:
        yield Playground(launcher, home)
