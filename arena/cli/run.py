"""`arena run`: play a tournament, or go on with one."""

import contextlib
import shutil
import signal
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from types import FrameType

import click

from arena.cli.options import (
    INTERRUPTED,
    SHORT_OF_FULL,
    confinement,
    cores,
    json_option,
    print_json,
    reduced_option,
    store_option,
    unsafe_option,
)
from arena.cli.standings_view import leaderboard_json, leaderboard_text, short
from arena.cli.text import duration, harmless, plural
from arena.sandbox import Detection
from arena.store import Store
from arena.tournament import (
    Progress,
    Runner,
    Tournament,
    leaderboard,
    open_tournament,
    read_entry,
    shipped,
)

LINE_EVERY_S = 10.0
"""Between two lines of progress where the output is no terminal."""


@click.command()
@click.argument("config", type=click.Path(path_type=Path), required=False)
@store_option
@click.option(
    "-j",
    "--jobs",
    type=click.IntRange(1, 1024),
    default=None,
    show_default="the cores, divided by `limits.cpus`",
    help="How many referee processes play at the same time.",
)
@json_option
@unsafe_option
@reduced_option
@click.pass_context
def run(
    context: click.Context,
    config: Path | None,
    store: Path,
    jobs: int | None,
    as_json: bool,
    unsafe: bool,
    reduced: bool,
) -> None:
    """Play the tournament that CONFIG describes, or go on with it, and print the standings.

    Without CONFIG the shipped quick start is played. Results are stored as they come: after Ctrl-C,
    a crash or a power cut the same command goes on where it stopped. Ctrl-C once finishes the pairs
    in play, twice stops now.
    """
    sandbox = confinement(unsafe=unsafe, reduced=reduced)
    entry = read_entry(config or shipped("configs") / "quickstart.toml")
    jobs = jobs or max(1, cores() // entry.config.limits.cpus)
    with Store(store, create=True) as opened:
        tournament = open_tournament(entry, opened)
        _show_plan(tournament, store, jobs, sandbox)
        progress = _play(Runner(tournament, opened, jobs, sandbox), tournament, opened)
        board = leaderboard(opened, tournament.name)
    if as_json:
        print_json(leaderboard_json(board))
    else:
        click.echo(leaderboard_text(board))
    level = sandbox.level if sandbox else "none"
    if level != "full":
        click.secho(SHORT_OF_FULL[level], fg="red", bold=True, err=True)
    context.exit(_show_end(progress, tournament))


def _show_plan(tournament: Tournament, store: Path, jobs: int, sandbox: Detection | None) -> None:
    table, settings = tournament.config.tournament, tournament.settings
    clock, rules = settings.time, settings.rules
    bots = ", ".join(f"{bot.name} ({bot.version})" for bot in tournament.bots)
    plan = {
        "tournament": f"{tournament.name}, {table.schedule}, {plural(table.cycles, 'cycle')} = "
        f"{plural(tournament.pairs, 'mirror pair')} = {plural(2 * tournament.pairs, 'match')}",
        "format": f"to {rules.target} points"
        if table.format == "match"
        else f"single deals, {plural(table.decks, 'deck')} a match",
        "bots": bots,
        "rules": f"kot {rules.kot_hakem} for hakem, {rules.kot_other} for the other",
        "time": f"{clock.startup_ms} ms to start, {clock.move_ms} ms a move, bank "
        f"{clock.bank_ms} ms, increment {clock.increment_ms} ms, "
        f"{'also' if clock.ponder else 'not'} on the opponent's time",
        "limits": ", ".join(f"{key} {value}" for key, value in asdict(settings.limits).items()),
        "sandbox": str(sandbox).removeprefix("sandbox: ") if sandbox else "NONE",
        "processes": f"{plural(jobs, 'referee')}, jobs of up to {plural(table.batch, 'pair')}",
        "seed": f"committed to as {tournament.stored.commitment}",
        "store": str(store),
    }
    for key, value in plan.items():
        click.echo(f"{key + ':':<12} {value}", err=True)
    for out in tournament.left_out:
        message = f"left out:    {out.name}: this host has no {harmless(out.program)!r}"
        click.secho(message, fg="yellow", err=True)


def _play(runner: Runner, tournament: Tournament, store: Store) -> Progress:
    display = _Display(tournament, store)
    with _stopping(runner), contextlib.closing(runner.run()) as steps:
        for progress in steps:
            display.show(progress)
    display.finish()
    return progress


def _show_end(progress: Progress, tournament: Tournament) -> int:
    """Say what went wrong and what is left; the exit code."""
    for reason in dict.fromkeys(progress.voids):
        click.secho(f"void, played again: {harmless(reason)}", fg="yellow", err=True)
    for pair in progress.given_up:
        click.secho(f"given up after too many voids: pair {pair}", fg="yellow", err=True)
    if progress.done < progress.total:
        left = plural(progress.total - progress.done, "pair")
        click.echo(f"{left} left; the same command goes on with {tournament.name}", err=True)
    if not progress.over:
        return INTERRUPTED
    return 1 if progress.given_up else 0


@contextlib.contextmanager
def _stopping(runner: Runner) -> Iterator[None]:
    """Ctrl-C or SIGTERM once: finish the pairs in play; twice: stop now."""
    asked = False

    def on_signal(number: int, frame: FrameType | None) -> None:
        nonlocal asked
        if asked:
            raise KeyboardInterrupt
        asked = True
        runner.stop()
        click.echo("\nfinishing the pairs in play; once more to stop now", err=True)

    before = {
        number: signal.signal(number, on_signal) for number in (signal.SIGINT, signal.SIGTERM)
    }
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


class _Display:
    """Progress: one line that is rewritten on a terminal, a line now and then elsewhere."""

    def __init__(self, tournament: Tournament, store: Store) -> None:
        self._tournament = tournament
        self._store = store
        self._terminal = sys.stderr.isatty()
        self._began = self._shown = time.monotonic()
        self._new = -1
        self._standings = ""

    def show(self, progress: Progress) -> None:
        """Show where the tournament stands, if it is time to."""
        now = time.monotonic()
        if self._terminal:
            if progress.new != self._new:
                self._new = progress.new
                board = leaderboard(self._store, self._tournament.name)
                self._standings = short(board, places=4)
            line = f"{self._line(progress, now)} · {self._standings}"
            self._rewrite(line[: shutil.get_terminal_size().columns - 1])
        elif now - self._shown >= LINE_EVERY_S:
            self._shown = now
            click.echo(self._line(progress, now), err=True)

    def finish(self) -> None:
        """Leave a clean line for what follows."""
        if self._terminal:
            self._rewrite("")

    def _line(self, progress: Progress, now: float) -> str:
        line = f"{2 * progress.done:,} of {2 * progress.total:,} matches"
        seconds = now - self._began
        if not progress.new or not seconds:
            return line
        rate = progress.new / seconds
        left = (progress.total - progress.done - len(progress.given_up)) / rate
        return f"{line} · {2 * rate:.1f}/s · {duration(left)} left"

    def _rewrite(self, line: str) -> None:
        click.echo(f"\r\x1b[K{line}", nl=False, err=True)
