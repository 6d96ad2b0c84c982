"""What strangers write is shown as text, whatever it is."""

import re
import unicodedata
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from arena.store import Entrant, Store, StoredTournament
from arena.web.app import application
from arena.wire import Act, Answer
from tests.store.matches import crashes, first, last, played, tournament
from tests.web.conftest import judge
from tests.web.crawl import browser, crawl

EVIL = "<script>alert(1)</script>"
QUOTES = "'\"><img src=x onerror=alert(2)>"
TURNED = "\u202edlrow\u2066\u2028\x07"
LONG = "x" * 10_000


def says(text: str) -> object:
    """A style that plays the first legal action and remarks this."""
    return lambda act: Answer(act.id, act.legal[0], text)


def hostile(path: Path) -> Path:
    """A store in which every text of a bot is an attack."""
    names = [EVIL.replace("/", "|"), f"{TURNED}{QUOTES}".replace("/", "|"), LONG]
    names.sort()
    stored = tournament("t", *names)
    entrants = tuple(Entrant(n, EVIL, QUOTES + LONG, TURNED) for n in names)
    with Store(path, create=True) as opened:
        fields = {n: getattr(stored, n) for n in StoredTournament.__dataclass_fields__}
        opened.add_tournament(StoredTournament(**fields | {"entrants": entrants, "anchor": None}))
        styles = [says(EVIL + TURNED), says(QUOTES + LONG), last]
        for one, other in ((0, 1), (0, 2), (1, 2)):
            pair = f"1:{names[one]}:{names[other]}"
            opened.save("t", [played(pair, (styles[one], styles[other]))])  # type: ignore[arg-type]
            judge(opened, f"{pair}.1", EVIL + QUOTES + TURNED)
    return path


@pytest.mark.parametrize("lang", ["en", "fa"])
def test_names_and_notes_are_text_on_every_page(tmp_path: Path, lang: str) -> None:
    with browser(application(hostile(tmp_path / "s.sqlite"))) as client:
        client.get(f"/reading?lang={lang}")
        found = crawl(client)
    pages = {url: page for url, page in found.items() if "text/html" in page.kind}
    assert len(pages) > 15
    for url, page in pages.items():
        assert page.status == 200, url
        for evil in ("<script>alert", "<img", "onerror=alert(2)>"):
            assert evil not in page.text.replace("&gt;", "").replace("&lt;", ""), url
        moved = {c for c in page.text if unicodedata.category(c) in ("Cc", "Zl", "Cf")}
        # Line ends, the joiners of Persian, and the isolates that keep names and cards apart.
        assert moved <= set("\n\u200c\u2066\u2068\u2069\ufe0e"), (url, moved)
        assert "x" * 500 not in re.sub(r"<[^>]*>", "", page.text), url


def test_a_fault_s_detail_is_text_too(tmp_path: Path) -> None:
    from arena.records import FaultKind
    from arena.referee import Failure

    def falls(act: Act) -> Failure:
        return Failure(FaultKind.MALFORMED, QUOTES + TURNED)

    with Store(tmp_path / "s.sqlite", create=True) as opened:
        opened.add_tournament(tournament("t"))
        opened.save("t", [played("1:a:b", (first, falls))])
    with browser(application(tmp_path / "s.sqlite")) as client:
        for part in ("", "/replay"):
            page = client.get(f"/tournaments/t/matches/1:a:b.1{part}").text
            assert "<img" not in page
            assert "\u202e" not in page


def test_what_a_bot_left_behind_is_for_the_organiser(tmp_path: Path) -> None:
    with Store(tmp_path / "s.sqlite", create=True) as opened:
        opened.add_tournament(tournament("t"))
        pair = played("1:a:b", (first, crashes))
        assert pair.halves[0].crash is not None
        opened.save("t", [pair])
    with browser(application(tmp_path / "s.sqlite")) as client:
        for url, page in crawl(client).items():
            assert "Traceback" not in page.text, url
            assert "garbage" not in page.text, url


def test_a_query_is_text(client: TestClient) -> None:
    answer = client.get("/tournaments/t/leaderboard", params={"bot": QUOTES, "sort": EVIL})
    assert "<img" not in answer.text
    assert "<script>alert" not in answer.text
