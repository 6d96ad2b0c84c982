"""Connections: one client has only so many, asked over or not.

The server takes a limited number in all. Who opened them without ever asking anything would keep
everybody out, and no request would come by which to know it.
"""

import asyncio
from collections import Counter
from typing import Any, ClassVar, Final

from uvicorn.protocols.http.h11_impl import H11Protocol

from arena.web.rates import client_key

EACH: Final = 256
"""Twice as many as a client may have answers under way."""


class Line(H11Protocol):
    """A connection that counts among its client's, and is cut if those are too many."""

    _open: ClassVar[Counter[str]] = Counter()
    """Of this process."""
    _client: str | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """See `asyncio.Protocol`."""
        super().connection_made(transport)
        peer = transport.get_extra_info("peername")
        self._client = client_key(peer[0] if peer else None)
        self._open[self._client] += 1
        if self._open[self._client] > EACH:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """See `asyncio.Protocol`."""
        self._count_no_more()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: Any) -> None:
        """Another protocol goes on with it; the doorman counts what that one answers."""
        self._count_no_more()
        super().handle_websocket_upgrade(event)

    def _count_no_more(self) -> None:
        client, self._client = self._client, None
        if client is not None:
            self._open[client] -= 1
            if not self._open[client]:
                del self._open[client]
