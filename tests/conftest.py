"""What holds for all tests, and what many of them are given."""

import signal
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests.referee.processes import open_folder
from tests.tournament.places import Place
from tests.tournament.running import Arena

# How long an example takes says more of what else the host does than of the code.
settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")

# A shell that starts tests in the background has them ignore Ctrl-C, and so what they start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def place() -> Iterator[Place]:
    with open_folder() as folder:
        yield Place(folder)


@pytest.fixture
def arena(place: Place) -> Iterator[Arena]:
    """A place for the `arena` command; nothing of it may be left behind."""
    found = Arena(place)
    yield found
    if found.temporary.exists():
        found.assert_clean()
