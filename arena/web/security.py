"""What every answer is guarded by, whatever page it is.

The server reads and never changes anything, and shows only what is public; so what is left is that
no other site uses it (Host, against DNS rebinding), that nothing foreign runs on a page (content
policy), and that nobody exhausts it.
"""

from collections.abc import Collection
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arena.web.addresses import LONGEST_ADDRESS

LOOPBACK: Final = ("127.0.0.1", "localhost", "[::1]")

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
        host = headers.get("host", "")
        return host_name(host) in self._hosts and headers.get("origin") in (
            f"http://{host}",
            f"https://{host}",
        )

    def _refusal(self, scope: Scope) -> PlainTextResponse | None:
        if host_name(Headers(scope=scope).get("host", "")) not in self._hosts:
            return PlainTextResponse(
                "This server does not answer to that name: `arena serve --name` adds one.\n", 421
            )
        if len(scope.get("raw_path", b"")) + len(scope["query_string"]) > LONGEST_ADDRESS:
            return PlainTextResponse("The address is too long.\n", 414)
        if scope["method"] not in ("GET", "HEAD"):
            return PlainTextResponse("Nothing here can be changed.\n", 405, {"allow": "GET, HEAD"})
        return None


def host_name(header: str) -> str:
    """The name in a `Host` header, without its port."""
    name, colon, port = header.lower().rpartition(":")
    return name if colon and port.isdigit() else header.lower()
