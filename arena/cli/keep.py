"""`arena backup` and `arena rebuild`: what is left when a disk was not in order."""

from pathlib import Path

import click

from arena.cli.options import json_option, print_json, store_option
from arena.cli.text import plural
from arena.store import Rebuilt, Store, back_up, mend, restore
from arena.views.text import harmless_line


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@store_option
def backup(file: Path, store: Path) -> None:
    """Copy the store to FILE as it is at this moment, while a runner may write to it.

    The copy is read once before it takes the place of an older one. Where it is, is remembered
    beside the store, and told if the store is ever damaged.
    """
    with Store(store) as opened:
        back_up(opened, file)
        names = opened.tournament_names()
    click.echo(f"{file}: {plural(len(names), 'tournament')}", err=True)


@click.command()
@click.argument("source", type=click.Path(path_type=Path, dir_okay=False), required=False)
@store_option
@click.option("--tournament", metavar="NAME", help="The name for exported records.")
@json_option
def rebuild(source: Path | None, store: Path, tournament: str | None, as_json: bool) -> None:
    """Make pairs, results and standings anew from match records, and compare.

    Without SOURCE from the records in the store itself: if what is stored beside them is not the
    same, it is replaced. Of a damaged store every match that can be read is kept, and the damaged
    file put aside; `arena run` plays again what is missing.

    SOURCE is a backup, an archive, or what `arena export` wrote; it becomes the store where there
    is none, or a damaged one.
    """
    told = mend(store) if source is None else restore(store, source, tournament)
    if as_json:
        print_json(_object(told))
        return
    what = f"{plural(told.matches, 'match')} of {plural(told.tournaments, 'tournament')}"
    if source is not None:
        click.echo(f"{store}: {what}, from {harmless_line(str(source))}")
    elif told.differences:
        rows = ", ".join(f"{count} of {table}" for table, count in told.differences.items())
        click.echo(f"{store}: mended: {what}; rows that differed: {rows}")
    elif told.aside is None:
        click.echo(f"{store}: equal to what its records say: {what}")
    else:
        click.echo(f"{store}: rebuilt: {what}")
    for count, why in (
        (told.unreadable, "could not be read"),
        (told.alone, "left out, without the other half of the pair"),
    ):
        if count:
            click.echo(f"{plural(count, 'match')} {why}; `arena run` plays again what is missing")
    if told.aside is not None:
        click.echo(f"the damaged store is kept as {told.aside}")


def _object(told: Rebuilt) -> dict[str, object]:
    return {
        "tournaments": told.tournaments,
        "matches": told.matches,
        "unreadable": told.unreadable,
        "alone": told.alone,
        "differences": told.differences,
        "damaged_store": str(told.aside) if told.aside else None,
    }
