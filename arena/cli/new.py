"""`arena new`: a bot to begin with."""

from pathlib import Path

import click

from arena.registry import new_bot, shipped
from arena.views.text import harmless_line


@click.command()
@click.argument("name")
@click.option(
    "--lang",
    "language",
    required=True,
    metavar="LANGUAGE",
    help="A kit of protocol/kits, such as python, javascript or go; with -stdio behind it the bot "
    "speaks standard input and output instead of ZeroMQ.",
)
def new(name: str, language: str) -> None:
    """Make a new bot in the folder NAME: one that plays at once, for you to make it think.

    The kit, tests and a short README are in the folder: it needs nothing else of the arena's.
    """
    bots, protocol = shipped("bots"), shipped("protocol")
    made = new_bot(name, language, Path(), bots, protocol / "kits")
    folder = harmless_line(str(made.folder))
    click.echo(f"{folder}: a bot in {made.language}; what it plays is decided in {made.source}")
    click.echo("next:")
    for command in (
        f"arena check {folder}",
        f"arena play {folder} naive --moves",
        f"arena submit {folder}",
    ):
        click.echo(f"  {command}")
