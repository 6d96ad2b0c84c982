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
from arena.store import check_folder
from arena.web.app import application
from arena.web.intake.queue import Intake
from arena.web.lines import Line
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
PROXIES: Final = ("127.0.0.1", "::1")
"""Whose word counts for who asks, where there is a proxy at all."""
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
        *,
        level: str | None = None,
        proxied: bool = False,
    ) -> None:
        """Listen, without answering yet.

        Args:
            store: the file that is shown; it need not be there yet.
            host: the address to listen at.
            port: the port, 0 for any.
            names: by which it may be asked besides its address and those of this machine itself.
            confine: finds out how bots that are played against can be confined.
            level: of the sandbox, the least in which bots are checked that are handed in; None
                takes none.
            proxied: whether requests from this machine come from a proxy, which says who asks.

        Raises:
            HostError: nothing can listen there.
            InputError: there is no folder that a store could be in.
        """
        check_folder(store)
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
        self._proxied = proxied
        self._intake = None if level is None else Intake(store, level)
        self._tables = Tables(store, confine)
        self._app = application(
            store, {*LOOPBACK, shown, *names}, self._intake, tables=self._tables
        )

    def __enter__(self) -> Self:
        """Raises HostError where another server takes bots for this store."""
        if self._intake is not None:
            self._intake.open()
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
            proxy_headers=self._proxied,
            forwarded_allow_ips=list(PROXIES),
            # Behind a proxy all connections are the proxy's.
            http="h11" if self._proxied else Line,
            ws="websockets-sansio",
            ws_max_size=LARGEST,
            ws_per_message_deflate=False,
            ws_ping_interval=PING_S,
            ws_ping_timeout=PING_S,
        )
        os.nice(NICENESS)
        with contextlib.suppress(KeyboardInterrupt):
            uvicorn.Server(config).run(sockets=[self._socket])
