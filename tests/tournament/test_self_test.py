"""The harness self-test passes where two copies share every pair, and fails on anything else."""

import msgspec
import pytest

from arena.records import PairOutcome, PlayedMatch, PlayedPair, VoidPair
from arena.tournament.self_test import NAMES, judged
from tests.luck.bots import play_pairs, shipped_bot, style
from tests.store.matches import Style, crashes

VALUE, NAIVE = (style(shipped_bot(name)) for name in ("value", "naive"))


def outcomes(one: Style, other: Style, decks: int) -> list[PairOutcome]:
    """Mirror pairs under the names of the copies: matches, or rows of so many decks."""
    form = "deals" if decks else "match"
    found: list[PairOutcome] = []
    for halves in play_pairs((one, other), 2, form, "self-test", decks):  # type: ignore[arg-type]
        renamed = []
        for record in halves:
            names = {"a": NAMES[0], "b": NAMES[1]}
            bots = [msgspec.structs.replace(bot, name=names[bot.name]) for bot in record.bots]
            renamed.append(msgspec.structs.replace(record, bots=(bots[0], bots[1])))
        found.append(PlayedPair("1", (PlayedMatch(renamed[0]), PlayedMatch(renamed[1]))))
    return found


@pytest.mark.parametrize("decks", [0, 4])
def test_two_copies_pass(decks: int) -> None:
    found = judged("deals" if decks else "match", outcomes(VALUE, VALUE, decks))
    assert found.passed
    assert found.pieces == found.halves == 2 * max(1, decks)


@pytest.mark.parametrize("decks", [0, 10])
def test_two_that_differ_fail(decks: int) -> None:
    found = judged("deals" if decks else "match", outcomes(VALUE, NAIVE, decks))
    assert not found.passed
    assert "pair 1: its two halves were not played alike" in found.problems


def test_a_copy_that_dies_fails_and_its_fault_is_told() -> None:
    found = judged("deals", outcomes(VALUE, crashes, 4))
    assert not found.passed
    assert any("crash, the process ended: exit code 3" in problem for problem in found.problems)


def test_a_void_pair_fails() -> None:
    found = judged("match", [*outcomes(VALUE, VALUE, 0), VoidPair("9", "no memory")])
    assert not found.passed
    assert found.problems == ("pair 9: void, no memory",)


def test_nothing_played_is_no_pass() -> None:
    assert not judged("match", []).passed
