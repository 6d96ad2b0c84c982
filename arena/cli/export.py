"""`arena export`: every record as it is."""

from pathlib import Path

import click

from arena.cli.files import replacing
from arena.cli.options import output_option, print_record, store_option, tournament_option
from arena.cli.text import plural
from arena.errors import InputError
from arena.store import Store


@click.command()
@store_option
@tournament_option
@output_option
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
