"""Tables as text for a terminal."""

from collections.abc import Iterable, Sequence

from tabulate import tabulate

from arena.views.text import harmless_line


def table(rows: Iterable[Sequence[object]], headers: Sequence[str], right: str = "") -> str:
    """A plain table; `right` names the headers of columns that are aligned to the right."""
    return tabulate(
        [[harmless_line(str(cell)) for cell in row] for row in rows],
        headers,
        tablefmt="simple",
        colalign=alignment(headers, right),
        disable_numparse=True,
    )


def alignment(headers: Sequence[str], right: str) -> list[str]:
    """How each column is aligned; `right` as in `table`."""
    return ["right" if header in right.split() else "left" for header in headers]
