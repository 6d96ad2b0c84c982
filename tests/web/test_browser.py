"""The pages in a real browser: at the width of a phone and of a desk, in both languages.

`HOKM_SCREENSHOTS=folder` keeps a picture of each page.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from arena.store import Store
from tests.cli.commands import call
from tests.store.matches import crashes, first, last, played, remarks, tournament
from tests.web.browsing import Watched
from tests.web.conftest import judge

ARENA = Path(sys.executable).with_name("arena")
LONG = "a-name-as-long-as-a-name-may-be-0123.v2"

T = "/tournaments/t"
REPLAY = f"{T}/matches/1:b:c.1/replay"
PAGES = {
    "leaderboard": f"{T}/leaderboard",
    "crosstable": f"{T}/crosstable",
    "matches": f"{T}/matches",
    "progress": f"{T}/progress",
    "bot": f"{T}/bots/b",
    "pairing": f"{T}/pairings/b/c",
    "match": f"{T}/matches/1:{LONG}:b.1",
    "analysis": f"{T}/matches/1:b:c.1",
    "replay": f"{REPLAY}?deal=1&move=23",
    "seat": f"{REPLAY}?deal=1&move=30&view=1",
    "reading": "/reading",
    "play": "/play",
    "tournaments": "/tournaments",
    "empty": "/tournaments/older/leaderboard",
    "missing": "/nowhere",
}


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("browser") / "s.sqlite"
    with Store(path, create=True) as opened:
        opened.add_tournament(tournament("older", "a", "b"))
        opened.add_tournament(tournament("t", "a", LONG, "b", "c"))
        for cycle in range(1, 5):
            opened.save("t", [played(f"{cycle}:b:c", (remarks, last))])
            opened.save("t", [played(f"{cycle}:{LONG}:b", (crashes, last))])
            opened.save("t", [played(f"{cycle}:{LONG}:c", (first, first))])
            opened.save("t", [played(f"{cycle}:a:b", (last, first))])
            opened.save("t", [played(f"{cycle}:a:c", (first, first))])
            opened.save("t", [played(f"{cycle}:a:{LONG}", (first, last))])
        judge(opened, "1:b:c.1")
    return path


@pytest.fixture(scope="module")
def server(store: Path) -> Iterator[str]:
    """`arena serve` over that store, and where it is."""
    with subprocess.Popen(
        [ARENA, "serve", "--store", store, "--port", "0"], stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stderr is not None
            yield process.stderr.readline().split()[0].rstrip("/")
        finally:
            process.terminate()
    assert process.returncode in (0, -15)


@pytest.mark.parametrize("lang", ["en", "fa"])
@pytest.mark.parametrize(("width", "scheme"), [(360, "light"), (1280, "dark")])
def test_every_page_fits_complains_of_nothing_and_is_accessible(
    server: str, chromium: Browser, lang: str, width: int, scheme: Any
) -> None:
    context = chromium.new_context(
        viewport={"width": width, "height": 800}, color_scheme=scheme, bypass_csp=False
    )
    context.set_default_timeout(60_000)
    watched = Watched(context)
    page = watched.page
    page.goto(f"{server}/reading?lang={lang}")
    for name, path in PAGES.items():
        page.goto(server + path)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, name
        crowded = page.evaluate(
            "[...document.querySelectorAll('.hand')].some(h => h.scrollWidth > h.clientWidth + 1)"
        )
        assert not crowded, name
        if folder := os.environ.get("HOKM_SCREENSHOTS"):
            page.screenshot(path=Path(folder) / f"{name}-{lang}-{width}.png", full_page=True)
        # Slow, so each page once for each language and once for each width.
        if (lang == "fa") == (width == 360):
            assert watched.findings() == [], name
    assert [said for said in watched.complaints if "404" not in said] == []
    context.close()


def test_what_is_hard_to_read_would_be_found(chromium: Browser) -> None:
    context = chromium.new_context()
    watched = Watched(context)
    watched.page.set_content(
        '<html lang="en"><title>x</title><p style="color:#ccc">pale</p></html>'
    )
    (found,) = watched.findings()
    assert found.startswith("color-contrast")
    context.close()


def test_a_replay_is_stepped_by_keys_and_each_moment_has_an_address(
    server: str, chromium: Browser
) -> None:
    context = chromium.new_context(viewport={"width": 1280, "height": 900})
    watched = Watched(context)
    page = watched.page
    page.goto(f"{server}{REPLAY}")
    told = page.request.get(f"{server}{REPLAY}.json").json()
    expect(page.locator(".replay.ready")).to_be_visible()
    did = page.locator('.said [data-text="did"]')
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(did).to_have_text(told[3]["texts"]["did"])
    assert page.url.endswith("?deal=1&move=3")
    page.keyboard.press("ArrowLeft")
    expect(did).to_have_text(told[2]["texts"]["did"])
    page.keyboard.press("End")
    expect(page.locator('[data-text="outcome"]')).to_have_text(told[-1]["texts"]["outcome"])
    page.reload()
    expect(did).to_have_text(told[-1]["texts"]["did"])
    expect(page.locator(".replay.ready")).to_be_visible()
    page.keyboard.press("Home")
    expect(did).to_have_text(told[0]["texts"]["did"])
    page.keyboard.press(" ")
    expect(did).to_have_text(told[1]["texts"]["did"])
    page.keyboard.press(" ")
    page.locator('[data-at="1.5"]').click()
    expect(did).to_have_text(told[5]["texts"]["did"])
    expect(page.locator(".judged")).to_have_text(told[5]["texts"]["judged"])
    expect(page.locator(".judged")).to_be_visible()
    shown = page.locator('[data-cards="hand0"] .card').evaluate_all(
        "cards => cards.map(card => card.getAttribute('aria-label'))"
    )
    assert len(shown) == len(told[5]["cards"]["hand0"])
    page.locator('[data-view="1"]').click()
    page.wait_for_url("**view=1**")
    assert page.locator('[data-cards="hand0"] .card:not(.back)').count() == 0
    assert watched.complaints == []
    context.close()


def test_what_the_script_shows_is_what_the_server_shows(server: str, chromium: Browser) -> None:
    context = chromium.new_context()
    page = context.new_page()

    def table() -> str:
        html: str = page.locator(".felt").evaluate(
            "felt => felt.outerHTML.replace(/\\s+/g, ' ').replace(/ (?=[<>])|(?<=[<>]) /g, '')"
        )
        return html

    for move in (1, 2, 9, 24, 25, 40):
        page.goto(f"{server}{REPLAY}?deal=1&move={move}")
        served = table()
        page.goto(f"{server}{REPLAY}?deal=1&move={move - 1}")
        expect(page.locator(".replay.ready")).to_be_visible()
        page.keyboard.press("ArrowRight")
        assert table() == served, move
    context.close()


def test_without_scripts_a_replay_is_stepped_by_links(server: str, chromium: Browser) -> None:
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{server}{REPLAY}")
    page.locator('[data-step="next"]').click()
    page.locator('[data-step="next"]').click()
    assert page.url.endswith("?deal=1&move=2")
    assert page.locator('[data-step="play"]').is_hidden()
    context.close()


def places(page: Page, selector: str) -> object:
    """Where these elements are, all looked at in one moment: a live page replaces them."""
    page.evaluate("document.fonts.ready.then(() => true)")
    return page.locator(selector).evaluate_all(
        "all => all.map(one => { const r = one.getBoundingClientRect(); "
        "return [r.x, r.y, r.width, r.height]; })"
    )


def test_the_live_page_changes_by_itself_and_nothing_jumps(
    server: str, chromium: Browser, store: Path
) -> None:
    context = chromium.new_context(viewport={"width": 1280, "height": 900})
    watched = Watched(context)
    page = watched.page
    page.goto(f"{server}{T}/progress")
    before = places(page, ".figures > div")
    expect(page.locator(".figures dd").first).to_contain_text("24")
    with Store(store) as opened:
        opened.save("t", [played("5:b:c", (first, last))])
    expect(page.locator(".figures dd").first).to_contain_text("25", timeout=30_000)
    assert places(page, ".figures > div") == before
    assert watched.complaints == []
    context.close()


@pytest.mark.parametrize("lang", ["en", "fa"])
def test_a_report_steps_offline_and_loads_nothing(
    chromium: Browser, store: Path, tmp_path: Path, lang: str
) -> None:
    file = tmp_path / "report.html"
    made = call("report", "t", "--store", store, "-o", file, "--language", lang, "--replays", "2")
    assert (made.code, made.out) == (0, "")
    context = chromium.new_context(viewport={"width": 360, "height": 800}, offline=True)
    watched = Watched(context)
    page = watched.page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(file.as_uri())
    replay, verified = page.locator(".replay").nth(1), page.locator(".verified")
    expect(verified).to_have_text(str(verified.get_attribute("data-right")))
    replay.locator('[data-step="last"]').click()
    expect(replay.locator('[data-text="outcome"]')).not_to_be_empty()
    replay.locator('[data-view="0"]').click()
    expect(replay.locator('[data-view="0"]')).to_have_attribute("aria-current", "true")
    replay.locator('[data-step="first"]').click()
    assert replay.locator('[data-cards="hand1"] .card:not(.back)').count() == 0
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    if folder := os.environ.get("HOKM_SCREENSHOTS"):
        page.screenshot(path=Path(folder) / f"report-{lang}.png", full_page=True)
    assert watched.findings() == []
    html = file.read_text("utf-8")
    record = json.loads(json.loads(page_data(html, "verified"))["records"][0])
    card = record["deals"][0]["deck"][0]
    file.write_text(html.replace(f'\\"deck\\":[\\"{card}', '\\"deck\\":[\\"9Z', 1), "utf-8")
    page.goto(file.as_uri())
    expect(verified).to_contain_text(f"{record['match']}: deal 1, deck: expected")
    assert watched.complaints == []
    context.close()
    frames = json.loads(page_data(html, "replay-1-all"))
    assert frames[0]["move"] == 0


def page_data(html: str, id_: str) -> str:
    """What a data element of a page holds."""
    return html.split(f'id="{id_}">', 1)[1].split("</script>", 1)[0]
