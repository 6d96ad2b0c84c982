"""Tables as comma-separated values."""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence

from arena.views.text import harmless


def csv_text(fields: Sequence[str], records: Iterable[Mapping[str, object]]) -> str:
    """A header and a line for each record."""
    out = io.StringIO()
    writer = csv.DictWriter(out, fields, lineterminator="\n")
    writer.writeheader()
    for record in records:
        writer.writerow({key: _cell(value) for key, value in record.items()})
    return out.getvalue()


def _cell(value: object) -> object:
    if isinstance(value, bool):
        return "true" if value else "false"
    return harmless(value) if isinstance(value, str) else value
