"""Tables as text, Markdown, CSV and JSON: `crosstable`, `cycles`, `leaderboard`, `matches`."""

import csv
import json
from pathlib import Path

import pytest

from arena.cli.sheet import Sheet, print_sheet, sheet_text
from tests.cli.commands import NASTY, call
from tests.tournament.league import UNRULY, store_results
from tests.tournament.places import Place
from tests.tournament.running import Arena


@pytest.fixture
def unruly(place: Place) -> Path:
    return store_results(place.store, UNRULY)


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(text.splitlines()))


def test_the_crosstable_shows_each_score_with_its_interval_and_marks_misfits(unruly: Path) -> None:
    lines = call("crosstable", "--store", unruly).out.splitlines()
    assert lines[0].split() == ["bot", "1", "2", "3", "4"]
    table = {line.split()[1]: line for line in lines[2:6]}
    assert table["well"].count("–") == 2
    assert table["paper"].count("!") == 2
    assert "75 ±9!" in table["paper"]
    assert "t: score in % with half its 95 % interval, 50 to 60 mirror pairs" in lines[7]
    marked = [line for line in lines[8:] if line.startswith("! ")]
    assert len(marked) == 3
    assert lines[-1].startswith("all pairings together: X²/φ = ")


def test_the_crosstable_for_programs_has_a_row_for_each_pairing(unruly: Path) -> None:
    found = rows(call("crosstable", "--csv", "--store", unruly).out)
    listed = json.loads(call("crosstable", "--json", "--store", unruly).out)["pairings"]
    assert len(found) == len(listed) == len(UNRULY)
    for row, cell in zip(found, listed, strict=True):
        assert set(row) == set(cell)
        assert (row["bot"], row["opponent"]) == (cell["bot"], cell["opponent"])
        assert float(row["score"]) == cell["score"]
        assert row["marked"] == str(cell["marked"]).lower()


def test_a_crosstable_without_a_pair_says_so(place: Place) -> None:
    store_results(place.store, {("a", "b"): (0, 0, 0)})
    answer = call("crosstable", "--store", place.store)
    assert (answer.code, answer.out.splitlines()[-1]) == (0, "t: no mirror pair yet")
    assert rows(call("crosstable", "--csv", "--store", place.store).out) == []


def test_cycles_tells_who_beats_whom_in_turn(unruly: Path) -> None:
    lines = call("cycles", "--store", unruly).out.splitlines()
    assert lines[2].startswith("paper > rock > scissors > paper  75.0 % · 75.0 % · 75.0 %")
    assert lines[-1] == "t: 1 circle of three bots that surely beat each other"
    (circle,) = json.loads(call("cycles", "--json", "--store", unruly).out)
    assert circle["bots"] == ["paper", "rock", "scissors"]
    assert [edge["score"] for edge in circle["edges"]] == [0.75] * 3
    (row,) = rows(call("cycles", "--csv", "--store", unruly).out)
    assert (row["first"], row["second"], row["third"]) == ("paper", "rock", "scissors")
    assert float(row["score_first"]) == 0.75


def test_where_there_is_no_circle_that_is_said(place: Place) -> None:
    store_results(place.store, {("a", "b"): (1, 2, 3)})
    said = call("cycles", "--store", place.store).out
    assert said == "t: no three bots surely beat each other in turn\n"
    assert json.loads(call("cycles", "--json", "--store", place.store).out) == []


def test_cycles_shows_the_surest_where_there_are_too_many(unruly: Path, place: Place) -> None:
    place.store.unlink()
    more = {(f"{a}2", f"{b}2"): counts for (a, b), counts in UNRULY.items()}
    store_results(place.store, {**UNRULY, **more})
    said = call("cycles", "--limit", "1", "--store", place.store).out
    assert said.count(" > ") == 3
    assert said.endswith(
        "t: 2 circles of three bots that surely beat each other; the 1 surest are shown\n"
    )


@pytest.mark.parametrize("command", ["leaderboard", "matches", "crosstable", "cycles"])
def test_every_table_is_there_as_markdown_and_csv(league: Arena, command: str) -> None:
    store = ("--store", league.place.store)
    shown = call(command, *store).out.splitlines()
    markdown = call(command, "--markdown", *store).out.splitlines()
    comma = call(command, "--csv", *store)
    assert comma.code == 0
    assert comma.out.count("\n") >= 1
    if command == "cycles":
        assert markdown == shown
        return
    height = shown.index("") if "" in shown else len(shown)
    assert len([line for line in markdown if line.startswith("|")]) == height
    assert set(markdown[1]) <= set("|:-")
    cells = [cell.strip() for cell in markdown[2].strip("|").split("|")]
    assert [cell for cell in cells if cell] == [
        cell.strip() for cell in shown[2].split("  ") if cell
    ]


def test_the_leaderboard_as_csv_has_the_numbers_of_the_json(league: Arena) -> None:
    store = ("--store", league.place.store)
    board = json.loads(call("leaderboard", "--json", *store).out)["bots"]
    found = rows(call("leaderboard", "--csv", *store).out)
    for row, bot in zip(found, board, strict=True):
        assert (row["bot"], row["version"]) == (bot["bot"], bot["version"])
        assert float(row["elo"]) == bot["elo"]
        assert int(row["forfeits"]) == sum(bot["forfeits"].values())
        assert [row["rank_low"], row["rank_high"]] == [str(rank) for rank in bot["rank"]]
        assert [float(row[key]) if row[key] else None for key in ("elo_low", "elo_high")] == (
            bot["interval"]
        )


def test_the_matches_as_csv_are_those_of_the_json(league: Arena) -> None:
    store = ("--store", league.place.store)
    listed = json.loads(call("matches", "--json", *store).out)
    found = rows(call("matches", "--csv", *store).out)
    assert [row["match"] for row in found] == [match["match"] for match in listed]
    assert [row["fault"] for row in found] == [match["fault"] or "" for match in listed]


def test_what_means_something_to_markdown_or_a_terminal_is_spelt_out(
    capsys: pytest.CaptureFixture[str],
) -> None:
    nasty = f"a|b *c* <b> [d](e) `f` {NASTY}\nnext"
    sheet = Sheet(["name"], [[nasty]], "", "", [{"name": nasty}], ["name"])
    print_sheet(sheet, "markdown", dict)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 3
    assert r"a\|b \*c\* \<b\> \[d\](e) \`f\` " in lines[2]
    print_sheet(sheet, "csv", dict)
    comma = capsys.readouterr().out
    for text in (lines[2], comma, sheet_text(sheet)):
        assert not set(NASTY) & set(text) & set("\x1b\x07\u202e\u2066\x9b\x00\r\b\u2028")


@pytest.mark.parametrize("command", ["leaderboard", "matches", "crosstable", "cycles"])
def test_the_last_form_that_was_asked_for_counts(unruly: Path, command: str) -> None:
    answer = call(command, "--csv", "--json", "--store", unruly)
    json.loads(answer.out)
