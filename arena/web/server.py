"""The server: a socket and uvicorn."""

import contextlib
import os
import socket
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import uvicorn

from arena.errors import HostError
from arena.web.app import application
from arena.web.play.messages import LARGEST
from arena.web.play.tables import Confine, Tables, full_sandbox
from arena.web.security import LOOPBACK

CONNECTIONS: Final = 1_000
"""At a time; who comes after them is told to come again."""
IDLE_S: Final = 15
GRACE_S: Final = 1
"""For what is being answered when the server ends; those who watch live would stay for ever."""
PING_S: Final = 20
"""Between two looks whether whoever plays is still there, and how long an answer may take."""
NICENESS: Final = 10
"""Referees go first where they want the same core."""
LARGEST_HEAD: Final = 16 * 1024
"""Bytes of a request's line and headers."""


class Server:
    """A server that listens; a context manager."""

    def __init__(
        self,
        store: Path,
        host: str,
        port: int,
        names: Iterable[str] = (),
        confine: Confine = full_sandbox,
    ) -> None:
        """Listen, without answering yet.

        Args:
            store: the file that is shown; it need not be there yet.
            host: the address to listen at.
            port: the port, 0 for any.
            names: by which it may be asked besides its address and those of this machine itself.
            confine: finds out how bots that are played against can be confined.

        Raises:
            HostError: nothing can listen there.
        """
        try:
            family, _, _, _, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
            self._socket = socket.create_server(place[:2], family=family, backlog=CONNECTIONS)
        except OSError as error:
            raise HostError(
                f"cannot listen at {host}, port {port}: {error.strerror or error}; "
                "`--port 0` takes any that is free"
            ) from None
        shown = f"[{host}]" if ":" in host else host
        self.address = f"http://{shown}:{self._socket.getsockname()[1]}/"
        self._tables = Tables(store, confine)
        self._app = application(store, {*LOOPBACK, shown, *names}, self._tables)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._tables.stop()
        self._socket.close()

    def run(self) -> None:
        """Answer until Ctrl-C or SIGTERM."""
        config = uvicorn.Config(
            self._app,
            log_level="warning",
            access_log=False,
            server_header=False,
            limit_concurrency=CONNECTIONS,
            timeout_keep_alive=IDLE_S,
            timeout_graceful_shutdown=GRACE_S,
            h11_max_incomplete_event_size=LARGEST_HEAD,
            proxy_headers=False,
            http="h11",
            ws="websockets-sansio",
            ws_max_size=LARGEST,
            ws_per_message_deflate=False,
            ws_ping_interval=PING_S,
            ws_ping_timeout=PING_S,
        )
        os.nice(NICENESS)
        with contextlib.suppress(KeyboardInterrupt):
            uvicorn.Server(config).run(sockets=[self._socket])
