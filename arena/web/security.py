"""What every answer is guarded by, whatever page it is.

No other site uses the server: it answers to its own names only (Host, against DNS rebinding), and
takes a form or a WebSocket from its own pages only (Origin). Nothing foreign runs on a page
(content policy). What somebody may do is asked elsewhere (`permission.py`), and how often
(`doorman.py`).
"""

from collections.abc import Collection
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arena.web.addresses import LONGEST_ADDRESS

LOOPBACK: Final = ("127.0.0.1", "localhost", "[::1]")

POSTS: Final = frozenset({"/sign-in", "/sign-out", "/submit"})
"""All that can be sent to the server; everything else can only be looked at."""

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
"""Nothing inline, nothing from elsewhere."""

HEADERS: Final = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


class Guard:
    """Middleware: refuses what no honest browser asks, and puts `HEADERS` on every answer."""

    def __init__(self, app: ASGIApp, hosts: Collection[str]) -> None:
        """Let through only requests for these hosts, which are written without a port."""
        self._app = app
        self._hosts = frozenset(host.lower() for host in hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] == "websocket" and not self._may_speak(Headers(scope=scope)):
            await send({"type": "websocket.close", "code": 1008})
            return
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        refusal = self._refusal(scope)
        app = self._app if refusal is None else refusal
        await app(scope, receive, guarded)

    def _may_speak(self, headers: Headers) -> bool:
        """Whether a WebSocket comes from a page of ours: browsers let any page open one."""
        return host_name(headers.get("host", "")) in self._hosts and _is_ours(headers)

    def _refusal(self, scope: Scope) -> PlainTextResponse | None:
        headers = Headers(scope=scope)
        if host_name(headers.get("host", "")) not in self._hosts:
            return PlainTextResponse(
                "This server does not answer to that name: `arena serve --name` adds one.\n", 421
            )
        if len(scope.get("raw_path", b"")) + len(scope["query_string"]) > LONGEST_ADDRESS:
            return PlainTextResponse("The address is too long.\n", 414)
        if scope["method"] in ("GET", "HEAD"):
            return None
        if scope["method"] != "POST" or scope["path"] not in POSTS:
            return PlainTextResponse("Nothing here can be changed.\n", 405, {"allow": "GET, HEAD"})
        # Browsers say where a form comes from. A program need not, if it shows a token, which no
        # page of another site can have a browser do.
        if not _is_ours(headers) and ("origin" in headers or "authorization" not in headers):
            return PlainTextResponse("This was not sent from a page of this server.\n", 403)
        return None


def _is_ours(headers: Headers) -> bool:
    """Whether a request comes from a page of the host that it is sent to."""
    host = headers.get("host", "")
    return headers.get("origin") in (f"http://{host}", f"https://{host}")


def host_name(header: str) -> str:
    """The name in a `Host` header, without its port."""
    name, colon, port = header.lower().rpartition(":")
    return name if colon and port.isdigit() else header.lower()
