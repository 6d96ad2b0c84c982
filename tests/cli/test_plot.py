"""`arena plot`, and `arena compare --svg`."""

import itertools
from pathlib import Path

import pytest

from arena.tournament import worker
from tests.cli.commands import call
from tests.plots.test_plots import parsed, said
from tests.tournament import fake_worker
from tests.tournament.league import store_results
from tests.tournament.places import Place
from tests.tournament.running import Arena

KINDS = ["ratings", "crosstable", "history"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_league_can_be_drawn(league: Arena, kind: str) -> None:
    answer = call("plot", kind, "--store", league.place.store)
    assert (answer.code, answer.err) == (0, "")
    texts = said(parsed(answer.out))
    assert texts[0] == "league"
    for name in ("naive", "value", "grumbler"):
        assert any(name in text for text in texts)


def test_a_picture_can_go_into_a_file(league: Arena, place: Place) -> None:
    path = place.folder / "ratings.svg"
    answer = call("plot", "ratings", "-o", path, "--store", league.place.store)
    assert answer.code == 0
    assert answer.err == f"{path}: {path.stat().st_size:,} bytes\n"
    assert path.read_text("utf-8") == call("plot", "ratings", "--store", league.place.store).out


@pytest.mark.parametrize("command", [("plot", "ratings"), ("export",), ("report",)])
def test_a_dash_as_the_file_is_the_standard_output(
    league: Arena, place: Place, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    monkeypatch.chdir(place.folder)
    plain, dashed = (
        call(*command, *more, "--store", league.place.store) for more in ((), ("-o", "-"))
    )
    assert plain.out
    assert (dashed.code, dashed.out) == (0, plain.out)
    assert list(place.folder.iterdir()) == []


@pytest.mark.parametrize("kind", KINDS)
def test_before_the_first_pair_there_is_nothing_to_draw(place: Place, kind: str) -> None:
    store_results(place.store, {("a", "b"): (0, 0, 0)})
    answer = call("plot", kind, "--store", place.store)
    assert (answer.code, answer.out) == (2, "")
    assert "nothing to draw" in answer.err


def test_of_very_many_bots_the_best_are_drawn(place: Place) -> None:
    names = [f"bot{number:03}" for number in range(70)]
    results = dict.fromkeys(itertools.pairwise(names), (1, 1, 2))
    store_results(place.store, results)
    texts = said(parsed(call("plot", "crosstable", "--store", place.store).out))
    assert any("the best 60 of 70 bots" in text for text in texts)
    assert sum(text.startswith("bot") for text in texts) == 60


def test_a_picture_that_cannot_be_written_is_an_error_of_the_user(
    league: Arena, place: Place
) -> None:
    path = place.folder / "nowhere" / "x.svg"
    answer = call("plot", "ratings", "-o", path, "--store", league.place.store)
    assert (answer.code, answer.err) == (2, f"error: {path}: No such file or directory\n")


def test_the_way_of_a_test_is_drawn_with_its_verdict(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "work", fake_worker.first_wins)
    monkeypatch.chdir(place.folder)
    svg = Path("path.svg")
    bots = place.bot("one"), place.bot("two")
    answer = call("compare", *bots, "-j", "1", "--store", place.store, "--svg", svg)
    assert answer.code == 0
    texts = said(parsed(svg.read_text("utf-8")))
    assert texts[:2] == ["one against two", answer.out.splitlines()[0]]
    assert {"better than two", "less than 20 Elo better than two"} <= set(texts)
