"""`arena bench`: how fast the arena is on this host."""

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from arena.bench import (
    FULL,
    QUICK,
    USUAL,
    Case,
    Fallen,
    Report,
    Size,
    all_cases,
    chosen,
    compared,
    fallen,
    measure,
    open_place,
    read_ratios,
    write_ratios,
)
from arena.cli.bench_view import report_json, report_text
from arena.cli.confinement import confinement
from arena.cli.options import json_option, print_json
from arena.cli.text import plural
from arena.views.text import harmless

TOLERANCE = 0.6
"""Generous: on a busy machine neighbouring rounds differ by a third."""


@click.command()
@click.option("--quick", is_flag=True, help="Two rounds, and fewer cases: under a minute.")
@click.option("--full", is_flag=True, help="Seven rounds, and a store of a million matches (1 GB).")
@click.option(
    "--only",
    multiple=True,
    metavar="NAME",
    help="Measure this case, or all whose names begin so, such as `play` or `play/first`; "
    "may be repeated.",
)
@json_option
@click.option(
    "--check",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Compare the ratios with those in a file; exit code 1 where one fell behind.",
)
@click.option(
    "--tolerance",
    type=click.FloatRange(0, 1, min_open=True),
    help=f"How much of a stored ratio is good enough for --check.  [default: {TOLERANCE}]",
)
@click.option(
    "--save",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Write the ratios to a file, for --check.",
)
@click.pass_context
def bench(
    context: click.Context,
    quick: bool,
    full: bool,
    only: Sequence[str],
    as_json: bool,
    check: Path | None,
    tolerance: float | None,
    save: Path | None,
) -> None:
    """Measure how fast the arena is on this host: four minutes where nothing else runs.

    Every figure is shown as min–median–max over the rounds, and as a ratio to R, the raw pyzmq
    round trips of this host in the same rounds. `arena/referee/README.md` explains them all. Exit
    code 1 where a case fails, or a ratio falls behind with --check.
    """
    if quick and full:
        raise click.UsageError("--quick and --full exclude each other")
    if tolerance is not None and check is None:
        raise click.UsageError("--tolerance is for --check")
    stored = read_ratios(check) if check else {}
    size = QUICK if quick else FULL if full else USUAL
    report = _measure(size, only)
    behind = fallen(report, stored, TOLERANCE if tolerance is None else tolerance)
    if as_json:
        print_json(report_json(report, behind if check else None))
    else:
        click.echo(report_text(report))
    if save:
        write_ratios(report, save)
    code = _show_end(report, behind)
    if check:
        code = max(code, _show_compared(len(compared(report, stored)), check))
    context.exit(code)


def _measure(size: Size, only: Sequence[str]) -> Report:
    sandbox = confinement(unsafe=False, reduced=False)
    assert sandbox is not None
    progress = _Progress(size.rounds)
    with open_place(sandbox, progress.note) as place:
        cases = all_cases(place, size)
        if only:
            cases = chosen(cases, only)
        for out in place.left_out:
            message = f"left out: {out.name}: this host has no {harmless(out.program)!r}"
            click.secho(message, fg="yellow", err=True)
        report = measure(cases, size.rounds, progress.show)
    progress.finish()
    return report


def _show_end(report: Report, behind: Sequence[Fallen]) -> int:
    """Say what went wrong; the exit code."""
    for name, reason in report.failed.items():
        click.secho(f"failed: {name}: {harmless(reason)}", fg="red", err=True)
    for each in behind:
        click.secho(f"fell behind: {each}", fg="red", err=True)
    return 1 if report.failed or behind else 0


def _show_compared(count: int, path: Path) -> int:
    """Say how much was compared; the exit code: a check of nothing is none."""
    message = f"{plural(count, 'ratio')} compared with {path}"
    click.secho(message, fg=None if count else "red", err=True)
    return 0 if count else 1


class _Progress:
    """One line that is rewritten on a terminal, a line a round elsewhere."""

    def __init__(self, rounds: int) -> None:
        self._rounds = rounds
        self._round = 0
        self._terminal = sys.stderr.isatty()

    def show(self, number: int, case: Case) -> None:
        """Say what is about to be measured."""
        if self._terminal:
            self._rewrite(f"round {number} of {self._rounds}: {case.name}")
        elif number != self._round:
            click.echo(f"round {number} of {self._rounds}", err=True)
        self._round = number

    def note(self, text: str) -> None:
        """Say what takes long and is not measured."""
        if self._terminal:
            self._rewrite(text)
        else:
            click.echo(text, err=True)

    def finish(self) -> None:
        """Leave a clean line for what follows."""
        if self._terminal:
            self._rewrite("")

    def _rewrite(self, line: str) -> None:
        click.echo(f"\r\x1b[K{line}", nl=False, err=True)
