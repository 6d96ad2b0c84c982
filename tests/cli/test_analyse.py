"""`arena analyse` with a real analyst, in the sandbox."""

import csv
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from arena.records import MatchRecord, replay
from arena.rules import Action, Card, Draw, Open, Pick, Play, Throw, legal_actions
from arena.store import Store
from tests.cli.commands import Answer, call
from tests.referee.processes import open_folder
from tests.tournament.running import Arena

ANALYST = Path(__file__).parents[1] / "bots" / "analyst"
MATCH = "1:grumbler:naive.1"
"""Grumbler breaks it off in its second deal."""
ERROR = 0.05
"""That the analyst gives."""


@pytest.fixture(scope="module")
def store(league: Arena) -> Iterator[Path]:
    """The league's store, to be written to."""
    with open_folder() as folder:
        copy = folder / "s.sqlite"
        with Store(league.place.store) as played, Store(copy, create=True) as opened:
            played.copy_to(opened)
        yield copy


def analyse(store: Path, *arguments: str | Path) -> Answer:
    return call("analyse", *arguments, "--store", store)


@pytest.fixture(scope="module")
def found(store: Path) -> dict[str, Any]:
    answer = analyse(store, MATCH, "--with", ANALYST, "--move-ms", "5000", "--json")
    assert answer.code == 0, answer
    told: dict[str, Any] = json.loads(answer.out)
    return told


def stored(store: Path) -> MatchRecord:
    with Store(store) as opened:
        played = opened.match("league", MATCH)
    assert played is not None
    return played.record


def worth(action: Action, offered: tuple[Card, ...]) -> float:
    """What the analyst thinks of an action: it looks at ranks alone."""

    def rank(card: Card) -> float:
        return 2 * "23456789TJQKA".index(card.value[0]) / 12 - 1

    match action:
        case Open(throw=cards) | Throw(cards):
            return -sum(map(rank, cards)) / len(cards)
        case Draw(draw):
            return rank(offered[0]) if draw == "keep" else -rank(offered[0])
        case Pick(card) | Play(card):
            return rank(card)
    raise AssertionError(action)


def expected(record: MatchRecord) -> list[tuple[int, float, float]]:
    """What it thinks of each decision: its number, the action taken, the best."""
    found = []
    for number, (match, action) in enumerate(replay(record)):
        legal, offered = legal_actions(match), match.deal_in_progress.offered
        if action is not None and len(legal) > 1:
            best = max(worth(each, offered) for each in legal)
            found.append((number, worth(action, offered), best))
    return found


def test_every_decision_with_a_choice_is_judged_from_what_its_seat_knew(
    store: Path, found: dict[str, Any]
) -> None:
    record = stored(store)
    assert record.result.fault is not None
    told = [(each["decision"], each["value"], each["best_value"]) for each in found["decisions"]]
    assert told == [pytest.approx(each, abs=0.001) for each in expected(record)]
    assert {each["phase"] for each in found["decisions"]} == {
        *("open", "throw", "draw", "pick", "play")
    }
    for each in found["decisions"]:
        assert each["margin"] == (2 * ERROR if each["lost"] else 0)
        assert each["mistake"] == (each["lost"] > 2 * ERROR)
    assert [bot["bot"] for bot in found["bots"]] == [bot.name for bot in record.bots]
    for bot in found["bots"]:
        own = [each for each in found["decisions"] if each["seat"] == bot["seat"]]
        mistakes = [each for each in own if each["mistake"]]
        assert (bot["decisions"], bot["mistakes"]) == (len(own), len(mistakes))
        assert bot["accuracy"] == 1 - len(mistakes) / len(own)


def test_what_was_found_is_kept_and_no_bot_is_started_again(
    store: Path, found: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    again = ("--with", ANALYST)
    with monkeypatch.context() as patched:
        patched.delattr("arena.cli.analyse.open_launcher")
        answer = analyse(store, MATCH, *again, "--json")
        assert json.loads(answer.out) == found
        assert analyse(store, MATCH, *again, "--move-ms", "5000").code == 0
        rows = [*csv.DictReader(analyse(store, MATCH, *again, "--csv").out.splitlines())]
    assert {row["bot"] for row in rows} == {"grumbler", "naive"}
    assert rows[0]["phase"] == "all"


def test_it_tells_the_biggest_mistakes_with_their_cards(store: Path, found: dict[str, Any]) -> None:
    out = analyse(store, MATCH, "--with", ANALYST, "--move-ms", "5000").out
    assert "\x1b" not in out
    assert f"judged by analyst ({found['analyst']['version']}), 5000 ms a decision" in out
    assert "a mistake lost more points of its deal than the analyst may be wrong" in out
    for bot in found["bots"]:
        assert f"the biggest mistakes of {bot['bot']}" in out
        assert len(bot["biggest"]) == 5
        for number in bot["biggest"]:
            (one,) = [each for each in found["decisions"] if each["decision"] == number]
            line = f"{one['lost']:.2f} ±{one['margin']:.2f}  deal {one['deal']}, move {one['move']}"
            assert line in out
            assert f"decision {number}: with " in out


@pytest.mark.parametrize(
    ("manner", "why"),
    [
        ("silent", "decision 0 (deal 1, open, seat 0): its answer has no note"),
        ("short", "gives 15 numbers in `v` for 16 legal actions; expected is `{"),
        ("nasty", r"has the note `\x1b[2J\u202e<script>alert(1)</script>\n\x07`"),
        ("wild", "in a deal of at most 3 points"),
        ("other", "decision 0 (deal 1, open, seat 0): its answer is to another request"),
        ("dies", "(deal 1, play, seat 0): crash: the process ended: exit code 1"),
    ],
)
def test_what_is_wrong_with_an_analyst_is_said(
    store: Path, tmp_path: Path, manner: str, why: str
) -> None:
    tmp_path.chmod(0o755)
    bot = shutil.copytree(ANALYST, tmp_path / "analyst")
    manifest = bot / "bot.toml"
    manifest.write_text(manifest.read_text("utf-8").replace('"well"', f'"{manner}"'))
    answer = analyse(store, MATCH, "--with", bot, "--again")
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith("error: the analyst analyst (")
    assert why in answer.err
    assert "\x1b[2J" not in answer.err
    assert "\u202e" not in answer.err


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("9:naive:value.1",), "no match '9:naive:value.1' in league; `arena matches` lists them"),
        ((MATCH, "--with", "nobody"), "'nobody': no bot of that name was submitted"),
    ],
)
def test_what_cannot_be_analysed_is_answered(
    store: Path, arguments: tuple[str, ...], why: str
) -> None:
    answer = analyse(store, *arguments)
    assert (answer.code, answer.out) == (2, "")
    assert why in answer.err
