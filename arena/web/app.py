"""The application: routes, behind the guard. It shows one store; only people who play add to it."""

from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware

from arena.web.cache import Views
from arena.web.live import Live
from arena.web.play.tables import Tables, full_sandbox
from arena.web.routes import ERRORS, ROUTES
from arena.web.security import LOOPBACK, Guard


def application(
    store: Path, hosts: Collection[str] = LOOPBACK, tables: Tables | None = None
) -> Starlette:
    """Pages over a store, which need not be there yet.

    Args:
        store: its file.
        hosts: names by which the server may be asked, without a port.
        tables: where people play; by default only where there is a full sandbox.
    """
    house = tables or Tables(store, full_sandbox)
    views = Views()
    live = Live(store, views)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        try:
            yield
        finally:
            live.stop()
            await run_in_threadpool(house.stop)

    app = Starlette(
        routes=ROUTES,
        exception_handlers=ERRORS,
        middleware=[Middleware(Guard, hosts=hosts)],
        lifespan=lifespan,
    )
    app.state.store = store
    app.state.views = views
    app.state.live = live
    app.state.tables = house
    return app
