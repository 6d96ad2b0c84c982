"""A browser without a window: follows every link of a site, and keeps what it was given."""

import re
from dataclasses import dataclass
from html import unescape
from urllib.parse import urljoin, urlsplit

from starlette.applications import Starlette
from starlette.testclient import TestClient

HOME = "http://127.0.0.1"
ENDLESS = ("/events", ".ndjson")
"""Streams that go on; who watches them is tested by itself."""


@dataclass(frozen=True)
class Found:
    """What an address gave."""

    status: int
    kind: str
    text: str
    headers: dict[str, str]


@dataclass(frozen=True)
class Site:
    """All pages in one language."""

    lang: str
    found: dict[str, Found]

    @property
    def pages(self) -> dict[str, str]:
        """Those that are HTML."""
        return {url: page.text for url, page in self.found.items() if "text/html" in page.kind}


def browser(app: Starlette) -> TestClient:
    """A client of an application that asks as a browser on this machine does."""
    return TestClient(app, base_url=HOME, client=("127.0.0.1", 50_000))


def links(page: str) -> list[str]:
    """Everything that a page refers to."""
    return [unescape(link) for link in re.findall(r'(?:href|src)="([^"#][^"]*)"', page)]


def crawl(client: TestClient, start: str = "/") -> dict[str, Found]:
    """All that can be reached, each address once.

    Left out are what only sets preferences or sorts, and most moments of replays: they are many.
    """
    waiting, found = [start], dict[str, Found]()
    while waiting:
        url = waiting.pop(0)
        if url in found:
            continue
        answer = client.get(url)
        kind = answer.headers.get("content-type", "")
        found[url] = Found(answer.status_code, kind, answer.text, dict(answer.headers))
        if not kind.startswith("text/html"):
            continue
        for link in links(answer.text):
            parts = urlsplit(urljoin(str(answer.url), link))
            address = parts.path + (f"?{parts.query}" if parts.query else "")
            wanted = parts.netloc in ("", "127.0.0.1") and not parts.path.endswith(ENDLESS)
            if wanted and not re.search(r"[?&](lang|theme|suits|sort)=|move=[^0]", address):
                waiting.append(address)
    return found
