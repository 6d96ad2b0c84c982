from collections.abc import Iterator

import pytest
import zmq

from arena.referee.channel import open_lane
from tests.referee.processes import Place, open_folder


@pytest.fixture(params=["direct", "libzmq"])
def place(request: pytest.FixtureRequest) -> Iterator[Place]:
    """A place for each lane: whoever speaks the wire protocol, a line behaves the same."""
    context: zmq.Context[zmq.Socket[bytes]]
    with (
        open_folder() as folder,
        zmq.Context() as context,
        open_lane(request.param) as open_channel,
    ):
        yield Place(folder, context, request.param, open_channel)
