"""Signing in without a script: a cookie that nothing else can use, and that ends."""

import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from urllib.request import HTTPRedirectHandler, Request, build_opener

import pytest
from starlette.testclient import TestClient
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from arena.store import Store, new_token, revoke_token
from arena.web.accounts import EACH, LASTS_S, Accounts
from arena.web.doorman import Doorman
from arena.web.permission import may
from arena.web.rates import Limiter, Limits
from tests.web.crawl import HOME

ARENA = Path(sys.executable).with_name("arena")
ORIGIN = {"origin": HOME}


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """Nothing was played yet."""
    path = tmp_path / "s.sqlite"
    Store(path, create=True).close()
    return path


@pytest.fixture
def token(store: Path) -> str:
    with Store(store) as opened:
        return new_token(opened, "zahra", organiser=True)[1]


def sign_in(client: TestClient, token: str, to: str = "", **headers: str) -> tuple[int, str]:
    answer = client.post(
        "/sign-in",
        data={"token": token, "to": to},
        headers=ORIGIN | headers,
        follow_redirects=False,
    )
    return answer.status_code, answer.headers.get("location", "")


def test_who_signs_in_is_known_until_they_sign_out(client: TestClient, token: str) -> None:
    assert client.get("/organiser").status_code == 401
    assert sign_in(client, f" {token}\n", "/organiser") == (303, "/organiser")
    page = client.get("/organiser")
    assert (page.status_code, page.headers["cache-control"]) == (200, "no-store")
    assert "zahra" in page.text
    assert token not in page.text
    said = client.cookies["hokm_session"]
    client.post("/sign-out", headers=ORIGIN)
    assert "hokm_session" not in client.cookies
    assert client.get("/organiser", headers={"cookie": f"hokm_session={said}"}).status_code == 401


def test_the_cookie_goes_nowhere_else(client: TestClient, token: str) -> None:
    answer = client.post("/sign-in", data={"token": token}, headers=ORIGIN, follow_redirects=False)
    cookie = answer.headers["set-cookie"]
    assert {"HttpOnly", "SameSite=strict", "Path=/"} <= set(cookie.split("; "))
    assert "expires" not in cookie.lower()
    assert "Max-Age" not in cookie
    assert token.split("_")[2] not in cookie
    secure = TestClient(client.app, base_url="https://127.0.0.1")
    answer = secure.post(
        "/sign-in",
        data={"token": token},
        headers={"origin": "https://127.0.0.1"},
        follow_redirects=False,
    )
    assert answer.headers["set-cookie"].startswith("__Host-hokm_session=")
    assert "Secure" in answer.headers["set-cookie"]
    assert secure.get("/organiser").status_code == 200


def test_a_wrong_token_is_said_to_be_wrong_in_both_languages(client: TestClient) -> None:
    for lang, said in (("en", "does not count"), ("fa", "معتبر نیست")):
        client.get(f"/reading?lang={lang}")
        answer = client.post("/sign-in", data={"token": "x"}, headers=ORIGIN)
        assert (answer.status_code, said in answer.text) == (403, True)


@pytest.mark.parametrize(
    "to", ["//evil.example", "https://evil.example", "/\\evil.example", "/a b", "javascript:x", ""]
)
def test_one_is_led_to_pages_of_this_server_only(client: TestClient, token: str, to: str) -> None:
    assert sign_in(client, token, to) == (303, "/")
    assert 'name="to" value=""' in client.get("/sign-in", params={"to": to}).text


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"origin": "null"},
        {"origin": "http://evil.example"},
        {"origin": "http://127.0.0.1:9999"},
        {"origin": "http://evil.example", "authorization": "Bearer x"},
    ],
)
@pytest.mark.parametrize("path", ["/sign-in", "/sign-out", "/submit"])
def test_no_other_site_can_send_a_form(
    client: TestClient, token: str, path: str, headers: dict[str, str]
) -> None:
    sign_in(client, token)
    answer = client.post(path, data={"token": token}, headers=headers, follow_redirects=False)
    assert answer.status_code == 403
    assert "set-cookie" not in answer.headers
    assert client.get("/organiser").status_code == 200


