"""How often somebody may ask. Who asks too often waits; who asks beside them does not.

All of it is kept in memory and bounded: a number for each of those who asked last.
"""

import ipaddress
import math
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from starlette.responses import PlainTextResponse, Response

KEPT: Final = 10_000
"""Of those who asked, so many are known; who asked longest ago is forgotten first."""
NOBODY: Final = "nobody"


@dataclass(frozen=True, slots=True)
class Rate:
    """So many at once, and then so many a second."""

    burst: int
    per_s: float


@dataclass(frozen=True, slots=True)
class Limits:
    """What one client may do; a class behind one address is one client, too."""

    requests: Rate = Rate(600, 50)
    wrong_tokens: Rate = Rate(10, 1 / 30)
    uploads: Rate = Rate(6, 1 / 600)
    """Of an author, from wherever they come."""
    at_once: int = 128
    """Answers under way at the same time: pages, and all that is watched live."""


class Limiter:
    """Counts by client, or by whatever the key is."""

    def __init__(
        self, rate: Rate, now: Callable[[], float] = time.monotonic, kept: int = KEPT
    ) -> None:
        """Nobody has asked yet; `now` is in seconds."""
        self._rate, self._now, self._kept = rate, now, kept
        self._paid: OrderedDict[str, float] = OrderedDict()
        """Until when what each has asked is paid off, if one is paid off every `1 / per_s`."""

    def spend(self, key: str) -> float:
        """Count one more: 0, or how many seconds it is too early, and then it is not counted."""
        now = self._now()
        paid = max(now, self._paid.get(key, 0.0)) + 1 / self._rate.per_s
        early = paid - now - self._rate.burst / self._rate.per_s
        if early > 1e-9:
            return early
        self._paid[key] = paid
        self._paid.move_to_end(key)
        while len(self._paid) > self._kept:
            self._paid.popitem(last=False)
        return 0.0

    def __len__(self) -> int:
        return len(self._paid)


def client_key(address: str | None) -> str:
    """Who counts as one client: an IPv4 address, or the 64 bits of IPv6 that one network has."""
    try:
        found = ipaddress.ip_address(address or "")
    except ValueError:
        return address or NOBODY
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((int(found) >> 64 << 64, 64)))


def too_many_requests(wait_s: float, text: str = "Too many requests; wait a little.") -> Response:
    """The answer to who is too early."""
    return PlainTextResponse(f"{text}\n", 429, {"retry-after": str(max(1, math.ceil(wait_s)))})
