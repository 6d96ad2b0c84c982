"""A decision is judged by what its action and the best are worth."""

from collections.abc import Sequence

import pytest

from arena.analysis import Judgement, Values, judge
from arena.analysis.judgement import PART


class Analyst:
    """Knows what each action is worth, and keeps what it was asked."""

    def __init__(self, points: Sequence[float], error: float = 0.1) -> None:
        self.points = points
        self.error = error
        self.asked: list[tuple[int, ...]] = []

    def __call__(self, places: Sequence[int]) -> Values:
        self.asked.append(tuple(places))
        points = tuple([self.points[place] for place in places])
        return Values(points, tuple([0 if p == max(points) else self.error for p in points]))


def test_what_was_lost_is_the_best_less_the_chosen() -> None:
    found = judge(7, 3, 2, Analyst([0.25, 0.75, -0.5]))
    assert found == Judgement(7, best=1, value=-0.5, best_value=0.75, error=0.1)
    assert (found.lost, found.margin, found.mistake) == (1.25, 0.2, True)


def test_the_best_action_loses_nothing() -> None:
    found = judge(0, 2, 1, Analyst([0.5, 0.6]))
    assert (found.best, found.lost, found.mistake) == (1, 0, False)


def test_one_of_two_that_are_worth_the_same_is_as_good_as_the_other() -> None:
    assert judge(0, 3, 2, Analyst([0.6, 0, 0.6])).best == 2


@pytest.mark.parametrize(("error", "mistake"), [(0.1, False), (0.0999, True), (0.11, False)])
def test_a_mistake_loses_more_than_twice_its_error(error: float, mistake: bool) -> None:
    assert judge(0, 2, 1, Analyst([0.8, 0.6], error)).mistake is mistake


def test_a_decision_is_asked_once_if_a_note_has_room_for_it() -> None:
    analyst = Analyst([*range(PART)])
    assert judge(0, PART, 3, analyst).best == PART - 1
    assert analyst.asked == [tuple(range(PART))]


@pytest.mark.parametrize("chosen", [0, 15, 16, 41, 79])
def test_eighty_actions_are_valued_in_parts_and_the_best_of_each_once_more(chosen: int) -> None:
    analyst = Analyst([-abs(place - 41) for place in range(80)])
    found = judge(0, 80, chosen, analyst)
    assert (found.best, found.value, found.best_value) == (41, -abs(chosen - 41), 0)
    *parts, last = analyst.asked
    assert [place for part in parts for place in part] == [*range(80)]
    assert last == tuple(sorted({15, 31, 41, 48, 64, chosen}))
    assert max(map(len, analyst.asked)) <= PART
