"""A match's page tells what its analyst thinks, once there is one."""

import json
import re
from html import unescape
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from arena.analysis import analysis_json
from arena.store import Store
from tests.analysis.judging import analysis
from tests.store.matches import played
from tests.web.crawl import links

PAGE = "/tournaments/t/matches/1:a:b.1"
FOUND = analysis(played("1:a:b").halves[0].record)


def text(page: str) -> str:
    """What can be read of a page."""
    seen = re.sub("[\u2066-\u2069]|<[^>]+>", "", page)
    return re.sub(r"\s+", " ", unescape(seen))


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        (
            "en",
            [
                *("Judged by analyst from what each seat knew, 100 ms a decision.", "0.0 % of"),
                *("The biggest mistakes of b", "2.00 ±0.20", "(−1.00), better: "),
                "No mistake of a that the analyst is sure of.",
            ],
        ),
        (
            "fa",
            [
                *("داوری analyst بر پایهٔ آنچه هر جایگاه می‌دانست، ۱۰۰ میلی‌ثانیه", "۰٫۰٪ از"),
                *("بزرگ‌ترین اشتباه‌های b", "۲٫۰۰ ±۰٫۲۰", "(−۱٫۰۰)؛ بهتر: "),
                "اشتباهی از a که تحلیلگر از آن مطمئن باشد نیست.",
            ],
        ),
    ],
)
def test_the_page_tells_accuracy_and_the_biggest_mistakes(
    client: TestClient, lang: str, said: list[str]
) -> None:
    page = client.get(f"{PAGE}?lang={lang}").text
    for words in said:
        assert words in text(page), words
    (bad,) = [bot for bot in FOUND.bots if bot.biggest]
    moments = {f"{PAGE}/replay?deal={each.deal}&move={each.move}" for each in bad.biggest}
    assert moments <= set(links(page))
    for moment in moments:
        assert 'class="judged" data-text="judged">' in client.get(moment).text


def test_a_match_that_nobody_had_analysed_says_how_to_get_it(client: TestClient) -> None:
    other = PAGE.replace("1:a:b.1", "2:a:b.2")
    assert "Nobody has had this match analysed yet" in client.get(other).text
    assert '<code dir="ltr">arena analyse 2:a:b.2</code>' in client.get(other).text
    answer = client.get(f"{other}/analysis.json")
    assert (answer.status_code, answer.json()["error"]) == (404, "not_found")


def test_of_an_older_tournament_the_command_names_it(client: TestClient, store: Path) -> None:
    with Store(store) as opened:
        opened.save("older", [played("1:a:b")])
    page = client.get("/tournaments/older/matches/1:a:b.1").text
    assert "arena analyse 1:a:b.1 --tournament older</code>" in page


def test_the_same_as_data_is_what_the_command_prints(client: TestClient) -> None:
    told = client.get(f"{PAGE}/analysis.json").json()
    assert told == json.loads(json.dumps(analysis_json("t", FOUND)))
    assert f"{PAGE}/analysis.json" in links(client.get(PAGE).text)
