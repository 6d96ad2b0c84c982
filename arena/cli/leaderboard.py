"""`arena leaderboard`: the standings."""

from pathlib import Path

import click

from arena.cli.options import luck_option, store_option, tournament_option
from arena.cli.sheet import Form, form_options, print_sheet
from arena.cli.standings_view import leaderboard_sheet
from arena.ratings import Anchor
from arena.results import leaderboard as rate_tournament
from arena.results import luck_of_pairings, with_luck_out
from arena.store import Store
from arena.views.standings import leaderboard_json


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
        stored = opened.rated(tournament)
        fixed = None if anchor is None else Anchor.parse(anchor)
        board = rate_tournament(opened, stored.name, fixed)
        if luck:
            board = with_luck_out(board, luck_of_pairings(opened, stored.name))
    print_sheet(leaderboard_sheet(board, luck=luck), form, lambda: leaderboard_json(board))
