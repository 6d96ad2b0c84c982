"""Words and tables for people, and strangers' strings made harmless."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.cli.table import table
from arena.cli.text import duration, plural
from arena.views.text import harmless, harmless_line
from tests.cli.commands import NASTY

ANYTHING = st.text(st.characters(categories=["C", "Z", "L", "M", "S"]))


@given(ANYTHING)
def test_what_is_harmless_moves_hides_and_turns_nothing(text: str) -> None:
    for character in harmless(text).replace("\n", ""):
        assert unicodedata.category(character)[0] != "C"
        assert character not in "\u2028\u2029"
    assert harmless(text).count("\n") == text.count("\n")


@given(ANYTHING)
def test_what_is_harmless_in_a_line_stays_in_it(text: str) -> None:
    assert len(harmless_line(text).splitlines()) <= 1


@given(st.text(st.characters(categories=["L", "N", "P"])))
def test_plain_text_of_any_script_is_left_alone(text: str) -> None:
    assert harmless(text) == harmless_line(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31mred", r"\x1b[31mred"),
        ("\x9b31m", r"\x9b31m"),
        ("a\u202eb", r"a\u202eb"),
        ("\u2066x\u2069", r"\u2066x\u2069"),
        ("a\u2028b", r"a\u2028b"),
        ("\ud800", r"\ud800"),
        ("\U000e0041", r"\U000e0041"),
        ("a\tb\r", r"a\tb\r"),
        ("♠ خوب é", "♠ خوب é"),
    ],
    ids=ascii,
)
def test_what_is_not_harmless_is_spelt_out(text: str, shown: str) -> None:
    assert harmless(text) == shown


def test_line_breaks_stay_but_where_one_line_is_wanted() -> None:
    assert harmless("a\nb") == "a\nb"
    assert harmless_line("a\nb") == "a\\nb"
    assert harmless(NASTY).isprintable()


@pytest.mark.parametrize(
    ("count", "noun", "text"),
    [
        (0, "pair", "0 pairs"),
        (1, "pair", "1 pair"),
        (2, "match", "2 matches"),
        (1, "match", "1 match"),
        (12_345, "record", "12,345 records"),
    ],
)
def test_plurals(count: int, noun: str, text: str) -> None:
    assert plural(count, noun) == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "0 s"),
        (59.4, "59 s"),
        (59.6, "1 min 00 s"),
        (125, "2 min 05 s"),
        (3599.7, "1 h 00 min"),
        (12_000, "3 h 20 min"),
    ],
)
def test_durations(seconds: float, text: str) -> None:
    assert duration(seconds) == text


def test_tables_show_cells_as_they_are() -> None:
    shown = table([("007", "1e5"), ("7", "x")], ("number", "text"), right="number")
    assert shown.splitlines()[2:] == ["     007  1e5", "       7  x"]
