import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.sandbox import Detection, detect, open_launcher
from arena.sandbox.cgroup import find_cgroup_home
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


def ways() -> list[str]:
    """How limits can be held here, as `Launcher.memory` names it."""
    home = find_cgroup_home()
    return ["watchdog"] if home is None else [home.interface.name, "watchdog"]


@pytest.fixture(params=ways())
def way(request: pytest.FixtureRequest) -> str:
    """Each of them in turn."""
    return str(request.param)


@pytest.fixture
def playground(home: Path, detection: Detection, way: str) -> Iterator[Playground]:
    """A launcher that holds limits in each way."""
    with open_launcher(detection=detection, cgroups=way != "watchdog") as launcher:
        assert launcher.memory == way
        yield Playground(launcher, home)


@pytest.fixture
def unsafe(home: Path) -> Iterator[Playground]:
    with open_launcher(unsafe_no_sandbox=True) as launcher:
        yield Playground(launcher, home)
