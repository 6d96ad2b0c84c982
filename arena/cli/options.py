"""Options that several commands share, and what every command does with them."""

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., Any])

DEFAULT_STORE = Path("hokm-arena.sqlite")


def cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0))


store_option = click.option(
    "--store",
    type=click.Path(path_type=Path, dir_okay=False),
    default=DEFAULT_STORE,
    show_default=True,
    help="The file that holds tournaments and their matches.",
)
tournament_option = click.option(
    "--tournament", metavar="NAME", help="Which tournament; the newest league if it is not given."
)
output_option = click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write to this file instead of the standard output.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")
luck_option = click.option(
    "--luck",
    is_flag=True,
    help="Show the score with the luck of the cards taken out, too. Reads every record: some "
    "milliseconds for each pair of deals, some fifty for each pair of matches.",
)
jobs_option = click.option(
    "-j",
    "--jobs",
    type=click.IntRange(1, 1024),
    default=None,
    show_default="the cores, divided by `limits.cpus`",
    help="How many referee processes play at the same time.",
)
unsafe_option = click.option(
    "--unsafe-no-sandbox",
    "unsafe",
    is_flag=True,
    help="Run bots without a sandbox: they can read, change and delete whatever you can. "
    "It is written into every record.",
)

reduced_option = click.option(
    "--accept-reduced-sandbox",
    "reduced",
    is_flag=True,
    help="Run bots also where they get no /proc, as in a container that hides parts of it: some, "
    "such as those in Java, do not start there. It is written into every record.",
)


DIFFERS = 3
"""Exit code where what was looked at is not as it should be."""
INTERRUPTED = 130
"""Exit code after Ctrl-C, as shells have it."""


def print_json(value: Any) -> None:
    """One JSON value, readable by people too."""
    click.echo(json.dumps(value, ensure_ascii=sys.stdout.isatty(), indent=2))


def print_record(record: bytes) -> None:
    """A record as one line of JSON, as it is; on a terminal with all that is not ASCII escaped.

    Bots' remarks are in it, and a terminal would obey some characters that JSON lets pass.
    """
    click.echo(json.dumps(json.loads(record)) if sys.stdout.isatty() else record)