def test_a_form_that_is_too_large_is_not_read(client: TestClient) -> None:
    answer = client.post("/sign-in", data={"token": "x" * 100_000}, headers=ORIGIN)
    assert answer.status_code == 403


def test_who_holds_a_revoked_token_is_signed_out_at_once(
    client: TestClient, token: str, store: Path
) -> None:
    sign_in(client, token)
    assert client.get("/organiser").status_code == 200
    with Store(store) as opened:
        revoke_token(opened, token.split("_")[1])
    assert client.get("/organiser").status_code == 401
    answer = client.get("/organiser", headers={"authorization": f"Bearer {token}"})
    assert (answer.status_code, answer.headers["www-authenticate"]) == (401, "Bearer")


@pytest.mark.parametrize("shown", ["Basic eDp4", "Bearer", "Bearer ", "bearer x y", "\xff"])
def test_what_is_no_token_is_refused_and_not_taken_for_none(client: TestClient, shown: str) -> None:
    headers = [(b"authorization", shown.encode("latin-1"))]
    assert client.get("/reading", headers=headers).status_code == 401


def test_sessions_end_by_themselves_and_are_few(store: Path, token: str) -> None:
    now = [0.0]
    accounts = Accounts(store, lambda: now[0])
    known = accounts.of_token(token)
    assert known is not None
    said = [accounts.begin(known) for _ in range(EACH + 2)]
    assert [accounts.of_session(each) is not None for each in said] == [False] * 2 + [True] * EACH
    now[0] = LASTS_S + 1
    assert accounts.of_session(said[-1]) is None
    assert accounts.of_session("nonsense\udcff") is None


def test_a_store_that_cannot_be_read_is_not_the_token_s_fault(
    client: TestClient, token: str, store: Path
) -> None:
    store.write_bytes(b"SQLite format 3\0" + b"\xff" * 5000)
    answer = client.get("/reading", headers={"authorization": f"Bearer {token}"})
    assert (answer.status_code, answer.text) == (503, "The store cannot be read.\n")
    assert sign_in(client, token)[0] == 503


def test_without_a_store_nobody_is_let_in(tmp_path: Path) -> None:
    assert Accounts(tmp_path / "none.sqlite").of_token(f"hokm_{'0' * 8}_{'0' * 64}") is None
    assert not (tmp_path / "none.sqlite").exists()


def test_a_websocket_is_opened_by_whoever_the_cookie_or_the_token_says(
    store: Path, token: str
) -> None:
    async def tells(scope: Scope, receive: Receive, send: Send) -> None:
        socket = WebSocket(scope, receive, send)
        await socket.accept()
        await socket.send_json([may(socket, "play"), may(socket, "organise")])
        await socket.close()

    limits = Limits()
    accounts, wrong = Accounts(store), Limiter(limits.wrong_tokens)
    client = TestClient(Doorman(tells, accounts, limits, wrong), client=("192.0.2.1", 1))

    def told(**headers: str) -> object:
        with client.websocket_connect("/", headers=headers) as socket:
            return socket.receive_json()

    known = accounts.of_token(token)
    assert known is not None
    assert told() == [False, False]
    assert told(authorization=f"Bearer {token}") == [True, True]
    assert told(cookie=f"hokm_session={accounts.begin(known)}") == [True, True]
    with pytest.raises(WebSocketDisconnect):
        told(authorization="Bearer wrong")


def test_behind_a_proxy_it_believes_what_that_says_of_who_asks(store: Path, token: str) -> None:
    with subprocess.Popen(
        [ARENA, "serve", "--store", store, "--port", "0", "--behind-proxy"],
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stderr is not None
        address = process.stderr.readline().split()[0].rstrip("/")
        form = urlencode({"token": token}).encode()
        headers = {
            "Origin": address.replace("http:", "https:"),
            "X-Forwarded-For": "192.0.2.1",
            "X-Forwarded-Proto": "https",
        }
        with build_opener(Stay).open(Request(f"{address}/sign-in", form, headers)) as answer:
            cookie = answer.headers["set-cookie"]
        process.terminate()
    assert cookie.startswith("__Host-hokm_session=")
    assert "; Secure" in cookie


class Stay(HTTPRedirectHandler):
    """Follows nothing."""

    def http_error_303(self, request: Any, answer: Any, *arguments: Any) -> Any:
        return answer
