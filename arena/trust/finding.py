"""What does not agree with what a record must say."""

from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

import msgspec

SHOWN = 120
"""Characters of a value that are told."""
NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Finding:
    """The first thing that is wrong, and where."""

    match: str | None
    """None where it is about all records together."""
    deal: int | None
    field: str
    """As records name it, such as `plays[3]`; or what is made of them, such as `pair`."""
    expected: str
    found: str

    def __str__(self) -> str:
        where = [self.match, None if self.deal is None else f"deal {self.deal}", f"`{self.field}`"]
        place = ", ".join([part for part in where if part])
        return f"{place}: expected {self.expected}, found {self.found}"


class Wrong(Exception):  # noqa: N818 - it is a finding on its way up, not an error of this program
    """Something is wrong. Never leaves this package."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(str(finding))
        self.finding = finding


def text(value: Any) -> str:
    """A value as a record has it, shortened."""
    if value is msgspec.UNSET:
        return NOTHING
    told = value if isinstance(value, str) else msgspec.json.encode(value).decode()
    return told if len(told) <= SHOWN else told[:SHOWN] + "…"


def same(match: str | None, deal: int | None, field: str, expected: Any, found: Any) -> None:
    """Both are the same; of lists the first place that differs is named.

    Raises:
        Wrong: they are not.
    """
    if expected == found:
        return
    if isinstance(expected, tuple) and isinstance(found, tuple):
        places = enumerate(zip_longest(expected, found, fillvalue=msgspec.UNSET))
        differ = ((place, one, other) for place, (one, other) in places if one != other)
        place, expected, found = next(differ)
        field = f"{field}[{place}]"
    raise Wrong(Finding(match, deal, field, text(expected), text(found)))
