"""Scores with luck taken out: `leaderboard --luck` and `crosstable --luck`, from stored records."""

import csv
import json
from dataclasses import replace
from pathlib import Path

import pytest

from arena.luck import pieces
from arena.luck.pieces import Halves
from arena.ratings import luck_out
from arena.records import PlayedMatch, PlayedPair
from arena.store import Store
from tests.cli.commands import call
from tests.luck.bots import play_pairs, shipped_bot, style
from tests.store.matches import tournament
from tests.tournament.places import Place

DECKS = 30


@pytest.fixture(scope="module")
def pairs() -> list[Halves]:
    bots = style(shipped_bot("value")), style(shipped_bot("naive"))
    return play_pairs(bots, 1, "deals", "cli", DECKS)


def stored(place: Place, pairs: list[Halves]) -> Path:
    """A store with a tournament `t` of the bots a, b, and c, which has not met anyone."""
    entry = replace(tournament("t", "a", "b", "c"), anchor=None)
    config = '{"tournament": {"format": "deals"}}'
    with Store(place.store, create=True) as store:
        store.add_tournament(replace(entry, config=config))
        played = [(PlayedMatch(one), PlayedMatch(other)) for one, other in pairs]
        store.save("t", [PlayedPair(both[0].record.pair, both) for both in played])
    return place.store


def test_the_leaderboard_shows_luck_out_only_if_asked(place: Place, pairs: list[Halves]) -> None:
    store = stored(place, pairs)
    shown = call("leaderboard", "--luck", "--store", store)
    assert shown.code == 0
    head, _, first, second, third = shown.out.splitlines()[:5]
    assert head.endswith("luck·out")
    assert "±" in first.split("  ")[-1]
    assert "±" in second.split("  ")[-1]
    assert third.endswith("–")
    assert "; luck·out: the score with the luck of the cards taken out" in shown.out
    assert "luck" not in call("leaderboard", "--store", store).out
    assert "luck" not in call("leaderboard", "--json", "--store", store).out


def test_programs_get_both_scores_from_both_sides(place: Place, pairs: list[Halves]) -> None:
    store = stored(place, pairs)
    found = pieces(pairs, "a")
    expected = luck_out(found.scores, found.luck)
    assert expected is not None

    (pairing,) = json.loads(call("crosstable", "--luck", "--json", "--store", store).out)[
        "pairings"
    ]
    assert (pairing["bot"], pairing["opponent"], pairing["pairs"]) == ("a", "b", DECKS)
    assert pairing["raw_score"] == expected.raw == found.scores.mean()
    assert pairing["luck_out_score"] == expected.score
    assert pairing["luck_out_error"] == expected.error < expected.raw_error
    (row,) = csv.DictReader(
        call("crosstable", "--luck", "--csv", "--store", store).out.splitlines()
    )
    assert float(row["luck_out_score"]) == expected.score

    board = json.loads(call("leaderboard", "--luck", "--json", "--store", store).out)["bots"]
    scores = {bot["bot"]: bot["luck_out"] for bot in board if "luck_out" in bot}
    assert set(scores) == {"a", "b"}
    assert scores["a"]["luck_out_score"] == pytest.approx(1 - scores["b"]["luck_out_score"])
    assert scores["a"]["luck_out_score"] == pytest.approx(expected.score)


def test_the_crosstable_with_luck_taken_out_is_a_list(place: Place, pairs: list[Halves]) -> None:
    store = stored(place, pairs)
    lines = call("crosstable", "--luck", "--store", store).out.splitlines()
    assert lines[0].split() == ["bot", "opponent", "pairs", "score", "luck·out", "removed"]
    assert lines[2].split()[:3] == ["a", "b", f"{DECKS}"]
    assert lines[2].endswith(" %")
    assert lines[-1].startswith("t: 1 pairing; luck·out: ")


def test_where_there_are_too_few_pairs_nothing_is_said(place: Place, pairs: list[Halves]) -> None:
    few = play_pairs((style(shipped_bot("naive")),) * 2, 1, "deals", "few", 5)
    store = stored(place, few)
    lines = call("crosstable", "--luck", "--store", store).out.splitlines()
    assert lines[2].split()[2:] == ["5", "–", "–", "–"]
    assert call("leaderboard", "--luck", "--store", store).code == 0
