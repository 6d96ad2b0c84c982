from collections.abc import Iterator

import pytest
import zmq

from tests.referee.processes import Place, open_folder


@pytest.fixture
def place() -> Iterator[Place]:
    context: zmq.Context[zmq.Socket[bytes]]
    with open_folder() as folder, zmq.Context() as context:
        yield Place(folder, context)
