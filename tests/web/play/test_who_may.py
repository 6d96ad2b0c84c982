"""Who may sit down, and what is sent to those who may not."""

from pathlib import Path

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from arena.store import Store, new_token
from arena.web.app import application
from tests.web.crawl import browser

SOCKETS = ["/play/sit", "/play/any/play"]
ELSEWHERE = {"host": "arena.example", "origin": "http://arena.example"}


def test_from_elsewhere_without_a_token_nobody_sits_down(store: Path) -> None:
    app = application(store, ["arena.example"])
    client = TestClient(app, base_url="http://arena.example", client=("203.0.113.5", 5000))
    page = client.get("/play")
    assert (page.status_code, "sign-in?to=" in page.text) == (401, True)
    assert 'name="bot"' not in page.text
    assert client.get("/play/any").status_code == 401
    for path in SOCKETS:
        with (
            pytest.raises(WebSocketDisconnect),
            client.websocket_connect(path, headers=ELSEWHERE),
        ):
            pass


def test_an_author_s_token_lets_in_from_elsewhere(tmp_path: Path) -> None:
    store = tmp_path / "s.sqlite"
    with Store(store, create=True) as opened:
        _, token = new_token(opened, "zahra", organiser=False)
    headers = ELSEWHERE | {"authorization": f"Bearer {token}"}
    client = TestClient(application(store, ["arena.example"]), headers=headers)
    assert 'name="bot"' in client.get("/play").text
    with client.websocket_connect("/play/sit", headers=headers) as socket:
        socket.send_json({"do": "sit", "bot": "nobody"})
        assert "refused" in socket.receive_json()


@pytest.mark.parametrize("path", SOCKETS)
@pytest.mark.parametrize("origin", ["http://evil.example", "null", None])
def test_no_other_site_opens_a_socket(store: Path, path: str, origin: str | None) -> None:
    client = browser(application(store))
    headers = {"host": "127.0.0.1"} | ({"origin": origin} if origin else {})
    with pytest.raises(WebSocketDisconnect), client.websocket_connect(path, headers=headers):
        pass


def test_a_page_of_ours_at_this_machine_opens_one(store: Path) -> None:
    headers = {"host": "127.0.0.1", "origin": "http://127.0.0.1"}
    with browser(application(store)).websocket_connect("/play/any/play", headers=headers) as socket:
        assert socket.receive()["code"] == 4404


def test_at_this_machine_the_bots_are_listed_without_a_store(tmp_path: Path) -> None:
    page = browser(application(tmp_path / "none.sqlite")).get("/play")
    assert page.status_code == 200
    assert 'value="naive"' in page.text
    assert not (tmp_path / "none.sqlite").exists()
