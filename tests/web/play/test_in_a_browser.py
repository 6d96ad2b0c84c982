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


PLAY_ON = """async (until) => {
  const part = (selector) => document.querySelector(selector);
  const asked = (phase) => part(".my-turn") && part(".felt").dataset.phase === phase;
  while (part(".end").hidden && !asked(until)) {
    (part("[data-draw]:not([hidden] *)") ?? part(".choosing .may"))?.click();
    await new Promise((go) => setTimeout(go, 5));
  }
}"""
"""Plays on once the cards are thrown: until that is asked, or to the end of the deal."""


def looked_at(watched: Watched, name: str) -> None:
    """Nobody is kept out of the page as it is now."""
    assert watched.findings() == [], name
    pictured(watched.page, name)


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
    sit_down(page, server, "fa")
    while kind(page) != "draw":
        tap_something(page)
    before = moment(page)
    said = page.locator("[data-log] li").all_inner_texts()
    page.reload()
    page.evaluate(NO_PAUSES)
    assert kind(page) == "draw"
    assert moment(page) == before
    assert page.locator("[data-log] li").all_inner_texts() == said
    looked_at(watched, "draw-fa-360")
    tap_something(page)
    page.evaluate(PLAY_ON, "play")
    before = moment(page)
    lines[-1].close(code=4000)
    expect(page.locator("[data-line]")).to_contain_text("ارتباط قطع شد")
    assert page.locator(".may").count() == 0
    expect(page.locator("[data-line]")).to_be_hidden()
    assert kind(page) == "play"
    assert moment(page) == before
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    looked_at(watched, "play-fa-360")
    tap_something(page)
    page.evaluate(PLAY_ON, "")
    looked_at(watched, "end-fa-360")
    match = page.locator('[data-end="match"]').get_attribute("href") or ""
    with Store(store) as opened_store:
        assert opened_store.match(TABLES, match.rpartition("/")[2])
    page.locator('[data-end="replay"]').tap()
    expect(page.locator(".replay.ready")).to_be_visible()
    page.go_back()
    page.evaluate(NO_PAUSES)
    page.locator("[data-rematch]").tap()
    page.wait_for_url(lambda url: url != match and "/play/" in url)
    page.locator("[data-concede]").tap()
    page.locator('[value="yes"]').tap()
    expect(page.locator('[data-end="text"]')).to_have_text("تسلیم شدید.")
    assert watched.complaints == []
    context.close()


def focus(page: Page) -> str:
    """What the keyboard is at: a card's code, or what a control is for."""
    found: str = page.evaluate("""() => {
        const { dataset, value, tagName } = document.activeElement;
        return dataset.code ?? dataset.draw ?? ["confirm", "concede", "rematch"]
            .find((name) => name in dataset) ?? value ?? tagName;
    }""")
    return found


def tab_to(page: Page, *wanted: str) -> None:
    """Press Tab until the keyboard is at one of these."""
    for _ in range(30):
        if focus(page) in wanted:
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to any of {wanted}")


def codes(page: Page) -> list[str]:
    found: list[str] = page.locator('[data-cards="hand0"] .card').evaluate_all(
        "cards => cards.map(card => card.dataset.code)"
    )
    return found


def throw(page: Page, count: int) -> None:
    """Choose the second card and those after it, with arrows."""
    tab_to(page, *codes(page))
    for _ in range(count):
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Space")
    assert page.locator('[aria-pressed="true"]').count() == count


def test_a_deal_is_played_with_the_keyboard_alone(server: str, chromium: Browser) -> None:
    context = opened(chromium, 1280, color_scheme="dark")
    watched = Watched(context)
    page = watched.page
    page.goto(f"http://{server}/play?lang=en")
    looked_at(watched, "choose-en-1280")
    tab_to(page, "7")
    page.keyboard.press("ArrowLeft")
    tab_to(page, "random")
    page.keyboard.press("Enter")
    page.wait_for_url("**/play/*")
    page.evaluate(NO_PAUSES)
    asked = kind(page)
    if asked == "open":
        throw(page, 2)
        tab_to(page, "S")
        page.keyboard.press("ArrowRight")
    else:
        throw(page, 5 - their_throw(page))
    looked_at(watched, f"{asked}-en-1280")
    tab_to(page, "confirm")
    page.keyboard.press("Enter")
    while (asked := kind(page)) != "end":
        line = page.locator("[data-log] li").count()
        # The keyboard is where something is to be done, and what has happened was said.
        expect(page.locator("[data-hint]")).not_to_be_empty()
        if asked == "draw":
            expect(page.locator('[data-draw="keep"]')).to_be_focused()
        else:
            expect(page.locator(".choosing .may:focus")).to_be_attached()
            assert page.locator(":focus").get_attribute("aria-disabled") == "false"
        page.keyboard.press("Enter")
        expect(page.locator("[data-log] li").nth(line)).to_be_attached()
    expect(page.locator("[data-rematch]")).to_be_focused()
    expect(page.locator("[data-spoken]")).not_to_be_empty()
    looked_at(watched, "end-en-1280")
    assert watched.complaints == []
    context.close()


def their_throw(page: Page) -> int:
    return page.locator('[data-cards="thrown1"] .card').count()
