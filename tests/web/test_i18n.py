"""Both languages say everything, with their own digits and dates."""

import re
import string
from datetime import date
from pathlib import Path

import pytest
from starlette.testclient import TestClient

import arena.web
from arena.check import STEPS, Verdict
from arena.records import FaultKind
from arena.rules import Phase
from arena.web.calendar import persian_date
from arena.web.i18n import LANGUAGES, language, preferred
from arena.web.intake.news import Outcome
from arena.web.preferences import CHOICES
from arena.web.submitting import STATUS

WEB = Path(arena.web.__file__).parent


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_language_has_the_same_keys_with_the_same_places(code: str) -> None:
    texts, english = language(code).texts, language("en").texts
    assert texts.keys() == english.keys()
    assert {key for key in texts if places(texts[key]) != places(english[key])} == set()
    assert all(text.strip() for key, text in texts.items())


def test_every_key_that_pages_use_is_there_and_none_that_they_do_not() -> None:
    sources = [*WEB.rglob("*.py"), *(WEB / "templates").glob("*.html")]
    source = "\n".join(path.read_text("utf-8") for path in sources)
    whole = set(re.findall(r"""\b(?:t|text|words)\(\s*f?["']([\w.]+)["'][,)]""", source))
    counted = set(re.findall(r"""\bcount\(["'](\w+)["']""", source))
    keys = set(language("en").texts)
    assert whole <= keys
    # A key may also be chosen among several, or be made of what a table or a moment is.
    whole |= {key for key in keys if f'"{key}"' in source}
    whole |= {f"play.{status}{end}" for status in ("void", "unplayable") for end in ("", "_text")}
    whole |= {f"play.{phase}" for phase in (Phase.OPEN, Phase.DRAW, Phase.PICK)}
    used = whole | {f"{key}.{form}" for key in counted for form in ("one", "many")}
    used |= {f"fault.{kind.name.lower()}" for kind in FaultKind}
    used |= {f"phase.{phase}" for phase in [*Phase, "over"]}
    used |= {f"preference.{name}_{value}" for name in CHOICES for value in CHOICES[name]}
    used |= {f"preference.{name}" for name in CHOICES}
    computed: tuple[str, ...] = (
        "card.",
        "rank.",
        "suit.",
        "month.",
        "column.",
        "move.",
        "you.",
        "reading.",
        "error.",
    )
    computed += ("upload.", "said.", "doing.", "step.", "verdict.", "refusal.", "submit.then_")
    computed += ("nav.", "deed.", "reason.", "format.", "replay.", "outcome.", "leaderboard.")
    assert {key for key in keys - used if not key.startswith(computed)} == set()


@pytest.mark.parametrize("code", LANGUAGES)
def test_whatever_an_upload_can_come_to_has_its_words(code: str) -> None:
    texts = language(code).texts
    states = {"waiting", "running", *map(str, Outcome)}
    assert {f"upload.{state}" for state in states} <= texts.keys()
    assert {f"said.{outcome}" for outcome in Outcome} <= texts.keys()
    after_build = {step.name for step in STEPS[2:]}
    assert {f"step.{name}" for name in after_build} <= texts.keys()
    assert {f"doing.{name}" for name in {"unpack", "build", *after_build}} <= texts.keys()
    assert {f"verdict.{verdict}" for verdict in Verdict} <= texts.keys()
    assert {f"refusal.{problem}" for problem in STATUS} <= texts.keys()


def test_persian_has_its_own_digits_and_signs() -> None:
    persian = language("fa")
    assert persian.number(-1234.5, 1) == "−۱٬۲۳۴٫۵"
    assert persian.percent(0.532) == "۵۳٫۲٪"
    assert persian.number(3.14, 1, signed=True) == "+۳٫۱"
    assert language("en").number(-1234.5, 1) == "−1,234.5"
    assert language("en").percent(None) == persian.number(None) == "–"


@pytest.mark.parametrize(
    ("day", "persian"),
    [
        ((2024, 3, 19), (1402, 12, 29)),
        ((2024, 3, 20), (1403, 1, 1)),
        ((2025, 3, 20), (1403, 12, 30)),
        ((2025, 3, 21), (1404, 1, 1)),
        ((1979, 2, 11), (1357, 11, 22)),
        ((2026, 11, 30), (1405, 9, 9)),
        ((2017, 3, 21), (1396, 1, 1)),
        ((2023, 9, 22), (1402, 6, 31)),
        ((2023, 9, 23), (1402, 7, 1)),
    ],
)
def test_dates_of_the_persian_calendar(
    day: tuple[int, int, int], persian: tuple[int, int, int]
) -> None:
    assert persian_date(date(*day)) == persian


def test_times_are_told_by_the_calendar_of_the_language() -> None:
    assert language("fa").date("2024-03-20T05:06:07+00:00") == "۱ فروردین ۱۴۰۳، ۰۵:۰۶ UTC"
    assert language("en").date("2024-03-20T05:06:07+00:00") == "20 March 2024, 05:06 UTC"
    assert language("en").date("yesterday") == "yesterday"


def test_what_a_browser_prefers_counts_until_somebody_chooses(client: TestClient) -> None:
    persian = {"accept-language": "de, fa-IR;q=0.8, en;q=0.5"}
    assert preferred("fr, de") == "en"
    assert 'lang="fa" dir="rtl"' in client.get("/reading", headers=persian).text
    client.get("/reading?lang=en&theme=dark&suits=four")
    page = client.get("/reading", headers=persian).text
    assert '<html lang="en" dir="ltr" data-theme="dark" data-suits="four">' in page


def test_nonsense_is_not_remembered(client: TestClient) -> None:
    answer = client.get('/reading?lang=xx&theme="><script>')
    assert "set-cookie" not in answer.headers
    assert 'data-theme="auto"' in answer.text
    assert "<script>" not in answer.text
