"""What an analyst says is looked at before it counts."""

import json

import pytest

from arena.analysis import Values, most_points, read_values
from arena.analysis.judgement import PART
from arena.rules import Ruleset
from arena.wire.messages import NOTE_LIMIT

KOT = most_points(Ruleset())


def test_values_and_errors_are_read_in_the_order_of_legal() -> None:
    found = read_values('{"v": [0.5, -3, 1], "e": [0.1, 0.25, 0]}', 3, KOT)
    assert found == Values((0.5, -3.0, 1.0), (0.1, 0.25, 0.0))
    assert found.best == 2
    later = '{"v":[1,0],"e":[0,1],"worlds":40}'
    assert read_values(later, 2, KOT) == Values((1.0, 0.0), (0.0, 1.0))


def test_the_first_of_equals_is_the_best() -> None:
    assert Values((0.0, 1.0, 1.0), (0.0, 0.0, 0.0)).best == 1


@pytest.mark.parametrize(
    ("note", "why"),
    [
        (None, "has no note"),
        ("I keep my trumps", "has the note `I keep my trumps` ("),
        ("[]", "has the note `[]` ("),
        ('{"v":[0,1]}', "missing required field `e`"),
        ('{"v":[0,"1"],"e":[0,0]}', "Expected `float`, got `str`"),
        ('{"v":[0,null],"e":[0,0]}', "Expected `float`, got `null`"),
        ('{"v":[NaN,0],"e":[0,0]}', "has the note"),
        ('{"v":[1e999,0],"e":[0,0]}', "has the note"),
        ("[" * NOTE_LIMIT, "has the note"),
        ('{"v":[0],"e":[0,0]}', "gives 1 numbers in `v` for 2 legal actions"),
        ('{"v":[0,1],"e":[0,0,0]}', "gives 3 numbers in `e` for 2 legal actions"),
        ('{"v":[3.5,0],"e":[0,0]}', "gives the value 3.5 in a deal of at most 3 points"),
        ('{"v":[0,-1e9],"e":[0,0]}', "gives the value -1e+09 in"),
        ('{"v":[0,1],"e":[-0.1,0]}', "gives the error -0.1, which is to be from 0 to 6"),
        ('{"v":[0,1],"e":[0,7]}', "gives the error 7"),
    ],
)
def test_what_is_wrong_with_a_note_is_said(note: str | None, why: str) -> None:
    found = read_values(note, 2, KOT)
    assert isinstance(found, str)
    assert why in found


def test_a_hostile_note_is_shown_harmless_and_short() -> None:
    found = read_values("\x1b[2J\u202e\n\x07" + "x" * NOTE_LIMIT, 2, KOT)
    assert isinstance(found, str)
    assert found.startswith(r"has the note `\x1b[2J\u202e\n\x07xxx")
    assert found.isprintable()
    assert len(found) < 150


def test_as_many_values_as_are_asked_for_have_room_in_a_note() -> None:
    numbers = {"v": [-2.345] * PART, "e": [0.123] * PART}
    assert len(json.dumps(numbers, separators=(",", ":"))) <= NOTE_LIMIT


def test_a_deal_is_worth_what_the_rules_make_it_worth() -> None:
    assert most_points(Ruleset()) == 3
    assert most_points(Ruleset(kot_hakem=5, kot_other=4)) == 5
