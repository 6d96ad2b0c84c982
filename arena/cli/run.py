"""`arena run`: play a tournament, or go on with one."""

import contextlib
import time
from dataclasses import asdict
from pathlib import Path

import click

from arena.cli.confinement import SHORT_OF_FULL
from arena.cli.live import LiveLine, show_voids, stopping
from arena.cli.options import (
    INTERRUPTED,
    jobs_option,
    json_option,
    print_json,
    reduced_option,
    store_option,
    unsafe_option,
)
from arena.cli.standings_view import leaderboard_text, short
from arena.cli.text import duration, plural
from arena.cli.where import Where, scheduler_option, where
from arena.registry import Registry, shipped
from arena.results import leaderboard
from arena.store import Store
from arena.tournament import Progress, Runner, Tournament, open_tournament, read_entry
from arena.views.standings import leaderboard_json
from arena.views.text import harmless

RENEWING_SHARE = 20
"""After the first places were worked out they stay for so many times as long as that took."""


@click.command()
@click.argument("config", type=click.Path(path_type=Path), required=False)
@store_option
@jobs_option
@scheduler_option
@json_option
@unsafe_option
@reduced_option
@click.pass_context
def run(
    context: click.Context,
    config: Path | None,
    store: Path,
    jobs: int | None,
    scheduler: str | None,
    as_json: bool,
    unsafe: bool,
    reduced: bool,
) -> None:
    """Play the tournament that CONFIG describes, or go on with it, and print the standings.

    Without CONFIG the shipped quick start is played. Results are stored as they come: after Ctrl-C,
    a crash or a power cut the same command goes on where it stopped. Ctrl-C once finishes the pairs
    in play, twice stops now. With --scheduler many machines play; the store stays here.
    """
    entry = read_entry(config or shipped("configs") / "quickstart.toml", Registry(store))
    place = where(scheduler, jobs, entry.config.limits.cpus, unsafe=unsafe, reduced=reduced)
    with Store(store, create=True) as opened:
        tournament = open_tournament(entry, opened, place.builds)
        _show_plan(tournament, store, place)
        progress = _play(Runner(tournament, opened, place.engine), tournament, opened)
        board = leaderboard(opened, tournament.name)
    if as_json:
        print_json(leaderboard_json(board))
    else:
        click.echo(leaderboard_text(board))
    if place.level != "full":
        click.secho(SHORT_OF_FULL[place.level], fg="red", bold=True, err=True)
    context.exit(_show_end(progress, tournament))


def _show_plan(tournament: Tournament, store: Path, place: Where) -> None:
    table, settings = tournament.config.tournament, tournament.settings
    clock, rules = settings.time, settings.rules
    bots = ", ".join(f"{bot.name} ({bot.version})" for bot in tournament.bots)
    plan = {
        "tournament": f"{tournament.name}, {table.schedule}, {_length(tournament)}",
        "format": f"to {rules.target} points"
        if table.format == "match"
        else f"single deals, {plural(table.decks, 'deck')} a match",
        "bots": bots,
        "rules": f"kot {rules.kot_hakem} for hakem, {rules.kot_other} for the other",
        "time": f"{clock.startup_ms} ms to start, {clock.move_ms} ms a move, bank "
        f"{clock.bank_ms} ms, increment {clock.increment_ms} ms, "
        f"{'also' if clock.ponder else 'not'} on the opponent's time",
        "limits": ", ".join(f"{key} {value}" for key, value in asdict(settings.limits).items()),
        "sandbox": place.sandbox,
        "processes": f"{place.processes}, jobs of up to {plural(table.batch, 'pair')}",
        "seed": f"{_secrecy(tournament)}, committed to as {tournament.stored.commitment}",
        "store": str(store),
    }
    for key, value in plan.items():
        click.echo(f"{key + ':':<12} {value}", err=True)
    for out in tournament.left_out:
        message = f"left out:    {out.name}: this host has no {harmless(out.program)!r}"
        click.secho(message, fg="yellow", err=True)


def _secrecy(tournament: Tournament) -> str:
    given = tournament.config.tournament.seed is not None
    return "given in the config, so no secret" if given else "drawn"


def _length(tournament: Tournament) -> str:
    table, pairs = tournament.config.tournament, tournament.pairs
    total = f"{plural(pairs, 'mirror pair')} = {plural(2 * pairs, 'match')}"
    if table.schedule == "continuous":
        cycles = plural(table.batch, "cycle")
        return f"until it is stopped, in blocks of {cycles}: {total} to begin with"
    each = plural(table.pairs or 0, "pair")
    if table.schedule == "knockout":
        return f"ties of {each}: {total}, and more where a tie is level"
    if table.schedule == "swiss":
        return f"{plural(table.rounds or 0, 'round')} of {each}: {total}"
    cycles = f"{plural(table.cycles or 0, 'cycle')} = {total}"
    if table.challengers is not None:
        pool = len(tournament.bots) - len(table.challengers)
        return f"{', '.join(table.challengers)} against {plural(pool, 'other')}, {cycles}"
    return cycles


def _play(runner: Runner, tournament: Tournament, store: Store) -> Progress:
    display = _Display(tournament, store)
    with stopping(runner), contextlib.closing(runner.run()) as steps:
        for progress in steps:
            display.note(progress)
            display.show(progress)
    display.finish()
    return progress


def _show_end(progress: Progress, tournament: Tournament) -> int:
    """Say what went wrong and what is left; the exit code."""
    show_voids(progress)
    if tournament.config.tournament.schedule == "continuous":
        click.echo(f"stopped; the same command goes on with {tournament.name}", err=True)
        return INTERRUPTED
    if progress.done < progress.total:
        left = plural(progress.total - progress.done, "pair")
        click.echo(f"{left} left; the same command goes on with {tournament.name}", err=True)
    if progress.over or progress.held_up:
        return 1 if progress.given_up else 0
    return INTERRUPTED


class _Display:
    """Progress, in the plain form and with the first places."""

    def __init__(self, tournament: Tournament, store: Store) -> None:
        self._tournament = tournament
        self._store = store
        self._line = LiveLine()
        self._new = -1
        self._noted = 0
        self._renewed = 0.0
        self._standings = ""

    def show(self, progress: Progress) -> None:
        """Show where the tournament stands, if it is time to."""
        self._line.show(
            lambda: self._plain(progress),
            lambda: f"{self._plain(progress)} · {self._places(progress)}",
        )

    def note(self, progress: Progress) -> None:
        """Say what an organiser should know, once."""
        for text in progress.notes[self._noted :]:
            self._line.finish()
            click.secho(harmless(text), fg="yellow", err=True)
        self._noted = len(progress.notes)

    def finish(self) -> None:
        """Leave a clean line for what follows."""
        self._line.finish()

    def _places(self, progress: Progress) -> str:
        began = time.monotonic()
        if progress.new != self._new and began >= self._renewed:
            self._new = progress.new
            board = leaderboard(self._store, self._tournament.name)
            self._standings = short(board, places=4)
            # With a thousand bots this takes seconds, in which no result would be stored.
            now = time.monotonic()
            self._renewed = now + RENEWING_SHARE * (now - began)
        return self._standings

    def _plain(self, progress: Progress) -> str:
        line = f"{2 * progress.done:,} of {2 * progress.total:,} matches"
        seconds = time.monotonic() - self._line.began
        if not progress.new or not seconds:
            return line
        rate = progress.new / seconds
        left = (progress.total - progress.done - len(progress.given_up)) / rate
        return f"{line} · {2 * rate:.1f}/s · {duration(left)} left"
