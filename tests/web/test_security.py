"""Every answer is guarded, whatever was asked."""

from pathlib import Path

import pytest
from starlette.testclient import TestClient
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocketDisconnect

from arena.web.app import application
from arena.web.security import HEADERS, POLICY, Guard
from tests.web.crawl import Site, browser


def test_every_answer_has_the_policy_and_its_like(site: Site, client: TestClient) -> None:
    for url, page in site.found.items():
        assert HEADERS.items() <= page.headers.items(), url
    assert client.get("/nowhere").headers["content-security-policy"] == POLICY
    assert client.post("/").headers["content-security-policy"] == POLICY


def test_the_policy_allows_nothing_inline_and_no_other_host() -> None:
    assert POLICY.startswith("default-src 'none'")
    assert "unsafe" not in POLICY
    assert "http" not in POLICY


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "", "[::2]", "a:b:1"])
def test_another_host_is_refused(client: TestClient, host: str) -> None:
    assert client.get("/reading", headers={"host": host}).status_code == 421


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "127.0.0.1:99", "localhost:1", "[::1]:8470", "LOCALHOST"]
)
def test_this_machine_may_be_asked_by_its_names(client: TestClient, host: str) -> None:
    assert client.get("/reading", headers={"host": host}).status_code == 200


def test_a_name_that_was_given_is_answered_to(store: Path) -> None:
    with browser(application(store, ["league.example"])) as client:
        assert client.get("/reading", headers={"host": "league.example:80"}).status_code == 200
        assert client.get("/reading").status_code == 421


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"])
def test_nothing_can_be_changed(client: TestClient, method: str) -> None:
    answer = client.request(method, "/tournaments/t/leaderboard")
    assert (answer.status_code, answer.headers["allow"]) == (405, "GET, HEAD")


def test_an_address_that_is_far_too_long_is_refused(client: TestClient) -> None:
    assert client.get("/reading?" + "x" * 3000).status_code == 414


def test_head_is_answered_like_get_without_a_body(client: TestClient) -> None:
    answer = client.head("/tournaments/t/leaderboard")
    assert (answer.status_code, answer.content) == (200, b"")


@pytest.mark.parametrize(
    ("host", "origin", "spoken"),
    [
        ("127.0.0.1:8470", "http://127.0.0.1:8470", True),
        ("127.0.0.1:8470", "http://evil.example", False),
        ("127.0.0.1:8470", "http://127.0.0.1:9999", False),
        ("127.0.0.1:8470", None, False),
        ("evil.example", "http://evil.example", False),
    ],
)
def test_only_our_own_pages_may_open_a_websocket(
    host: str, origin: str | None, spoken: bool
) -> None:
    async def echo(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.close"})

    headers = {"host": host} | ({"origin": origin} if origin else {})
    client = TestClient(Guard(echo, ["127.0.0.1"]))
    if spoken:
        with client.websocket_connect("/", headers=headers):
            pass
    else:
        with (
            pytest.raises(WebSocketDisconnect),
            client.websocket_connect("/", headers=headers),
        ):
            pass


def test_cookies_cannot_be_read_by_scripts_or_sent_from_elsewhere(client: TestClient) -> None:
    cookie = client.get("/reading?lang=fa").headers["set-cookie"]
    assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= set(cookie.split("; "))
