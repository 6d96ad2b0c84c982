"""`arena serve`: what is stored, in a browser."""

from pathlib import Path

import click

from arena.cli.options import store_option
from arena.errors import InputError

LOOPBACK = "127.0.0.1"


@click.command()
@store_option
@click.option(
    "--host",
    default=LOOPBACK,
    show_default=True,
    help="The address to listen at. With another than this one, others can look, too.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65_535),
    default=8470,
    show_default=True,
    help="The port to listen at; 0 for any that is free.",
)
@click.option(
    "--name",
    "names",
    multiple=True,
    metavar="NAME",
    help="Another name by which the server may be asked, such as that of this machine; repeatable.",
)
def serve(store: Path, host: str, port: int, names: tuple[str, ...]) -> None:
    """Show the store in a browser: standings, matches and replays, live while a tournament runs.

    Everything can be seen and nothing changed. Ctrl-C ends it.
    """
    try:
        from arena.web.server import Server
    except ImportError as error:
        raise needs_extra("serve", error) from None
    with Server(store, host, port, names) as server:
        click.echo(f"{server.address}  (Ctrl-C ends it)", err=True)
        if host != LOOPBACK:
            click.secho(
                "Others who reach this machine can look at everything that is stored.",
                fg="yellow",
                err=True,
            )
        server.run()


def needs_extra(command: str, error: ImportError) -> InputError:
    """What is missing, and how to get it."""
    return InputError(
        f"`arena {command}` needs packages that are not installed ({error.name}): "
        "pip install 'hokm-arena[web]'"
    )
