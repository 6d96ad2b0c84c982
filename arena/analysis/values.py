"""What an analyst says of a decision (`bots/README.md`, An analyst). All of it is untrusted."""

from dataclasses import dataclass

import msgspec
from msgspec import Struct

from arena.rules import Ruleset
from arena.views.text import harmless_line

EXPECTED = '`{"v":[…],"e":[…]}`, a number in each for every entry of `legal`'
SHOWN = 60
"""Characters of a note that a message quotes."""


class _Note(Struct, frozen=True):
    v: tuple[float, ...]
    e: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Values:
    """Estimates for the legal actions of a request, in the order of its `legal`. In points."""

    points: tuple[float, ...]
    """Expected of the deal, own minus opponent's."""
    errors: tuple[float, ...]
    """Standard error of the best's minus this one's."""

    @property
    def best(self) -> int:
        """Which is the best; the first of equals."""
        return self.points.index(max(self.points))


def most_points(rules: Ruleset) -> int:
    """What a deal can be worth at most."""
    return max(1, rules.kot_hakem, rules.kot_other)


def read_values(note: str | None, count: int, most: int) -> Values | str:
    """The values in a note, or what is wrong with it, in words that are safe to show.

    Args:
        note: as it came.
        count: legal actions.
        most: what a deal can be worth, in points.
    """
    if note is None:
        return "has no note"
    try:
        found = msgspec.json.decode(note, type=_Note)
    except (msgspec.DecodeError, RecursionError) as error:
        cut = f"{note[:SHOWN]}…" if len(note) > SHOWN else note
        return f"has the note `{harmless_line(cut)}` ({harmless_line(str(error))})"
    for name, numbers in (("v", found.v), ("e", found.e)):
        if len(numbers) != count:
            return f"gives {len(numbers)} numbers in `{name}` for {count} legal actions"
    for value in found.v:
        if not abs(value) <= most:
            return f"gives the value {value:g} in a deal of at most {most} points"
    for doubt in found.e:
        if not 0 <= doubt <= 2 * most:
            return f"gives the error {doubt:g}, which is to be from 0 to {2 * most}"
    return Values(found.v, found.e)
