"""A person at a table, in a real browser: by touch on a phone, by keyboard, after a broken line.

`HOKM_SCREENSHOTS=folder` keeps pictures.
"""

import os
import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, WebSocketRoute, expect

from arena.store import TABLES, Store
from tests.web.browsing import Watched

NO_PAUSES = "document.querySelector('.play').dataset.pace = '0'"
TURN = ".my-turn, .end:not([hidden])"
TALL = 800


def opened(chromium: Browser, width: int, **options: Any) -> BrowserContext:
    context = chromium.new_context(viewport={"width": width, "height": TALL}, **options)
    context.set_default_timeout(60_000)
    return context


def sit_down(page: Page, server: str, lang: str = "en") -> None:
    """Choose a short match against a bot that plays at random."""
    page.goto(f"http://{server}/play?lang={lang}")
    page.locator('input[value="1"]').check()
    page.locator('button[value="random"]').click()
    page.wait_for_url("**/play/*")
    page.evaluate(NO_PAUSES)


def kind(page: Page) -> str:
    """What is asked, once something is; "end" when nothing will be."""
    page.locator(TURN).first.wait_for()
    if page.locator(".end:not([hidden])").count():
        return "end"
    return page.locator(".felt").get_attribute("data-phase") or ""


def moment(page: Page) -> tuple[Any, ...]:
    """Where the match is, as it can be seen."""
    cards: list[str] = page.locator('[data-cards="hand0"] .card').evaluate_all(
        "cards => cards.map(card => card.getAttribute('aria-label'))"
    )
    texts = [page.locator(f'[data-text="{name}"]').inner_text() for name in ("tricks0", "tricks1")]
    return cards, texts, page.locator("[data-hint]").inner_text()


def tap_something(page: Page) -> None:
    """Do the first thing that is allowed, by touch."""
    asked = kind(page)
    before = page.locator("[data-log] li").count()
    if asked == "open":
        page.locator(".suits label").first.tap()
    if asked in ("open", "throw"):
        for card in page.locator(".hand .may").all()[: 2 if asked == "open" else 3]:
            if page.locator("[data-confirm]:visible").is_disabled():
                card.tap()
        page.locator("[data-confirm]:visible").tap()
    elif asked == "draw":
        page.locator('[data-draw="keep"]').tap()
    else:
        page.locator(".choosing .may").first.tap()
    expect(page.locator("[data-log] li").nth(before)).to_be_attached()


def pictured(page: Page, name: str) -> None:
    if folder := os.environ.get("HOKM_SCREENSHOTS"):
        page.screenshot(path=Path(folder) / f"play-{name}.png", full_page=True)


def test_a_match_is_played_by_touch_through_a_broken_line_and_a_reload(
    server: str, store: Path, chromium: Browser
) -> None:
    context = opened(chromium, 360, has_touch=True, is_mobile=True)
    watched = Watched(context)
    page = watched.page
    lines: list[WebSocketRoute] = []

    def through(line: WebSocketRoute) -> None:
        line.connect_to_server()
        lines.append(line)

    page.route_web_socket(re.compile("/play/.+/play"), through)
    sit_down(page, server)
    broken = reloaded = False
    while (asked := kind(page)) != "end":
        if asked == "draw" and not reloaded:
            reloaded = True
            before = moment(page)
            page.reload()
            page.evaluate(NO_PAUSES)
            page.locator(TURN).first.wait_for()
            assert moment(page) == before
        if asked == "play" and not broken:
            broken = True
            before = moment(page)
            lines[-1].close(code=4000)
            expect(page.locator("[data-line]")).to_contain_text("connection is lost")
            assert page.locator(".may").count() == 0
            expect(page.locator("[data-line]")).to_be_hidden()
            page.locator(TURN).first.wait_for()
            assert moment(page) == before
            assert page.evaluate("document.documentElement.scrollWidth") <= 360
        tap_something(page)
    assert (broken, reloaded) == (True, True)
    pictured(page, "end")
    match = page.locator('[data-end="match"]').get_attribute("href") or ""
    with Store(store) as opened_store:
        assert opened_store.match(TABLES, match.rpartition("/")[2])
    page.locator('[data-end="replay"]').tap()
    expect(page.locator(".replay.ready")).to_be_visible()
    page.go_back()
    page.locator("[data-rematch]").tap()
    page.wait_for_url(lambda url: url != match and "/play/" in url)
    page.locator("[data-concede]").tap()
    page.locator('[value="yes"]').tap()
    expect(page.locator('[data-end="text"]')).to_have_text("You conceded.")
    assert watched.complaints == []
    context.close()
