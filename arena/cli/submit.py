"""`arena submit` and `arena bots`: bots that a store knows by name."""

from contextlib import closing
from pathlib import Path

import click

from arena.check import StepResult, check_submission, passed
from arena.cli.building import ShownBuilds
from arena.cli.check_view import result_text
from arena.cli.confinement import confinement
from arena.cli.live import LiveLine
from arena.cli.options import json_option, print_json, reduced_option, store_option, unsafe_option
from arena.cli.sheet import Form, Sheet, form_options, print_sheet
from arena.cli.token import known_author
from arena.registry import Bot, Registry, Submitted, shipped_names
from arena.registry import submit as submit_bot
from arena.sandbox import Detection
from arena.store import Store, StoredBot
from arena.views.text import harmless_line

HEADERS = ("bot", "version", "hash", "author", "language", "submitted", "build", "owner")
FIELDS = ("bot", "number", "version", "author", "language", "submitted", "network", "owner")
FILES_SHOWN = 5


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@store_option
@click.option(
    "--allow-network-build",
    "network",
    is_flag=True,
    help="Let the build use this machine's network, to fetch what it needs: its commands can then "
    "talk to every service that you can. It is recorded, and shown by `arena bots`.",
)
@click.option(
    "--owner",
    metavar="AUTHOR",
    help="Give the name to an author (`arena token`), who can submit its next versions through the "
    "web. Without it a name stays whose it is.",
)
@json_option
@unsafe_option
@reduced_option
def submit(
    folder: Path,
    store: Path,
    network: bool,
    owner: str | None,
    as_json: bool,
    unsafe: bool,
    reduced: bool,
) -> None:
    """Take in the bot in the folder DIR under its name: build it, check it, keep it.

    From then on `name` means its newest version and `name@1` the first, in configs (`bot = "…"`)
    and on the command line. Another content under the same name is the next version; the same
    content is the version that it was. Later changes to the folder change nothing in it.
    """
    sandbox = confinement(unsafe=unsafe, reduced=reduced)
    if network:
        click.secho(
            "WARNING: this build can use the network, and reach every service that you can.",
            fg="red",
            err=True,
        )
    with Store(store, create=True) as opened:
        submitted = submit_bot(
            folder,
            opened,
            ShownBuilds(sandbox, network=network),
            lambda bot: _check(bot, sandbox),
            owner=None if owner is None else known_author(opened, owner),
        )
    if as_json:
        print_json(_record(submitted.bot) | {"new": submitted.new})
    else:
        bot = submitted.bot
        is_now = "submitted as" if submitted.new else "the same content is there already, as"
        click.echo(f"{is_now} {bot.label} ({bot.version})")
    _warn_of_overwritten(submitted, folder)


def _check(bot: Bot, sandbox: Detection | None) -> bool:
    """Whether the bot plays; says why not."""
    click.echo(f"checking {bot.name}", err=True)
    line = LiveLine()
    results: list[StepResult] = []

    def tick(step: str) -> None:
        line.show(lambda: f"checking {bot.name}: {step}")

    with closing(check_submission(bot, sandbox, ShownBuilds(sandbox), tick)) as steps:
        for result in steps:
            line.finish()
            click.echo(result_text(result, results), err=True)
            results.append(result)
    return passed(results)


def _warn_of_overwritten(submitted: Submitted, folder: Path) -> None:
    """What a build leaves behind in the author's folder makes a new version each time."""
    files = submitted.overwritten
    if files:
        names = ", ".join(map(repr, files[:FILES_SHOWN]))
        more = f" and {len(files) - FILES_SHOWN} more" if len(files) > FILES_SHOWN else ""
        click.secho(
            f"{folder}: the build makes {names}{more}, which the folder holds already: list that "
            "under `ignore` in bot.toml, or what you build is another version each time",
            fg="yellow",
            err=True,
        )


@click.command()
@store_option
@form_options
def bots(store: Path, form: Form) -> None:
    """List the bots that were submitted, each version, the newest last."""
    rows = Registry(store).bots()
    print_sheet(_sheet(rows, store), form, lambda: [_record(row) for row in rows])


def _sheet(rows: list[StoredBot], store: Path) -> Sheet:
    come = f"With the arena come {', '.join(shipped_names())}"
    none = f"No bot was submitted to {harmless_line(str(store))} yet; `arena submit` takes one in. "
    return Sheet(
        HEADERS,
        [
            (
                *(row.name, row.number, row.version, row.author, row.language, row.submitted),
                *("with network" if row.network else "", row.owner or ""),
            )
            for row in rows
        ],
        "version",
        f"{'' if rows else none}{come}.",
        [_record(row) for row in rows],
        FIELDS,
    )


def _record(row: StoredBot) -> dict[str, object]:
    return {
        "bot": row.name,
        "number": row.number,
        "version": row.version,
        "author": row.author,
        "language": row.language,
        "submitted": row.submitted,
        "network": row.network,
        "owner": row.owner,
    }
