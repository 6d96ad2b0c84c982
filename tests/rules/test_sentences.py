"""Every sentence of `protocol/RULES.md` has a test, here or where it is said to be."""

import pytest

from tests.rules import (
    test_leaks,
    test_numbers,
    test_sentences_deal,
    test_sentences_knowledge,
    test_sentences_match,
    test_sentences_play,
    test_sentences_shuffles,
    test_sentences_table,
)
from tests.rules.sentences import CLAIMS, RULES, Claim, points, sentences

BY_SENTENCE = [
    test_sentences_deal,
    test_sentences_knowledge,
    test_sentences_match,
    test_sentences_play,
    test_sentences_shuffles,
    test_sentences_table,
]

TEXT = RULES.read_text(encoding="utf-8")

REFEREE = "tests/referee"
ELSEWHERE = [
    Claim("Faults", "The source knows only concession.", REFEREE),
    Claim("Faults", "a move is never silently invented", REFEREE),
    Claim("Faults", "voids the match", REFEREE),
    Claim("Shuffles are keyed by seat", "must never meet the same deck twice", REFEREE),
    Claim("Shuffles are keyed by seat", "different sandboxes with nothing kept", REFEREE),
    Claim(
        "Shuffles are keyed by seat", "Keying the deck by role", "a measurement of bots, no rule"
    ),
]
"""What the engine can neither keep nor break: most of it is up to the referee."""


MARKED = CLAIMS + ELSEWHERE


@pytest.mark.parametrize(("label", "sentence"), sentences(TEXT))
def test_the_sentence_has_a_test(label: str, sentence: str) -> None:
    tests = [claim.test for claim in MARKED if claim.covers(label, sentence)]
    assert tests, f"no test stands for this: {label}: {sentence}"


@pytest.mark.parametrize("claim", MARKED, ids=lambda claim: claim.words)
def test_the_words_a_test_stands_for_are_those_of_rules(claim: Claim) -> None:
    assert any(claim.covers(label, sentence) for label, sentence in sentences(TEXT))


def test_every_test_of_the_sentence_modules_stands_for_a_sentence() -> None:
    tests = {name for module in BY_SENTENCE for name in vars(module) if name.startswith("test_")}
    assert tests <= {claim.test for claim in CLAIMS}


def test_every_test_that_stands_for_a_sentence_is_run() -> None:
    modules = [*BY_SENTENCE, test_leaks, test_numbers]
    assert {claim.test for claim in CLAIMS} <= {name for module in modules for name in vars(module)}


def test_the_points_are_all_found() -> None:
    labels = list(points(TEXT))
    for section, count in ("Match", 5), ("A deal", 7):
        for number in range(1, count + 1):
            assert f"{section} {number}" in labels
            assert f"\n{number}. " in TEXT.split(f"## {section}")[1].split("## ")[0]
        assert f"{section} {count + 1}" not in labels
    rows = ["open", "throw", "draw", "pick", "play"]
    assert [label for label in labels if label.startswith("A deal, ")] == [
        f"A deal, {row}" for row in rows
    ]


def test_a_new_sentence_would_be_asked_for() -> None:
    more = TEXT.replace("The winner leads next.", "The winner leads next. Nobody sings.")
    found = [pair for pair in sentences(more) if not any(claim.covers(*pair) for claim in CLAIMS)]
    assert ("A deal 6", "Nobody sings.") in found
