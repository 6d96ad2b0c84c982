"""Tables in the form that was asked for: text, Markdown, CSV or JSON. One writer for all."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import click
from tabulate import tabulate

from arena.cli.options import Command, print_json
from arena.cli.table import alignment, table
from arena.views.csv import csv_text
from arena.views.text import harmless_line

Form: TypeAlias = Literal["json", "csv", "markdown"] | None
"""None is text for people."""

_MEANS_SOMETHING = re.compile(r"([\\`*_|<>\[\]])")
"""To Markdown, inside a table."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table for people, and the same for programs."""

    headers: Sequence[str]
    rows: Sequence[Sequence[object]]
    right: str
    """Headers of the columns that are aligned to the right, with spaces between."""
    note: str
    """What a reader needs to know about it, shown below; in place of it if it has no rows."""
    records: Sequence[Mapping[str, object]]
    """Rows for programs: the same keys in each, numbers as they are."""
    fields: Sequence[str]
    """Those keys."""


def form_options(command: Command) -> Command:
    """The options `--json`, `--csv` and `--markdown`; the last one given counts."""
    for name, text in (
        ("markdown", "Print a Markdown table."),
        ("csv", "Print comma-separated values, for spreadsheets."),
        ("json", "Print JSON, for programs."),
    ):
        command = click.option(f"--{name}", "form", flag_value=name, help=text)(command)
    return command


def print_sheet(sheet: Sheet, form: Form, json: Callable[[], Any]) -> None:
    """Print it; `json` gives what JSON holds, which need not be a table."""
    if form == "json":
        print_json(json())
    elif form == "csv":
        click.echo(csv_text(sheet.fields, sheet.records), nl=False)
    else:
        click.echo(sheet_text(sheet) if form is None else _with_note(_markdown(sheet), sheet))


def sheet_text(sheet: Sheet) -> str:
    """The table and its note as text for people."""
    text = table(sheet.rows, sheet.headers, sheet.right) if sheet.rows else ""
    return _with_note(text, sheet)


def _with_note(text: str, sheet: Sheet) -> str:
    return "\n\n".join(part for part in (text, sheet.note) if part)


def _markdown(sheet: Sheet) -> str:
    if not sheet.rows:
        return ""
    return tabulate(
        [[_escaped(cell) for cell in row] for row in sheet.rows],
        [_escaped(header) for header in sheet.headers],
        tablefmt="pipe",
        colalign=alignment(sheet.headers, sheet.right),
        disable_numparse=True,
    )


def _escaped(cell: object) -> str:
    return _MEANS_SOMETHING.sub(r"\\\1", harmless_line(str(cell)))
