"""Ratios kept in a file, and what falls behind them."""

import json
from itertools import repeat
from pathlib import Path

import pytest

from arena.bench import Report, fallen, measure, read_ratios, write_ratios
from arena.errors import HostError, InputError
from tests.bench.fakes import case, pair, reference


@pytest.fixture
def report() -> Report:
    """R 1000: `a` 0.5 of it, `b` 3 round trips, `c/fast` 0.2, and `c/rest`, which is no matter."""
    cases = [
        reference(repeat(1000)),
        case("a", [500]),
        case("b", [3], "ms"),
        pair("c", [(200, -5)]),
    ]
    return measure([*cases, case("d", [40], "MiB")], 1, lambda *_: None)


@pytest.mark.parametrize(
    ("stored", "names"),
    [
        ({"a": 0.5, "b": 3.0}, []),
        ({"a": 0.1, "b": 300.0}, []),  # better than it was
        ({"a": 0.83}, []),  # 60.2 %
        ({"a": 0.84}, ["a"]),  # 59.5 %
        ({"b": 1.81}, []),  # a time: less is better
        ({"b": 1.79}, ["b"]),
        ({"a": 1.0, "b": 0.3}, ["b", "a"]),  # the worst first
        ({"elsewhere": 9.0}, []),  # this host or this run lacks it
        ({"c/rest": 1.0, "d": 1.0}, []),
    ],
)
def test_what_is_worse_than_is_tolerated_falls(
    report: Report, stored: dict[str, float], names: list[str]
) -> None:
    assert [each.name for each in fallen(report, stored, 0.6)] == names


def test_what_fell_says_by_how_much(report: Report) -> None:
    (each,) = fallen(report, {"a": 1.0}, 0.6)
    assert (each.stored, each.now, each.share) == (1.0, 0.5, 0.5)
    assert str(each) == "a: 0.5, was 1: 50 % of it"


def test_what_is_written_is_read_again(report: Report, tmp_path: Path) -> None:
    path = tmp_path / "ratios.json"
    write_ratios(report, path)
    assert read_ratios(path) == {"R": 1.0, "R/processor": 1.0, "a": 0.5, "b": 3.0, "c/fast": 0.2}
    assert fallen(report, read_ratios(path), 1.0) == []


def test_no_absolute_figure_is_written(report: Report, tmp_path: Path) -> None:
    path = tmp_path / "ratios.json"
    write_ratios(report, path)
    assert list(json.loads(path.read_text())) == ["ratios"]


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"ratios": {"a": "1"}}', '{"ratios": {"a": 0}}'])
def test_a_file_of_something_else_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "ratios.json"
    path.write_text(text)
    with pytest.raises(InputError, match=r"ratios\.json: not a file of ratios"):
        read_ratios(path)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none\.json: No such file"):
        read_ratios(tmp_path / "none.json")


def test_a_file_that_cannot_be_written_is_named(report: Report, tmp_path: Path) -> None:
    with pytest.raises(HostError, match="No such file"):
        write_ratios(report, tmp_path / "none" / "ratios.json")
