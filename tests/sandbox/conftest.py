import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.sandbox import Detection, detect, open_launcher
from tests.sandbox.support import Playground


@pytest.fixture(scope="session")
def detection() -> Detection:
    """Looked up once, to save the probe in every test."""
    return detect()


@pytest.fixture
def home() -> Iterator[Path]:
    """A folder that other users can read: root's bots are another user."""
    with tempfile.TemporaryDirectory(prefix="hokm-test-") as name:
        path = Path(name)
        path.chmod(0o755)
        yield path


@pytest.fixture
def playground(home: Path, detection: Detection) -> Iterator[Playground]:
    with open_launcher(detection=detection) as launcher:
        yield Playground(launcher, home)


@pytest.fixture(params=["cgroups if there are any", "watchdog"])
def each_way(
    home: Path, detection: Detection, request: pytest.FixtureRequest
) -> Iterator[Playground]:
    """Both ways to hold limits."""
    cgroups = request.param != "watchdog"
    with open_launcher(detection=detection, cgroups=cgroups) as launcher:
        yield Playground(launcher, home)


@pytest.fixture
def unsafe(home: Path) -> Iterator[Playground]:
    with open_launcher(unsafe_no_sandbox=True) as launcher:
        yield Playground(launcher, home)
