"""`arena serve`: what is stored, in a browser."""

from functools import partial
from pathlib import Path

import click

from arena.cli.confinement import confinement
from arena.cli.options import reduced_option, store_option, unsafe_option
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
@click.option(
    "--accept-submissions",
    "accept",
    is_flag=True,
    help="Let authors with a token (`arena token`) hand in bots, which are built and checked here.",
)
@click.option(
    "--behind-proxy",
    "proxied",
    is_flag=True,
    help="Requests from this machine come from a proxy that speaks HTTPS with the world: believe "
    "its X-Forwarded-For and X-Forwarded-Proto.",
)
@unsafe_option
@reduced_option
def serve(
    store: Path,
    host: str,
    port: int,
    names: tuple[str, ...],
    accept: bool,
    proxied: bool,
    unsafe: bool,
    reduced: bool,
) -> None:
    """Show the store in a browser: standings, matches and replays, live while a tournament runs.

    Everything that is public can be seen by all; what else there is takes a token.

    At /play one sits down against a bot, one that was submitted or that comes with the arena. It
    plays in its sandbox; the match is stored and not rated (`arena matches --tournament @tables`).
    Ctrl-C ends the server and every match.
    """
    try:
        from arena.web.server import Server
    except ImportError as error:
        raise needs_extra("serve", error) from None
    sandbox = confinement(unsafe=False, reduced=reduced) if accept else None
    level = sandbox.level if sandbox else None
    confine = partial(confinement, unsafe=unsafe, reduced=reduced)
    with Server(store, host, port, names, confine, level=level, proxied=proxied) as server:
        click.echo(f"{server.address}  (Ctrl-C ends it)", err=True)
        if host != LOOPBACK:
            click.secho(
                "Others who reach this machine can look at everything that is public. It speaks "
                "HTTP: tokens are for HTTPS, which a proxy in front of it speaks (--behind-proxy).",
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
