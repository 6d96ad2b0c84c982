"""What a run measures when, and what it makes of it."""

from dataclasses import replace
from itertools import repeat

import pytest

from arena.bench import Case, Report, measure
from arena.errors import HostError
from tests.bench.fakes import case, pair, reference


def run(cases: list[Case], rounds: int) -> tuple[Report, list[tuple[int, str]]]:
    """The report, and what was measured in which round."""
    order: list[tuple[int, str]] = []
    report = measure(cases, rounds, lambda number, case: order.append((number, case.name)))
    return report, order


def test_every_case_is_measured_once_in_every_round_and_r_before_every_group() -> None:
    cases = [reference(repeat(1.0)), *(case(name, repeat(1.0)) for name in ("a/1", "a/2", "b"))]
    _, order = run(cases, 2)
    names = ["R", "a/1", "a/2", "R", "b"]
    assert order == [(number, name) for number in (1, 2) for name in names]


def test_a_run_of_r_alone_measures_it() -> None:
    report, _ = run([reference([10, 30, 20])], 3)
    figure = report.figures["R"]
    assert (figure.low, figure.median, figure.high) == (10, 20, 30)
    assert figure.ratio == 1


def test_a_rate_is_compared_with_the_r_just_before_it() -> None:
    report, _ = run([reference([100, 200, 400]), case("a", [50, 120, 100])], 3)
    assert report.figures["a"].ratio == 0.5  # of .5, .6, .25


def test_a_time_is_counted_in_round_trips_of_r() -> None:
    cases = [reference(repeat(1000)), case("a/1", [3], "ms"), case("b", [2], "s")]
    report, _ = run([*cases, case("c", [500], "µs")], 1)
    assert [report.figures[name].ratio for name in ("a/1", "b", "c")] == [3, 2000, 0.5]


def test_processor_time_is_counted_in_that_of_r_however_long_r_had_to_wait() -> None:
    busy = replace(case("a", [20], "µs"), processor=frozenset({""}))
    report, _ = run([reference([17], processor_us=80), busy], 1)
    assert report.figures["a"].ratio == pytest.approx(0.25)
    assert report.figures["R/processor"].ratio == pytest.approx(1)


def test_what_is_a_ratio_already_stays_and_memory_has_none() -> None:
    cases = [reference(repeat(1000)), case("a", [1.9], "×"), case("b", [43], "MiB")]
    report, _ = run(cases, 1)
    assert report.figures["a"].ratio == 1.9
    assert report.figures["b"].ratio is None


def test_figures_of_one_case_are_told_apart_by_name() -> None:
    report, _ = run([reference([100]), pair("a/1", [(50, -3)])], 1)
    assert list(report.figures) == ["R", "R/processor", "a/1/fast", "a/1/rest"]
    assert report.figures["a/1/fast"].checked
    assert not report.figures["a/1/rest"].checked


def test_a_case_that_fails_is_given_up_and_reported_and_the_others_go_on() -> None:
    cases = [reference(repeat(100)), case("a", [1, None]), case("b", [1, 2, 3])]
    report, order = run(cases, 3)
    assert report.failed == {"a": "a is broken"}
    assert list(report.figures) == ["R", "R/processor", "b"]
    assert [each.name for each in report.cases] == ["R", "b"]
    assert (3, "a") not in order


def test_without_r_there_is_no_report() -> None:
    with pytest.raises(HostError, match="R is broken"):
        run([reference([None]), case("a", [1])], 1)
