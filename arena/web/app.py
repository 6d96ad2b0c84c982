"""The application: routes, behind the guard and the doorman. It shows one store.

Nothing in it changes but by people who play (`play/`) and by what is handed in (`intake/`).
"""

from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware

from arena.web.accounts import Accounts
from arena.web.cache import Views
from arena.web.doorman import Doorman
from arena.web.intake.queue import Intake
from arena.web.live import Live
from arena.web.play.tables import Tables, full_sandbox
from arena.web.rates import Limiter, Limits
from arena.web.routes import ERRORS, ROUTES
from arena.web.security import LOOPBACK, Guard


def application(
    store: Path,
    hosts: Collection[str] = LOOPBACK,
    intake: Intake | None = None,
    limits: Limits | None = None,
    tables: Tables | None = None,
) -> Starlette:
    """Pages over a store, which need not be there yet.

    Args:
        store: its file.
        hosts: names by which the server may be asked, without a port.
        intake: takes bots in, and is open; None takes none.
        limits: of each client.
        tables: where people play; by default only where there is a full sandbox.
    """
    house = tables or Tables(store, full_sandbox)
    limits = limits or Limits()
    accounts, wrong_tokens = Accounts(store), Limiter(limits.wrong_tokens)
    views = Views()
    live = Live(store, views)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        if intake is not None:
            intake.start()
        try:
            yield
        finally:
            live.stop()
            await run_in_threadpool(house.stop)
            if intake is not None:
                await intake.close()

    app = Starlette(
        routes=ROUTES,
        exception_handlers=ERRORS,
        middleware=[
            Middleware(Guard, hosts=hosts),
            Middleware(Doorman, accounts=accounts, limits=limits, wrong_tokens=wrong_tokens),
        ],
        lifespan=lifespan,
    )
    app.state.store = store
    app.state.views = views
    app.state.live = live
    app.state.tables = house
    app.state.accounts = accounts
    app.state.wrong_tokens = wrong_tokens
    app.state.intake = intake
    app.state.uploads = Limiter(limits.uploads)
    return app
