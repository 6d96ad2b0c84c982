import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright
from starlette.testclient import TestClient

from arena.analysis import keep_analysis
from arena.store import Store
from arena.web.app import application
from tests.analysis.judging import analysis
from tests.store.matches import crashes, first, last, played, remarks, tournament
from tests.toolchains import leave_out
from tests.web.browsing import CHROMIUM
from tests.web.crawl import Site, browser, crawl


def league(path: Path) -> Path:
    """Two tournaments: an older one without a pair, and `t`, with notes, forfeits, an analysis."""
    with Store(path, create=True) as opened:
        opened.add_tournament(tournament("older", "a", "b"))
        opened.add_tournament(tournament("t", "a", "b", "c", "خرگوش"))
        for cycle in range(1, 4):
            opened.save("t", [played(f"{cycle}:a:b", (remarks, last))])
            opened.save("t", [played(f"{cycle}:a:c", (first, crashes))])
            opened.save("t", [played(f"{cycle}:b:c", (last, first))])
        judge(opened, "1:a:b.1")
    return path


def judge(store: Store, match: str, analyst: str = "analyst") -> None:
    """Have a stored match analysed."""
    found = store.match("t", match)
    assert found is not None
    keep_analysis(store, "t", analysis(found.record, analyst))


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """A store to read from, and to write to."""
    return league(tmp_path / "s.sqlite")


@pytest.fixture
def client(store: Path) -> Iterator[TestClient]:
    """Asks a server of that store."""
    with browser(application(store)) as found:
        yield found


@pytest.fixture(scope="session", params=["en", "fa"])
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Site:
    """All pages over such a store, in one language."""
    store = league(tmp_path_factory.mktemp("site") / "s.sqlite")
    with browser(application(store)) as client:
        client.get(f"/reading?lang={request.param}")
        return Site(request.param, crawl(client))


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    if CHROMIUM is None:
        leave_out("no chromium on this host")
    with sync_playwright() as playwright:
        sandbox = [] if os.geteuid() else ["--no-sandbox"]
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=sandbox)
        yield browser
        browser.close()
