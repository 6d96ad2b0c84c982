"""`arena matches`: the matches that are stored, as a list."""

from pathlib import Path

import click

from arena.cli.options import store_option, tournament_option
from arena.cli.sheet import Form, Sheet, form_options, print_sheet
from arena.errors import InputError
from arena.store import MatchRow, Store
from arena.views.matches import MATCH_FIELDS, match_object, match_record


@click.command()
@store_option
@tournament_option
@click.option("--bot", metavar="NAME", help="Only matches of this bot.")
@click.option("--faults", is_flag=True, help="Only matches that a fault ended.")
@click.option(
    "--limit",
    type=click.IntRange(1),
    default=20,
    show_default=True,
    help="How many at most, the newest first.",
)
@form_options
def matches(
    store: Path, tournament: str | None, bot: str | None, faults: bool, limit: int, form: Form
) -> None:
    """List matches, the newest first. `arena show` tells one of them."""
    with Store(store) as opened:
        stored = opened.tournament(tournament)
        names = [entrant.name for entrant in stored.entrants]
        if bot is not None and bot not in names:
            raise InputError(f"no bot {bot!r} in {stored.name}; it has {', '.join(names)}")
        found = opened.matches(stored.name, bot=bot, faults=faults, limit=limit)
    print_sheet(_matches_sheet(found), form, lambda: list(map(match_object, found)))


def _matches_sheet(found: list[MatchRow]) -> Sheet:
    rows = [
        (
            row.match,
            row.bots[0],
            row.bots[1],
            f"{row.points[0]}:{row.points[1]}",
            row.winner or "–",
            row.fault or row.reason,
            row.deals,
        )
        for row in found
    ]
    headers = ("match", "seat 0", "seat 1", "points", "winner", "how", "deals")
    note = "" if found else "no such matches"
    return Sheet(headers, rows, "points deals", note, list(map(match_record, found)), MATCH_FIELDS)
