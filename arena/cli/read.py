"""`arena leaderboard`, `matches`, `show` and `export`: what is stored."""

from pathlib import Path

import click

from arena.cli.files import replacing
from arena.cli.match_view import match_text
from arena.cli.options import (
    json_option,
    luck_option,
    print_record,
    store_option,
    tournament_option,
)
from arena.cli.sheet import Form, Sheet, form_options, print_sheet
from arena.cli.standings_view import leaderboard_sheet
from arena.cli.text import plural
from arena.errors import InputError
from arena.ratings import Anchor
from arena.referee import encode_record, log_file
from arena.rules import Seat
from arena.store import TABLES, MatchRow, Store
from arena.tournament import leaderboard as rate_tournament
from arena.tournament import luck_of_pairings, with_luck_out
from arena.views import MATCH_FIELDS, leaderboard_json, match_object, match_record


@click.command()
@store_option
@tournament_option
@click.option("--anchor", metavar="BOT:RATING", help="Show this bot with this Elo.")
@luck_option
@form_options
def leaderboard(
    store: Path, tournament: str | None, anchor: str | None, luck: bool, form: Form
) -> None:
    """Print the standings: rank range, Elo with its 95 % interval, score, pairs, forfeits."""
    with Store(store) as opened:
        stored = opened.tournament(tournament)
        fixed = None if anchor is None else Anchor.parse(anchor)
        board = rate_tournament(opened, stored.name, fixed)
        if luck:
            board = with_luck_out(board, luck_of_pairings(opened, stored.name))
    print_sheet(leaderboard_sheet(board, luck=luck), form, lambda: leaderboard_json(board))


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


@click.command()
@store_option
@tournament_option
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write to this file instead of the standard output.",
)
def export(store: Path, tournament: str | None, output: Path | None) -> None:
    """Print every match record as JSON Lines (documented in protocol/README.md).

    Each ends with its link in the chain over all of them; `arena verify` checks a file of them.
    """
    with Store(store) as opened, opened.snapshot():
        name = opened.tournament(tournament).name
        lines = (line for line, _ in opened.exported(name))
        if output is None:
            for line in lines:
                print_record(line)
            return
        count = 0
        try:
            with replacing(output) as file:
                for count, line in enumerate(lines, start=1):  # noqa: B007
                    file.write(line + b"\n")
        except OSError as error:
            raise InputError(f"{output}: {error.strerror}") from None
        head = opened.chain_head(name)
    click.echo(f"{output}: {plural(count, 'record')}, last link {head}", err=True)
