from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.play.seat import serving


@pytest.fixture(scope="session")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Not there yet."""
    return tmp_path_factory.mktemp("play") / "s.sqlite"


@pytest.fixture(scope="session")
def server(store: Path) -> Iterator[str]:
    with serving(store) as address:
        yield address
