"""`arena repro`: one failing decision again."""

import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import click
import msgspec

from arena.check import Again, Bundle, Subject, read_bundle, reproduce, settings_of
from arena.cli.again import find_match, repro_match
from arena.cli.check_view import labelled, message_line, stderr_lines
from arena.cli.confinement import confinement
from arena.cli.options import (
    DIFFERS,
    json_option,
    print_json,
    reduced_option,
    store_option,
    tournament_option,
    unsafe_option,
)
from arena.cli.text import plural
from arena.errors import InputError
from arena.referee.recording import Decision
from arena.registry import Bot, build, keep_bot, load_bot, missing_program
from arena.sandbox import open_launcher
from arena.views.text import harmless_line

SAME_BOT = (
    "it did not fail this time, and is the same bot: was it chance, a matter of time, or of a "
    "match that the process had played before?"
)


@click.command()
@click.argument("what", metavar="FILE|MATCH")
@click.option(
    "--decision",
    "number",
    type=click.IntRange(0),
    help="Of a MATCH: the number of the decision, from 0, both seats counted.",
)
@store_option
@tournament_option
@click.option(
    "--bots",
    "library",
    type=click.Path(path_type=Path, file_okay=False),
    help="Of a MATCH: the folder that holds the bots by version, if it is not the store's.",
)
@click.option(
    "--bot",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Of a FILE: the bot's folder, if it is not where it was.",
)
@json_option
@unsafe_option
@reduced_option
@click.pass_context
def repro(
    context: click.Context,
    what: str,
    number: int | None,
    store: Path,
    tournament: str | None,
    library: Path | None,
    folder: Path | None,
    as_json: bool,
    unsafe: bool,
    reduced: bool,
) -> None:
    """Put one request to the bot again: that in FILE, which `arena check` wrote, or one of a MATCH.

    First alone, and then after all that came before it in that match. The sandbox, limits and
    referee are those of then.

    Of a FILE the second is left out where the first fails; exit code 0 if nothing goes wrong any
    more, 1 if it fails again, 2 if the command is wrong.

    A MATCH is an id as `arena matches` lists it, or a file with one record, and --decision says
    which. The version that played is asked, and its answers are shown beside the recorded one; exit
    code 0 if the last is the recorded one, 3 if it is another.
    """
    sandbox = confinement(unsafe=unsafe, reduced=reduced)
    if number is not None:
        found = find_match(what, store, tournament)
        if not repro_match(found, number, library, sandbox, as_json=as_json):
            context.exit(DIFFERS)
        return
    if not Path(what).is_file():
        raise InputError(f"{what}: no such file; of a match say which decision, with --decision")
    bundle = read_bundle(Path(what))
    bot = load_bot(folder or Path(bundle.folder))
    if missing := missing_program(bot):
        raise InputError(f"it needs {missing!r}, which this host does not have")
    with open_launcher(unsafe_no_sandbox=unsafe, detection=sandbox) as launcher:
        builds = partial(build, launcher=launcher)
        program = keep_bot(bot, launcher.run_dir / "bots", builds).program
        subject = Subject(program, launcher, settings_of(bundle), time.perf_counter, lambda: None)
        if not as_json:
            click.echo("\n".join(_beginning(bundle, bot)))
        tries = []
        for again in reproduce(bundle, subject):
            tries.append(again)
            if not as_json:
                click.echo("\n".join(_try(again)))
    failed = not isinstance(tries[-1].result, Decision)
    if as_json:
        print_json(_json(bundle, bot, tries, failed=failed))
    elif failed:
        click.secho("it fails again", fg="red")
    elif bot.version != bundle.bot.version:
        click.secho("it does not fail any more", fg="green")
    else:
        click.secho(SAME_BOT, fg="yellow")
    context.exit(1 if failed else 0)


def _beginning(bundle: Bundle, bot: Bot) -> Iterator[str]:
    fault = bundle.match.result.fault
    assert fault is not None
    yield f"{harmless_line(bot.name)} {bot.version}, step `{harmless_line(bundle.step)}`"
    if bot.version != bundle.bot.version:
        yield f"(another version than the one that failed, {harmless_line(bundle.bot.version)})"
    yield message_line("sent", _text(bundle.request))
    yield from labelled("it was", f"{fault.kind}: {fault.detail}")
    for message in bundle.came:
        yield message_line("came then", message)


def _try(again: Again) -> Iterator[str]:
    requests = plural(again.before, "request")
    yield f"after the {requests} before it" if again.before else "alone"
    for message in again.came or ["nothing"]:
        yield message_line("came back", message)
    yield from labelled("verdict", verdict(again))
    yield from labelled("time", f"{again.ms:,.1f} ms")
    if not isinstance(again.result, Decision) and again.stderr.strip():
        yield from labelled("it wrote", "")
        yield from stderr_lines(again.stderr)


def verdict(again: Again) -> str:
    """What the referee says of the answer."""
    result = again.result
    return "legal" if isinstance(result, Decision) else f"{result.kind}: {result.detail}"


def _json(bundle: Bundle, bot: Bot, tries: list[Again], *, failed: bool) -> dict[str, Any]:
    return {
        "bot": {"name": bot.name, "version": bot.version},
        "failed_version": bundle.bot.version,
        "step": bundle.step,
        "request": bundle.request,
        "tries": [
            {
                "before": again.before,
                "came": again.came,
                "verdict": verdict(again),
                "ms": round(again.ms, 3),
                "stderr": again.stderr,
            }
            for again in tries
        ],
        "fails": failed,
    }


def _text(message: dict[str, Any]) -> str:
    return msgspec.json.encode(message).decode()
