import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tournament.places import Place


@pytest.fixture
def place() -> Iterator[Place]:
    with tempfile.TemporaryDirectory(prefix="hokm-test-") as name:
        Path(name).chmod(0o755)
        yield Place(Path(name))
