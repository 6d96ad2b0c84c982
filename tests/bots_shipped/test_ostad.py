"""`ostad`: built in the sandbox, it plays there, answers the same observation the same way, and
says what it thinks of every legal action when it is asked to.
"""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.bots_shipped.compiled import (
    Compiled,
    acts,
    answers_in_no_time,
    compiled,
    same_files,
    share_against_value,
)
from tests.bots_shipped.folders import BOTS
from tests.bots_shipped.process import ProcessBot, over_zmq, start
from tests.kits.table import KITS

SOURCES = BOTS / "ostad"
ROOM = 16
"""Legal actions whose values a note has room for."""


@pytest.fixture(scope="module")
def built() -> Iterator[Compiled]:
    with compiled("ostad") as found:
        yield found


@pytest.fixture
def ostad(built: Compiled) -> Iterator[ProcessBot]:
    """One that was started."""
    with start(built.folder) as bot:
        yield bot


@pytest.mark.parametrize("seat", [0, 1])
def test_it_plays_a_match_in_the_sandbox(built: Compiled, seat: int) -> None:
    assert built.match(seat, target=2).result.fault is None


def test_it_answers_the_same_whatever_it_was_asked_before(built: Compiled) -> None:
    # Time without end: on a busy machine too it thinks to the end.
    assert built.answers_alike([{**act, "move_ms": 100_000} for act in some_of_each_phase()])


def test_without_time_it_answers_all_the_same(ostad: ProcessBot) -> None:
    assert answers_in_no_time(ostad)


def test_with_values_every_legal_action_has_points_and_an_error(built: Compiled) -> None:
    with over_zmq([*built.run, "--values"], built.folder) as analyst:
        for act in some_of_each_phase():
            act = {**act, "legal": act["legal"][:ROOM]}
            analyst.act(act)
            note = json.loads(analyst.answers[-1]["note"])
            assert note.keys() == {"v", "e"}
            assert len(note["v"]) == len(note["e"]) == len(act["legal"])
            assert all(-3 <= points <= 3 for points in note["v"])
            assert all(error >= 0 for error in note["e"])
            best = max(note["v"])
            both = zip(note["v"], note["e"], strict=True)
            assert any(value == best and error == 0 for value, error in both)


def test_without_values_it_says_nothing(ostad: ProcessBot) -> None:
    ostad.act(acts()[-1])
    assert "note" not in ostad.answers[-1]


@pytest.mark.soak
def test_it_wins_most_deals_against_value(ostad: ProcessBot) -> None:
    assert share_against_value(ostad, "ostad", 60) > 0.58


def test_it_holds_the_kit_and_the_solver_byte_for_byte() -> None:
    assert same_files(SOURCES / "hokm-kit" / "src", KITS / "rust" / "src")
    assert same_files(SOURCES / "hokm-solver" / "src", BOTS / "pimc" / "hokm-solver" / "src")


def some_of_each_phase() -> list[Any]:
    """A few requests with a choice of every phase."""
    few: dict[str, list[Any]] = {}
    for act in acts():
        if len(act["legal"]) > 1:
            few.setdefault(act["observation"]["phase"], []).append(act)
    assert len(few) == 5
    return [act for some in few.values() for act in some[:5]]
