"""The sentences of `protocol/RULES.md`, and which tests stand for which.

A sentence is known by its label (`"Match 1"`, `"A deal, open"`, `"Words, kot"`: the section and the
number or the row of the table) and some of its words, as printed but without marks.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

RULES = Path(__file__).parents[2] / "protocol" / "RULES.md"

Test = TypeVar("Test", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Claim:
    """A test that stands for a sentence."""

    label: str
    words: str
    test: str

    def covers(self, label: str, sentence: str) -> bool:
        return self.label == label and self.words in sentence


CLAIMS: list[Claim] = []


def rule(label: str, words: str) -> Callable[[Test], Test]:
    """Mark a test as standing for the sentence with this label that has these words."""

    def note(test: Test) -> Test:
        CLAIMS.append(Claim(label, words, test.__name__))
        return test

    return note


def points(text: str) -> dict[str, str]:
    """The text under each label; what comes before the first section is no rule."""
    found: dict[str, list[str]] = {}
    section = label = ""
    for line in re.sub(r"\*|`|\[R\]", "", text).splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("## "):
            section = label = line.removeprefix("## ").strip()
        elif numbered := re.match(r"(\d+)\. ", line):
            label = f"{section} {numbered[1]}"
            line = line[numbered.end() :]
        elif line.startswith("|"):
            label = f"{section}, {cells[1] if cells[0].isdigit() else cells[0]}"
        elif not line.startswith("   "):
            label = section
        if section and not line.startswith(("## ", "| #", "| here", "|---")):
            found.setdefault(label, []).append(line)
    return {label: " ".join(" ".join(lines).split()) for label, lines in found.items()}


def sentences(text: str) -> list[tuple[str, str]]:
    """Every sentence with its label; a row of a table is one sentence."""
    return [
        (label, sentence)
        for label, point in points(text).items()
        for sentence in re.split(r"(?<=\.)\s+", point)
        if re.search(r"\w", sentence)
    ]
