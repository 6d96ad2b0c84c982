"""`arena report`: a tournament as one file for a browser."""

from datetime import UTC, datetime
from pathlib import Path

import click

from arena.cli.files import write_text
from arena.cli.options import output_option, store_option
from arena.cli.serve import needs_extra
from arena.cli.text import plural
from arena.store import Store


@click.command()
@click.argument("tournament", required=False)
@store_option
@output_option
@click.option(
    "--language",
    type=click.Choice(["en", "fa"]),
    default="en",
    show_default=True,
    help="Of the texts: English or Persian.",
)
@click.option(
    "--replays",
    type=click.IntRange(0, 50),
    default=3,
    show_default=True,
    help="How many matches can be watched: the newest ones between the best bots.",
)
@click.option(
    "--match",
    "matches",
    multiple=True,
    metavar="MATCH",
    help="A match that can be watched, too, as `arena matches` lists it; repeatable.",
)
def report(
    tournament: str | None,
    store: Path,
    output: Path | None,
    language: str,
    replays: int,
    matches: tuple[str, ...],
) -> None:
    """Write TOURNAMENT, or the newest, as one page that needs no server and no network.

    Standings, crosstable, ratings by cycle, and replays that step offline: about 1 MB a replay.
    """
    try:
        from arena.web.report import report as written
    except ImportError as error:
        raise needs_extra("report", error) from None
    with Store(store) as opened:
        name = opened.rated(tournament).name
        text = written(opened, name, language, replays, matches, datetime.now(UTC))
    if output is None:
        click.echo(text, nl=False)
        return
    write_text(output, text)
    click.echo(f"{output}: {plural(len(text.encode()), 'byte')}", err=True)
