"""Whoever comes in passes here: is it too early, and whose token came along?

What it finds stands in the request's scope, where `permission.py` looks. A wrong token is an error
and not the same as none: who shows one should hear of it. Guessing one is hopeless, so who has the
right one is let in however many wrong ones come from the same address.
"""

from collections import Counter
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from arena.errors import ArenaError
from arena.store import StoredToken
from arena.web.accounts import Accounts, cookie_name
from arena.web.permission import TOKEN
from arena.web.rates import Limiter, Limits, client_key, too_many_requests

BEARER: Final = "bearer "
CROWDED_S: Final = 5


class Doorman:
    """Middleware: limits each client, and finds out whose token a request carries."""

    def __init__(
        self, app: ASGIApp, accounts: Accounts, limits: Limits, wrong_tokens: Limiter
    ) -> None:
        """Let in by these limits; `wrong_tokens` is shared with the page where one signs in."""
        self._app, self._accounts, self._limits = app, accounts, limits
        self._requests, self._wrong = Limiter(limits.requests), wrong_tokens
        self._inside: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, or have it answered."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        app: ASGIApp = self._app
        client = client_key(scope["client"][0] if scope.get("client") else None)
        crowded = self._inside[client] >= self._limits.at_once
        if wait_s := CROWDED_S if crowded else self._requests.spend(client):
            app = too_many_requests(wait_s)
        self._inside[client] += 1
        try:
            if app is self._app:
                try:
                    app = await self._identified(scope, client) or app
                except ArenaError:
                    app = PlainTextResponse("The store cannot be read.\n", 503)
            await _answer(app, scope, receive, send)
        finally:
            self._inside[client] -= 1
            if not self._inside[client]:
                del self._inside[client]

    async def _identified(self, scope: Scope, client: str) -> ASGIApp | None:
        """Note whose token came along; the answer if it is none that counts."""
        connection = HTTPConnection(scope)
        shown = connection.headers.get("authorization")
        token: StoredToken | None = None
        if shown is not None:
            text = shown[len(BEARER) :].strip() if shown.lower().startswith(BEARER) else ""
            token = await run_in_threadpool(self._accounts.of_token, text)
            if token is None:
                if wait_s := self._wrong.spend(client):
                    return too_many_requests(wait_s, "Too many wrong tokens; wait a little.")
                return PlainTextResponse(
                    "This token does not count: it is misspelt, or it was revoked.\n",
                    401,
                    {"www-authenticate": "Bearer"},
                )
        elif said := connection.cookies.get(cookie_name(scope["scheme"].replace("ws", "http"))):
            token = await run_in_threadpool(self._accounts.of_session, said)
        scope[TOKEN] = token
        return None


async def _answer(app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
    """Hand over; to who opens a WebSocket, what is no application of ours can only say no."""
    if scope["type"] == "websocket" and isinstance(app, PlainTextResponse):
        await send({"type": "websocket.close", "code": 1013})
        return
    await app(scope, receive, send)
