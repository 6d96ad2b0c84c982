"""Who may do what. One table, for every page and every socket that does more than show.

|  | anybody | at this machine | an author's token | an organiser's token |
|---|---|---|---|---|
| look at what is public | yes | yes | yes | yes |
| `play` | no | yes | yes | yes |
| `submit` | no | no | yes | yes |
| `organise` | no | no | no | yes |

*At this machine* is who comes from a loopback address and asks for a loopback name. That is no
proof of who it is: others may be logged in here too, and a bot of theirs may run here. So it is
enough to sit down and play, and not enough for what is kept under a name or hidden from the others.
"""

import ipaddress
from typing import Final, Literal

from starlette.requests import HTTPConnection

from arena.store import StoredToken
from arena.web.security import LOOPBACK, host_name

What = Literal["play", "submit", "organise"]
"""`play`: sit down against a bot. `submit`: hand in bots under the token's author, and see what
came of them. `organise`: see what is for the organiser alone."""

TOKEN: Final = "arena.token"
"""Where a request's scope says whose token came with it (`doorman.py` looks)."""

PROXY_HEADERS: Final = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip")


def may(connection: HTTPConnection, what: What) -> bool:
    """Whether a request, or who opens a WebSocket, may do that. Asks nobody: it is a look-up."""
    token = token_of(connection)
    if what == "organise":
        return token is not None and token.organiser
    return token is not None or (what == "play" and is_local(connection))


def token_of(connection: HTTPConnection) -> StoredToken | None:
    """The token that came with a request and counts; None if there is none."""
    token: StoredToken | None = connection.scope.get(TOKEN)
    return token


def is_local(connection: HTTPConnection) -> bool:
    """Whether it comes from this machine itself, by a name of it, and not through a proxy here."""
    return (
        connection.client is not None
        and _is_loopback(connection.client.host)
        and host_name(connection.headers.get("host", "")) in LOOPBACK
        and not any(header in connection.headers for header in PROXY_HEADERS)
    )


def _is_loopback(address: str) -> bool:
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    inner = found.ipv4_mapped if isinstance(found, ipaddress.IPv6Address) else None
    return (inner or found).is_loopback
