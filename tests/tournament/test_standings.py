"""From the rows of a store to a leaderboard."""

import math
import random
from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from statistics import stdev

import numpy as np
import pytest

from arena.errors import InputError
from arena.ratings import Anchor, Pairings, PairTable, rate, rate_pairings
from arena.records import PairOutcome, VoidPair
from arena.results import Leaderboard, leaderboard, pair_table
from arena.results.standings import PointsPerDeal
from arena.store import Meeting, Store
from tests.store.matches import concedes, crashes, first, late, played, tournament

WINS = (first, concedes)
"""The first of a pair wins both halves."""
DRAWS = (first, first)
"""Both do the same, so the decks decide: a half each."""


def board(
    path: Path, outcomes: Iterable[PairOutcome], *bots: str, anchor: Anchor | None = None
) -> Leaderboard:
    path.unlink(missing_ok=True)
    with Store(path, create=True) as store:
        store.add_tournament(tournament("t", *bots or ("a", "b", "c")))
        for outcome in outcomes:
            store.save("t", [outcome])
        return leaderboard(store, "t", anchor)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "store.sqlite"


def league() -> list[PairOutcome]:
    """a before b before c, ten pairs each, with one upset."""
    found: list[PairOutcome] = []
    for cycle in range(1, 11):
        found.append(played(f"{cycle}:a:b", DRAWS if cycle < 8 else WINS))
        found.append(played(f"{cycle}:b:c", (first, crashes) if cycle > 1 else (late, first)))
        found.append(played(f"{cycle}:a:c", WINS if cycle > 2 else DRAWS))
    return found


def test_bots_are_listed_the_best_first_with_score_pairs_and_rank_range(path: Path) -> None:
    found = board(path, league())
    assert [row.standing.name for row in found.rows] == ["a", "b", "c"]
    ratings = [row.standing.rating for row in found.rows]
    assert [rating and rating.score for rating in ratings] == pytest.approx([0.775, 0.625, 0.1])
    assert [row.standing.pairs for row in found.rows] == [20, 20, 20]
    for rating in ratings:
        assert rating is not None
        assert 1 <= rating.ranks.low <= rating.ranks.high <= 3
    assert (found.tournament, found.pairs, found.groups) == ("t", 30, 1)


def test_versions_are_those_that_take_part(path: Path) -> None:
    assert {row.standing.name: row.version for row in board(path, league()).rows} == {
        "a": "a-version",
        "b": "b-version",
        "c": "c-version",
    }


def test_lesson_08_forfeits_stand_beside_the_bot_that_lost_by_them(path: Path) -> None:
    found = {row.standing.name: row.forfeits for row in board(path, league()).rows}
    assert found == {"a": {}, "b": {"timeout": 2}, "c": {"crash": 18}}


def test_lesson_15_every_rating_has_an_error_bar(path: Path) -> None:
    for row in board(path, league()).rows:
        rating = row.standing.rating
        assert rating is not None
        assert rating.interval.lo is not None
        assert rating.interval.hi is not None
        assert rating.interval.lo < rating.elo < rating.interval.hi


def test_lesson_16_a_perfect_score_is_a_bound_and_never_infinite(path: Path) -> None:
    found = board(path, [played(f"{cycle}:a:b", WINS) for cycle in range(5)], "a", "b")
    best, worst = (row.standing.rating for row in found.rows)
    assert best is not None
    assert worst is not None
    assert (best.score, worst.score) == (1, 0)
    assert best.interval.hi is worst.interval.lo is None
    assert math.isfinite(best.elo)
    assert math.isfinite(worst.elo)


def test_lesson_18_the_order_in_which_pairs_were_stored_changes_nothing(path: Path) -> None:
    outcomes = league()
    expected = board(path, outcomes)
    for seed in range(3):
        random.Random(seed).shuffle(outcomes)
        assert board(path, outcomes) == expected


def test_lesson_18_the_order_of_the_bots_changes_nothing(path: Path) -> None:
    def rows(*bots: str) -> list[tuple[str, float, float, int, int]]:
        return [
            (
                row.standing.name,
                round(rating.elo, 6),
                round(rating.score, 6),
                rating.ranks.low,
                rating.ranks.high,
            )
            for row in board(path, league(), *bots).rows
            if (rating := row.standing.rating)
        ]

    assert rows("a", "b", "c") == rows("c", "b", "a") == rows("b", "c", "a")


def test_lesson_09_voids_are_no_results(path: Path) -> None:
    expected = board(path, league())
    voids: list[PairOutcome] = [VoidPair("1:a:b", "busy"), VoidPair("77:a:c", "full")]
    spoiled = board(path, [*voids, *league(), *voids])
    assert replace(spoiled, voids=0) == expected
    assert spoiled.voids == 4


