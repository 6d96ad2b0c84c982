"""The command line: parse, call, present. The class of an error decides the exit code."""

import os
import sys

import click

from arena.cli.commands import ArenaGroup
from arena.cli.options import INTERRUPTED
from arena.errors import ArenaError
from arena.views.text import harmless


@click.group(cls=ArenaGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="hokm-arena", prog_name="arena")
def cli() -> None:
    """Tournaments of bot programs that play two-player Hokm.

    Exit codes: 0 done, 1 this host or the store failed, 2 the input is wrong, 130 interrupted
    (what is stored is safe); of `verify`, `audit`, `repro` also 3, of `compare` 3 and 4: see there.
    """


def main() -> None:
    """Run the command line and exit."""
    # None is what click does by itself: colours on a terminal. See https://no-color.org.
    color = False if os.environ.get("NO_COLOR") else None
    try:
        code = cli.main(standalone_mode=False, color=color)
    except click.ClickException as error:
        error.show()
        code = error.exit_code
    except ArenaError as error:
        click.secho(f"error: {harmless(str(error))}", fg="red", err=True, color=color)
        code = error.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo("\ninterrupted; what is stored is safe", err=True)
        code = INTERRUPTED
    sys.exit(code)
