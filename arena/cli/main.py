"""The command line: parse, call, present. The class of an error decides the exit code."""

import sys
from importlib.metadata import version

import click

from arena.cli.again import bundle
from arena.cli.analyse import analyse
from arena.cli.audit import audit
from arena.cli.bench import bench
from arena.cli.check import check
from arena.cli.compare import compare
from arena.cli.crosstable import crosstable, cycles
from arena.cli.doctor import doctor
from arena.cli.keep import backup, rebuild
from arena.cli.manage import archive, delete, logs, status
from arena.cli.new import new
from arena.cli.options import INTERRUPTED
from arena.cli.play import play
from arena.cli.plot import plot
from arena.cli.read import export, leaderboard, matches, show
from arena.cli.report import report
from arena.cli.repro import repro
from arena.cli.reveal import reveal
from arena.cli.run import run
from arena.cli.serve import serve
from arena.cli.submit import bots, submit
from arena.cli.token import token
from arena.cli.verify import verify
from arena.errors import ArenaError
from arena.views import harmless


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(version("hokm-arena"), prog_name="arena")
def cli() -> None:
    """Tournaments of bot programs that play two-player Hokm.

    Exit codes: 0 done, 1 this host or the store failed, 2 the input is wrong, 130 interrupted
    (what is stored is safe); of `verify`, `audit`, `repro` also 3, of `compare` 3 and 4: see there.
    """


for command in (
    *(new, check, repro, submit, bots),
    *(run, serve, token, report, compare, play, leaderboard, crosstable, cycles, plot),
    *(matches, show, analyse, export, reveal, verify, audit, status, logs),
    *(bundle, backup, archive, delete, rebuild, doctor, bench),
):
    cli.add_command(command)


def main() -> None:
    """Run the command line and exit."""
    try:
        code = cli.main(standalone_mode=False)
    except click.ClickException as error:
        error.show()
        code = error.exit_code
    except ArenaError as error:
        click.secho(f"error: {harmless(str(error))}", fg="red", err=True)
        code = error.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo("\ninterrupted; what is stored is safe", err=True)
        code = INTERRUPTED
    sys.exit(code)
