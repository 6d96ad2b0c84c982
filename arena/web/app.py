"""The application: routes, behind the guard. It reads one store and changes nothing."""

from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.middleware import Middleware

from arena.web.cache import Views
from arena.web.live import Live
from arena.web.routes import ERRORS, ROUTES
from arena.web.security import LOOPBACK, Guard


def application(store: Path, hosts: Collection[str] = LOOPBACK) -> Starlette:
    """Pages over a store, which need not be there yet.

    Args:
        store: its file.
        hosts: names by which the server may be asked, without a port.
    """
    views = Views()
    live = Live(store, views)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        yield
        live.stop()

    app = Starlette(
        routes=ROUTES,
        exception_handlers=ERRORS,
        middleware=[Middleware(Guard, hosts=hosts)],
        lifespan=lifespan,
    )
    app.state.store = store
    app.state.views = views
    app.state.live = live
    return app
