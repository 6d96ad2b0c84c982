"""Pages are complete, lead somewhere, and need nothing from anywhere else."""

import re
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from arena.store import Entrant, Store, hold
from arena.web.app import application
from tests.web.crawl import HOME, Site, browser, links


def test_every_link_leads_to_a_page_in_the_same_language(site: Site) -> None:
    assert {url: page.status for url, page in site.found.items() if page.status != 200} == {}
    direction = {"en": "ltr", "fa": "rtl"}[site.lang]
    start = f'<html lang="{site.lang}" dir="{direction}"'
    assert all(start in page for page in site.pages.values())
    kinds = {re.sub(r"[?].*|(?<=/bots/)[^/]+|(?<=/matches/)[^/]+", "", url) for url in site.found}
    assert {"/reading", "/tournaments", "/tournaments/t/leaderboard"} <= kinds
    assert {"/tournaments/t/matches//replay", "/tournaments/t/records.jsonl"} <= kinds
    assert "/tournaments/t/pairings/a/b" in kinds


def test_nothing_comes_from_another_host_and_nothing_is_inline(site: Site) -> None:
    for url, page in site.pages.items():
        outside = [link for link in links(page) if re.match(r"(\w+:)?//|data:", link)]
        assert outside == [], url
        assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:", page), url
        assert all(tag.endswith("</script>") for tag in scripts(page)), url
    styles = [page.text for page in site.found.values() if page.kind.startswith("text/css")]
    assert styles
    assert not any("//" in re.sub(r"/\*.*?\*/", "", style) for style in styles)


def scripts(page: str) -> list[str]:
    """Script elements, each of which must be empty."""
    found = re.findall(r"<script[^>]*>.{0,9}", page, re.DOTALL)
    assert all(" src=" in tag for tag in found)
    return found


def test_before_the_first_tournament_pages_say_how_to_begin(tmp_path: Path) -> None:
    with browser(application(tmp_path / "none.sqlite")) as client:
        assert "arena run" in client.get("/").text
        assert client.get("/reading").status_code == 200
        assert client.get("/tournaments").status_code == 404
        assert not (tmp_path / "none.sqlite").exists()


def test_before_the_first_pair_pages_are_empty_but_there(client: TestClient) -> None:
    for page in ("leaderboard", "crosstable", "matches", "progress", "bots/a", "pairings/a/b"):
        answer = client.get(f"/tournaments/older/{page}")
        assert (answer.status_code, "nothing" in answer.text) == (200, True), page


@pytest.mark.parametrize(
    "path",
    [
        "/nowhere",
        "/tournaments/other/leaderboard",
        "/tournaments/t/bots/other",
        "/tournaments/t/pairings/a/other",
        "/tournaments/t/matches/9:a:b.1",
        "/tournaments/t/matches/9:a:b.1/replay",
        "/static/../app.py",
        "/static/none.css",
    ],
)
def test_what_is_not_there_is_a_page_that_says_so(client: TestClient, path: str) -> None:
    answer = client.get(path, follow_redirects=False)
    assert (answer.status_code, "Not here" in answer.text) == (404, True)
    assert client.get(f"{path}.json").json()["error"] == "not_found"


def test_the_standings_are_sorted_and_filtered_by_the_address(client: TestClient) -> None:
    def order(query: str) -> list[str]:
        page = client.get(f"/tournaments/t/leaderboard{query}").text
        return re.findall(r'href="/tournaments/t/bots/([^"]+)"', page)

    by_rank = order("")
    assert order("?sort=name") == sorted(by_rank, key=lambda name: (name.startswith("%"), name))
    assert order("?sort=faults")[0] == "c"
    assert order("?bot=B") == ["b"]
    assert "No bot of that name" in client.get("/tournaments/t/leaderboard?bot=zzz").text
    assert order("?sort=nonsense") == by_rank


def test_numbers_out_of_bounds_become_the_nearest(client: TestClient) -> None:
    match = "/tournaments/t/matches/1:a:b.1/replay"
    last = client.get(f"{match}?deal=99&move=9999").text
    assert 'data-deal="1"' in last
    assert client.get(f"{match}?deal=x&move=-5&view=nobody").status_code == 200
    assert len(client.get("/tournaments/t/matches.json?limit=0").json()) == 1
    assert len(client.get("/tournaments/t/matches.json?limit=99999999999").json()) == 18


def test_a_running_tournament_is_marked(client: TestClient, store: Path) -> None:
    assert "live-dot" not in client.get("/tournaments/t/leaderboard").text
    with hold(store, "t"):
        assert "live-dot" in client.get("/tournaments/t/leaderboard").text
        assert "Being played now" in client.get("/tournaments/t/progress").text
        assert "live-dot" not in client.get("/tournaments/older/leaderboard").text


def test_a_store_that_cannot_be_read_is_said_without_details(tmp_path: Path) -> None:
    broken = tmp_path / "secret-place.sqlite"
    broken.write_bytes(b"SQLite format 3\0" + b"\xff" * 5000)
    with browser(application(broken)) as client:
        answer = client.get("/")
        assert (answer.status_code, "secret-place" in answer.text) == (503, False)
        assert client.get("/tournaments.json").json()["error"] == "store"


def test_a_bot_page_leads_to_its_other_versions(client: TestClient, store: Path) -> None:
    with Store(store) as opened:
        opened.add_entrants("t", [Entrant("a@0123", "0123", "", "")])
    page = client.get("/tournaments/t/bots/a").text
    assert {"/tournaments/older/bots/a", "/tournaments/t/bots/a%400123"} <= set(links(page))


def test_the_home_page_is_the_newest_tournament(client: TestClient) -> None:
    answer = client.get("/", follow_redirects=False)
    assert answer.headers["location"].removeprefix(HOME) == "/tournaments/t/leaderboard"
