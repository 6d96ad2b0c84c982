"""Every pairing from both sides, and circles."""

import pytest

from arena.errors import InputError
from arena.ratings import PairTable, circles, head_to_head, residuals
from arena.results import Circle, Crosstable, circles_of, crosstable
from arena.store import Store
from tests.tournament.league import UNRULY, store_results
from tests.tournament.places import Place


@pytest.fixture
def table(place: Place) -> Crosstable:
    with Store(store_results(place.store, UNRULY)) as store:
        return crosstable(store, "t")


def test_every_pairing_is_there_from_both_sides(table: Crosstable) -> None:
    assert set(table.cells) == {*UNRULY, *[(b, a) for a, b in UNRULY]}
    for (bot, opponent), cell in table.cells.items():
        back = table.cells[opponent, bot]
        assert (cell.bot, cell.opponent) == (bot, opponent)
        assert cell.cell.score == pytest.approx(1 - back.cell.score)
        assert cell.expected == pytest.approx(1 - back.expected)
        assert cell.z == pytest.approx(-back.z)
        assert cell.surprising == back.surprising
        assert cell.low == pytest.approx(1 - back.high)
        assert 0 <= cell.low < cell.cell.score < cell.high <= 1


def test_a_cell_says_what_the_ratings_say_of_its_pairing(table: Crosstable) -> None:
    lost, halved, won = UNRULY["paper", "rock"]
    cell = table.cells["paper", "rock"]
    assert cell.cell == head_to_head((lost, 0, halved, 0, won))
    assert cell.cell.pairs == 50


def test_what_the_ratings_do_not_explain_is_marked(table: Crosstable) -> None:
    marked = {pair for pair, cell in table.cells.items() if cell.surprising}
    assert {frozenset(pair) for pair in marked} == {
        frozenset(pair) for pair in UNRULY if "well" not in pair
    }
    assert table.fit.degrees_of_freedom == 1
    assert table.fit.statistic > 9


def test_a_list_has_each_pairing_once_from_the_bot_that_stands_higher(table: Crosstable) -> None:
    place = {bot: number for number, bot in enumerate(table.bots)}
    pairings = table.pairings()
    assert len(pairings) == len(UNRULY)
    assert all(place[cell.bot] < place[cell.opponent] for cell in pairings)


def test_a_perfect_score_has_an_interval_with_an_end_at_1(place: Place) -> None:
    with Store(store_results(place.store, {("a", "b"): (0, 0, 10)})) as store:
        cell = crosstable(store, "t").cells["a", "b"]
    assert cell.high == 1
    assert 0.5 < cell.low < 1


def test_bots_that_have_not_met_have_a_place_and_no_cell(place: Place) -> None:
    with Store(store_results(place.store, {("a", "b"): (0, 0, 0)})) as store:
        empty = crosstable(store, "t")
    assert (set(empty.bots), empty.cells, empty.pairings()) == ({"a", "b"}, {}, [])


def test_a_circle_is_listed_with_its_three_edges(place: Place) -> None:
    with Store(store_results(place.store, UNRULY)) as store:
        (circle,) = circles_of(store, "t")
    assert set(circle.bots) == {"rock", "paper", "scissors"}
    assert all(edge.score > 0.5 for edge in circle.edges)
    edges = [edge.superiority for edge in circle.edges if edge.superiority is not None]
    assert circle.weakest == min(edges) > 0.95


def test_circles_are_those_of_the_ratings_the_surest_first(place: Place) -> None:
    results = {
        **UNRULY,
        ("flint", "hammer"): (5, 35, 60),
        ("flint", "wood"): (60, 35, 5),
        ("hammer", "wood"): (5, 35, 60),
    }
    with Store(store_results(place.store, results)) as store:
        found: list[Circle] = circles_of(store, "t")
    names = tuple(sorted({name for pairing in results for name in pairing}))
    index = {name: number for number, name in enumerate(names)}
    counts = {(index[a], index[b]): (c[0], 0, c[1], 0, c[2]) for (a, b), c in results.items()}
    pairs = PairTable(names, counts)
    assert len(residuals(pairs)) == 7
    assert {circle.bots for circle in found} == {
        (names[i], names[j], names[k]) for i, j, k in circles(pairs)
    }
    assert "flint" in found[0].bots


def test_an_unknown_tournament_is_refused(place: Place) -> None:
    with Store(store_results(place.store, UNRULY)) as store:
        for read in (crosstable, circles_of):
            with pytest.raises(InputError, match="no tournament 'cup'"):
                read(store, "cup")
