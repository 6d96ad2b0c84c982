"""Tables as text for a terminal."""

import shutil
import sys
from collections.abc import Iterable, Sequence

from tabulate import tabulate

from arena.views.text import harmless_line

GAP = 2
HEAD_ROOM = 2
"""Columns are that much wider than their headers."""
NARROWEST = 7
"""No column is wrapped to less: names would be hard to read. Standings fit into 60 columns so."""


def table(rows: Iterable[Sequence[object]], headers: Sequence[str], right: str = "") -> str:
    """A plain table; `right` names the headers of columns that are aligned to the right.

    On a terminal columns that are aligned to the left are wrapped so far as its width asks for.
    """
    cells = [[harmless_line(str(cell)) for cell in row] for row in rows]
    aligned = alignment(headers, right)
    return tabulate(
        cells,
        headers,
        tablefmt="simple",
        colalign=aligned,
        disable_numparse=True,
        maxcolwidths=_widths(cells, headers, aligned) if cells and sys.stdout.isatty() else None,
    )


def alignment(headers: Sequence[str], right: str) -> list[str]:
    """How each column is aligned; `right` as in `table`."""
    return ["right" if header in right.split() else "left" for header in headers]


def _widths(
    cells: Sequence[Sequence[str]], headers: Sequence[str], aligned: Sequence[str]
) -> list[int | None]:
    """To how many characters columns are wrapped, the widest first; None for one that is not."""
    heads = [len(header) + HEAD_ROOM for header in headers]
    whole = [
        max(head, *map(len, column))
        for head, column in zip(heads, zip(*cells, strict=True), strict=True)
    ]
    least = [
        max(head, NARROWEST) if side == "left" else width
        for head, side, width in zip(heads, aligned, whole, strict=True)
    ]
    widths = list(whole)
    excess = sum(widths) + GAP * (len(widths) - 1) - shutil.get_terminal_size().columns
    for _ in range(excess):
        spare = [place for place, width in enumerate(widths) if width > least[place]]
        if not spare:
            break
        widths[max(spare, key=widths.__getitem__)] -= 1
    return [now if now < before else None for now, before in zip(widths, whole, strict=True)]