def test_before_the_first_pair_bots_are_listed_without_numbers(path: Path) -> None:
    found = board(path, [])
    assert [(row.standing.name, row.standing.rating) for row in found.rows] == [
        ("a", None),
        ("b", None),
        ("c", None),
    ]
    assert (found.pairs, found.groups, found.pairs_saved) == (0, 0, None)
    assert all(row.forfeits == {} for row in found.rows)


def test_a_bot_without_a_pair_stands_last_without_numbers(path: Path) -> None:
    found = board(path, [played("1:a:b", DRAWS)])
    assert found.rows[-1].standing.name == "c"
    assert found.rows[-1].standing.rating is None


def test_bots_that_never_met_are_groups_of_their_own(path: Path) -> None:
    found = board(path, [played("1:a:b", DRAWS), played("1:c:d", DRAWS)], "a", "b", "c", "d")
    assert found.groups == 2


def test_an_anchor_shows_its_rating_and_moves_all_alike(path: Path) -> None:
    free = {row.standing.name: row.standing.rating for row in board(path, league()).rows}
    fixed = {
        row.standing.name: row.standing.rating
        for row in board(path, league(), anchor=Anchor("b", 2000)).rows
    }
    assert fixed["b"] is not None
    assert fixed["b"].elo == pytest.approx(2000)
    shifts = [one.elo - two.elo for name in "abc" if (one := fixed[name]) and (two := free[name])]
    assert shifts == pytest.approx([shifts[0]] * 3)


def test_an_anchor_that_did_not_take_part_is_refused(path: Path) -> None:
    with pytest.raises(InputError, match="the anchor 'z' is not one of the bots"):
        board(path, league(), anchor=Anchor("z", 2000))


def test_an_unknown_tournament_is_refused(path: Path) -> None:
    board(path, [])
    with Store(path) as store, pytest.raises(InputError, match="no tournament 'x'; it holds t"):
        leaderboard(store, "x")


def test_one_tournaments_pairs_do_not_count_in_another(path: Path) -> None:
    expected = board(path, league())
    with Store(path) as store:
        store.add_tournament(tournament("other", "a", "b", "c"))
        store.save("other", [played("1:a:b", (concedes, first)), played("1:b:c", DRAWS)])
        assert leaderboard(store, "t") == expected


def test_meetings_become_tallies() -> None:
    counts = [Meeting("a", "b", 1, 2, 4, 0, 0), Meeting("b", "c", 0, 8, 0, 0, 0)]
    table = pair_table(("c", "b", "a"), counts)
    assert table == PairTable(("c", "b", "a"), {(2, 1): (1, 0, 2, 0, 4), (1, 0): (0, 0, 8, 0, 0)})


def test_points_per_deal_are_the_mean_over_decks_with_its_error(path: Path) -> None:
    # Three decks against b gave +4, 0 and -1, one against c +1, from two deals each.
    meetings = [("a", "b", 1, 1, 1, 3, 17), ("a", "c", 0, 0, 1, 1, 1)]
    with Store(path, create=True) as store:
        config = '{"tournament": {"format": "deals"}}'
        begun = replace(tournament("t", "d", "c", "a", "b"), anchor=None, config=config)
        store.add_tournament(begun)
        query = "INSERT INTO meeting VALUES ('t', ?, ?, ?, ?, ?, ?, ?)"
        store._db.executemany(query, meetings)
        points = {row.standing.name: row.points for row in leaderboard(store, "t").rows}
    assert points["a"] is not None
    assert points["a"].mean == pytest.approx(4 / 4 / 2)
    deviation = stdev([4, 0, -1, 1])
    assert points["a"].error == pytest.approx(1.959964 * deviation / 2 / 2)
    assert points["c"] == PointsPerDeal(-0.5, 0)
    assert points["d"] is None


def test_columns_give_the_standings_that_a_table_gives() -> None:
    """In whichever order results come, whichever bot of two is named first, and in several parts:

    two bots can have met in two tournaments that are rated together.
    """
    chance = random.Random(3)
    names = tuple("gcafbed")
    results = {
        pairing: tuple(chance.randrange(4) for _ in range(3))
        for pairing in combinations(range(len(names)), 2)
        if chance.random() < 0.8
    }
    table = PairTable(names, {key: (a, 0, b, 0, c) for key, (a, b, c) in results.items()})
    parts = [
        (key, counts)
        for key, (lost, halved, won) in results.items()
        for counts in ((lost, 0, 0), (0, halved, won))
    ]
    rows = [
        (*key, *counts) if chance.random() < 0.5 else (*key[::-1], *counts[::-1])
        for key, counts in parts
    ]
    chance.shuffle(rows)
    columns = np.array(rows)
    met = Pairings.of_counts(len(names), columns[:, 0], columns[:, 1], columns[:, 2:])
    assert rate_pairings(names, met) == rate(table)
