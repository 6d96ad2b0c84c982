"""What is for the organiser alone, and how a bot's own words are shown there."""

import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from arena.records import log_file
from arena.rules import Seat
from arena.store import Store, new_token
from arena.web.app import application
from arena.web.organising import LOG_BYTES
from arena.web.routes import PATHS
from tests.store.matches import crashes, first, played, tournament
from tests.web.crawl import ENDLESS, browser

WROTE = "</pre><script>alert(1)</script>\x1b[2J\u202e\x00 my words\r\n"
WHY = "no cgroup <b>here</b>"
PAGES = ("/organiser", "/organiser/t", "/organiser/t/1:a:b.1", "/organiser/t/1:a:b.2")


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("organising") / "s.sqlite"
    with Store(path, create=True) as opened:
        opened.add_tournament(tournament("t"))
        opened.save("t", [played("1:a:b", (first, crashes))])
        with opened.transaction():
            opened.add_void("t", "2:a:b", WHY, "2026-01-01T00:00:00+00:00")
        logs = opened.beside("logs") / "t"
    logs.mkdir(parents=True)
    log_file(logs, "1:a:b.1", Seat.ZERO).write_bytes(WROTE.encode() + b"\xff\xfe")
    log_file(logs, "1:a:b.1", Seat.ONE).write_bytes(b"begin" + b"." * LOG_BYTES + b"end")
    return path


@pytest.fixture(scope="module")
def headers(store: Path) -> dict[str, dict[str, str]]:
    with Store(store) as opened:
        texts = {who: new_token(opened, who, organiser=who == "boss")[1] for who in ("boss", "a")}
    return {who: {"authorization": f"Bearer {text}"} for who, text in texts.items()}


@pytest.fixture
def client(store: Path) -> Iterator[TestClient]:
    with browser(application(store)) as found:
        yield found


@pytest.mark.parametrize("path", [*PAGES, "/organiser/none", "/organiser/t/none"])
def test_nobody_else_gets_in(
    client: TestClient, headers: dict[str, dict[str, str]], path: str
) -> None:
    assert client.get(path).status_code == 401
    assert client.get(path, headers=headers["a"]).status_code == 403
    assert client.get(path, headers=headers["boss"]).status_code == (404 if "none" in path else 200)


def test_the_organiser_sees_what_bots_wrote_and_why_pairs_were_spoiled(
    client: TestClient, headers: dict[str, dict[str, str]]
) -> None:
    texts = {path: client.get(path, headers=headers["boss"]).text for path in PAGES}
    assert 'href="/organiser/t"' in texts["/organiser"]
    assert "no cgroup &lt;b&gt;here&lt;/b&gt;" in texts["/organiser/t"]
    assert 'href="/organiser/t/1:a:b.1"' in texts["/organiser/t"]
    match = texts["/organiser/t/1:a:b.1"]
    assert "&lt;script&gt;alert(1)" in match
    assert "\\x1b[2J\\u202e\\x00 my words" in match
    assert "\\xff\\xfe" in match
    assert "Traceback" in match
    assert "The end of it" in match
    assert "begin" not in match
    assert "...end" in match
    for path, text in texts.items():
        moved = {c for c in text if unicodedata.category(c) in ("Cc", "Zl", "Cf")}
        assert moved <= set("\n\u200c\u2066\u2068\u2069\ufe0e"), path
        assert "<script>alert" not in text, path


def test_no_public_page_shows_any_of_it_even_to_the_organiser(
    client: TestClient, headers: dict[str, dict[str, str]]
) -> None:
    paths = [
        path for path in PATHS if path.startswith("/tournaments") and not path.endswith(ENDLESS)
    ]
    names = {"tournament": "t", "match": "1:a:b.1", "bot": "b", "one": "a", "other": "b"}
    for path in paths:
        answer = client.get(path.format(**names), headers=headers["boss"])
        # Nobody has analysed it.
        assert answer.status_code == (404 if "analysis" in path else 200), path
        for secret in ("Traceback", "my words", "no cgroup"):
            assert secret not in answer.text, path
