"""`arena status`, `logs`, `delete` and `archive`: looking after what is stored."""

import shlex
import shutil
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click

from arena.cli.files import replacing
from arena.cli.options import (
    DEFAULT_STORE,
    json_option,
    print_json,
    store_option,
    tournament_option,
)
from arena.cli.status_view import status_text
from arena.cli.text import plural
from arena.errors import InputError
from arena.records import log_file
from arena.rules import Seat
from arena.store import Store, StoredTournament, hold, holder, write_archive
from arena.tournament import status as tournament_status
from arena.views.status import status_json
from arena.views.text import harmless, harmless_line


@click.command()
@store_option
@tournament_option
@json_option
def status(store: Path, tournament: str | None, as_json: bool) -> None:
    """Tell where a tournament stands: what is done and left, how fast, voids and faults.

    It may be running, from this terminal or another, or not.
    """
    with Store(store) as opened:
        found = tournament_status(opened, tournament, datetime.now(UTC))
    if as_json:
        print_json(status_json(found))
    else:
        click.echo(status_text(found))


@click.command()
@click.argument("match")
@click.argument("bot", required=False)
@store_option
@tournament_option
@json_option
def logs(match: str, bot: str | None, store: Path, tournament: str | None, as_json: bool) -> None:
    """Print what bots wrote during a MATCH, or one BOT alone.

    What could move the cursor is spelt out; the files, which are named, hold it as it is.
    """
    with Store(store) as opened:
        stored = opened.tournament(tournament)
        names = _seats(opened, stored, match)
        folder = opened.beside("logs") / stored.name
    seats = [seat for seat in Seat if bot in (None, names[seat])]
    if not seats:
        raise InputError(f"{bot!r} did not play {match}; {names[0]} and {names[1]} did")
    files = [(names[seat], seat, log_file(folder, match, seat)) for seat in seats]
    if as_json:
        print_json([_log_object(*file) for file in files])
        return
    for name, seat, path in files:
        if not path.is_file():
            click.echo(f"{name} (seat {int(seat)}) wrote nothing")
            continue
        click.echo(f"{name} (seat {int(seat)}) wrote, in {harmless_line(str(path))}:")
        with path.open("r", encoding="utf-8", errors="backslashreplace", newline="\n") as lines:
            for line in lines:
                click.echo(f"  {harmless(line.removesuffix(chr(10)))}")


def _seats(store: Store, stored: StoredTournament, match: str) -> tuple[str, str]:
    found = store.seats(stored.name, match)
    if found is None:
        raise InputError(f"no match {match!r} in {stored.name}; `arena matches` lists them")
    return found


def _log_object(bot: str, seat: Seat, path: Path) -> dict[str, Any]:
    there = path.is_file()
    text = path.read_bytes().decode("utf-8", "backslashreplace") if there else None
    return {"bot": bot, "seat": int(seat), "path": str(path) if there else None, "text": text}


@click.command()
@click.argument("tournament")
@store_option
@click.option("--yes", is_flag=True, help="Do not ask for the name once more.")
def delete(tournament: str, store: Path, yes: bool) -> None:
    """Delete a TOURNAMENT with its matches, results and logs.

    On a terminal its name is asked for once more; elsewhere --yes is needed. Nothing is deleted
    while a runner works on the store. `arena archive` keeps it all in a file before.
    """
    with Store(store) as opened, hold(store, tournament):
        stored = opened.tournament(tournament)
        pairs = len(opened.pairs_done(stored.name))
        rated = f"{plural(pairs, 'pair')}, {plural(2 * pairs, 'match')}"
        counted = rated if stored.rated else plural(pairs, "match")
        what = f"{stored.name}: {counted} and their logs"
        if not yes:
            _ask(stored.name, what)
        opened.delete_tournament(stored.name)
        folder = opened.beside("logs") / stored.name
        try:
            if folder.exists():
                shutil.rmtree(folder)
        except OSError as error:
            raise InputError(f"{what} deleted, but not {folder}: {error.strerror}") from None
    click.echo(f"deleted {what}", err=True)


def _ask(name: str, what: str) -> None:
    if not sys.stdin.isatty():
        raise InputError(f"{what}: not deleted; add --yes to delete it")
    click.echo(f"This deletes {what}, for good.", err=True)
    if click.prompt("Type its name to go on", default="", show_default=False, err=True) != name:
        raise InputError(f"{name}: not deleted")


@click.command()
@click.argument("tournament")
@store_option
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    required=True,
    help="The file to write, such as league.jsonl.gz; it must not be there yet.",
)
def archive(tournament: str, store: Path, output: Path) -> None:
    """Write a TOURNAMENT to a file: compressed JSON Lines, whole or not at all.

    `arena rebuild` makes a store of it again. Nothing is deleted; how to do that is said.
    """
    if output.exists() or output.is_symlink():
        raise InputError(f"{output}: is there already; name another file")
    with Store(store) as opened:
        name = opened.tournament(tournament).name
        try:
            with replacing(output) as file:
                count = write_archive(opened, name, file)
        except OSError as error:
            raise InputError(f"{output}: {error.strerror}") from None
        at_work = holder(store)
    click.echo(f"{output}: {name}, {plural(count, 'match')}", err=True)
    if at_work is not None and at_work.tournament == name:
        click.echo(f"process {at_work.pid} still plays it: more will be stored", err=True)
    else:
        option = "" if store == DEFAULT_STORE else f" --store {shlex.quote(str(store))}"
        click.echo(f"`arena delete {name}{option}` takes it out of the store", err=True)
