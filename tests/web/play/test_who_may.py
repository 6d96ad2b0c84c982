"""Who may sit down, and what is sent to those who may not."""

from pathlib import Path

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from arena.web.app import application
from tests.web.crawl import browser

SOCKETS = ["/play/sit", "/play/any/play"]


def test_from_elsewhere_without_a_token_nobody_sits_down(store: Path) -> None:
    app = application(store, ["arena.example"])
    client = TestClient(app, base_url="http://arena.example", client=("203.0.113.5", 5000))
    page = client.get("/play")
    assert (page.status_code, "takes a token" in page.text) == (403, True)
    assert "<button" not in page.text
    assert client.get("/play/any").status_code == 404
    for path in SOCKETS:
        with (
            pytest.raises(WebSocketDisconnect),
            client.websocket_connect(path, headers={"origin": "http://arena.example"}),
        ):
            pass


@pytest.mark.parametrize("path", SOCKETS)
@pytest.mark.parametrize("origin", ["http://evil.example", "null", None])
def test_no_other_site_opens_a_socket(store: Path, path: str, origin: str | None) -> None:
    client = browser(application(store))
    headers = {"origin": origin} if origin else {}
    with pytest.raises(WebSocketDisconnect), client.websocket_connect(path, headers=headers):
        pass


def test_at_this_machine_the_bots_are_listed_without_a_store(tmp_path: Path) -> None:
    page = browser(application(tmp_path / "none.sqlite")).get("/play")
    assert page.status_code == 200
    assert 'value="naive"' in page.text
    assert not (tmp_path / "none.sqlite").exists()
