"""`arena show`: one match told."""

from pathlib import Path

import click

from arena.cli.match_view import match_text
from arena.cli.options import json_option, print_record, store_option, tournament_option
from arena.cli.text import plural
from arena.errors import InputError
from arena.records import encode_record, log_file
from arena.rules import Seat
from arena.store import TABLES, Store


@click.command()
@click.argument("match")
@store_option
@tournament_option
@click.option("--deal", type=click.IntRange(1), help="Only this deal.")
@json_option
def show(match: str, store: Path, tournament: str | None, deal: int | None, as_json: bool) -> None:
    """Tell a stored MATCH: hands, draws, tricks, and what a forfeit left behind.

    MATCH is an id as `arena matches` lists it, such as `3:naive:value.1`.
    """
    if as_json and deal is not None:
        raise click.UsageError("--deal tells one deal; --json prints the whole record")
    with Store(store) as opened:
        # An id of a match against a person is no other match's.
        at_table = tournament is None and opened.match_row(TABLES, match) is not None
        stored = opened.tournament(TABLES if at_table else tournament)
        played = opened.match(stored.name, match)
    if played is None:
        raise InputError(f"no match {match!r} in {stored.name}; `arena matches` lists them")
    if deal is not None and deal > len(played.record.deals):
        raise InputError(f"{match} has {plural(len(played.record.deals), 'deal')}")
    if as_json:
        print_record(encode_record(played.record))
        return
    click.echo(match_text(played, deal))
    logs = opened.beside("logs") / stored.name
    for path in (log_file(logs, match, seat) for seat in Seat):
        if path.exists():
            click.echo(f"log: {path}")
