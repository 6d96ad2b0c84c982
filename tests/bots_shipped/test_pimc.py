"""`pimc`: built in the sandbox, it plays there, and answers the same observation the same way."""

from collections.abc import Iterator

import pytest

from tests.bots_shipped.compiled import (
    Compiled,
    acts,
    answers_in_no_time,
    compiled,
    same_files,
    share_against_value,
)
from tests.bots_shipped.folders import BOTS, load
from tests.bots_shipped.process import ProcessBot, start
from tests.kits.table import KITS


@pytest.fixture(scope="module")
def built() -> Iterator[Compiled]:
    with compiled("pimc") as found:
        yield found


@pytest.fixture
def pimc(built: Compiled) -> Iterator[ProcessBot]:
    """One that was started."""
    with start(built.folder) as bot:
        yield bot


@pytest.mark.parametrize("seat", [0, 1])
def test_it_plays_a_match_in_the_sandbox(built: Compiled, seat: int) -> None:
    assert built.match(seat, target=7).result.fault is None


def test_it_gathers_as_value_does_and_plays_legally(pimc: ProcessBot) -> None:
    value = load("value", "bot").Value()
    for act in acts():
        action = pimc.act(act)
        if act["observation"]["phase"] == "play":
            assert action in act["legal"]
        else:
            assert action == value.act(act)


def test_it_answers_the_same_whatever_it_was_asked_before(built: Compiled) -> None:
    assert built.answers_alike(acts())


def test_without_time_it_answers_all_the_same(pimc: ProcessBot) -> None:
    assert answers_in_no_time(pimc)


@pytest.mark.soak
def test_it_wins_most_deals_against_value(pimc: ProcessBot) -> None:
    assert share_against_value(pimc, "pimc", 25) > 0.58


def test_it_holds_the_kit_byte_for_byte() -> None:
    assert same_files(BOTS / "pimc" / "hokm-kit" / "src", KITS / "rust" / "src")
