"""`arena reveal`: the end of a tournament's secret."""

from dataclasses import asdict
from pathlib import Path

import click

from arena.cli.options import json_option, print_json, store_option
from arena.store import Store
from arena.tournament import reveal as reveal_tournament
from arena.views.text import harmless_line


@click.command()
@click.argument("tournament", required=False)
@store_option
@click.option(
    "--end", is_flag=True, help="End the tournament here, for good, with what was played by now."
)
@json_option
def reveal(tournament: str | None, store: Path, end: bool, as_json: bool) -> None:
    """Give out the seed of a TOURNAMENT that is over, the newest if none is named.

    With it anybody can make the commitment and every deck again: protocol/TRUST.md tells how.
    What --json prints is for `arena verify --reveal`. Nothing is played any more of a tournament
    that was revealed.
    """
    with Store(store) as opened:
        told = reveal_tournament(opened, tournament, end=end)
    if as_json:
        print_json(asdict(told) | {"digest": told.digest})
        return
    for key, value in (
        ("tournament", told.tournament),
        ("seed", told.seed),
        ("settings", told.settings),
        ("digest", f"{told.digest} (sha256 of the settings)"),
        ("commitment", told.commitment),
        ("revealed", told.revealed),
        ("last link", told.head),
    ):
        click.echo(f"{key + ':':<12} {harmless_line(value)}")
