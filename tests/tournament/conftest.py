import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tournament.places import Place
from tests.tournament.running import Arena


@pytest.fixture
def place() -> Iterator[Place]:
    """Short paths, for sockets, and open to the user that root's bots run as."""
    with tempfile.TemporaryDirectory(prefix="hokm-test-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        yield Place(folder)


@pytest.fixture
def arena(place: Place) -> Iterator[Arena]:
    """A place for the `arena` command; nothing of it may be left behind."""
    found = Arena(place)
    yield found
    if found.temporary.exists():
        found.assert_clean()
