"""`arena verify`: records that somebody else played, looked at by one who doubts them."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from arena.cli.live import LiveLine
from arena.cli.options import (
    DIFFERS,
    cores,
    json_option,
    print_json,
    store_option,
)
from arena.cli.text import plural
from arena.errors import InputError
from arena.store import Store
from arena.trust import Verified, Verifying, verify_file, verify_tournament
from arena.views.text import harmless_line


@click.command()
@click.argument("sources", nargs=-1, metavar="[FILE|TOURNAMENT]...")
@store_option
@click.option(
    "--reveal",
    "revealed",
    type=click.Path(path_type=Path, dir_okay=False),
    help="What `arena reveal --json` printed: seeds, settings and bots must agree with it.",
)
@click.option(
    "--standings",
    type=click.Path(path_type=Path, dir_okay=False),
    help="What `arena leaderboard --json` printed: it must be what the records of a FILE give.",
)
@click.option(
    "--head",
    "heads",
    multiple=True,
    metavar="LINK",
    help="A link that was published: it must occur.",
)
@click.option(
    "-j",
    "--jobs",
    type=click.IntRange(1, 1024),
    default=None,
    show_default="the cores",
    help="How many processes look at records.",
)
@json_option
@click.pass_context
def verify(
    context: click.Context,
    sources: tuple[str, ...],
    store: Path,
    revealed: Path | None,
    standings: Path | None,
    heads: tuple[str, ...],
    jobs: int | None,
    as_json: bool,
) -> None:
    """Verify match records, and name the first thing that is wrong.

    A FILE is what `arena export` or `arena archive` wrote; another name is a TOURNAMENT in the
    store, without any the newest. Every deck is derived again, every action checked against the
    rules, everything that bots were shown made anew, results, pairs and standings worked out, and
    the chain over the records followed. protocol/TRUST.md says what that proves, and what not.

    Exit code: 0 all is in order, 3 something is wrong.
    """
    told = None if revealed is None else _read(revealed)
    table = None if standings is None else _read(standings)
    found = []
    for source in sources or (None,):
        with _verifying(source, store, jobs or cores(), told, table, heads) as (name, verifying):
            found.append((name, _watched(verifying)))
        if not as_json:
            _tell(*found[-1])
    if as_json:
        print_json([_object(*each) for each in found])
    if any(verified.finding for _, verified in found):
        context.exit(DIFFERS)


@contextmanager
def _verifying(
    source: str | None,
    store: Path,
    jobs: int,
    told: bytes | None,
    standings: bytes | None,
    heads: tuple[str, ...],
) -> Iterator[tuple[str, Verifying]]:
    if source is not None and Path(source).exists():
        yield source, verify_file(Path(source), jobs, told, standings, heads)
        return
    if source is not None and not store.exists():
        raise InputError(f"{source}: no such file, and no store {store} to look for it in")
    if told or standings:
        raise click.UsageError("--reveal and --standings are for files: a store knows both itself")
    with Store(store) as opened:
        name = opened.rated(source).name
        yield name, verify_tournament(opened, name, jobs, heads)


def _watched(verifying: Verifying) -> Verified:
    """What came of it, with progress on the way."""
    line = LiveLine()
    matches = 0
    told: Callable[[], str] = lambda: f"{plural(matches, 'match')} in order"  # noqa: E731
    try:
        while True:
            matches = next(verifying)
            line.show(told)
    except StopIteration as end:
        verified: Verified = end.value
        return verified
    finally:
        line.finish()
        verifying.close()


def _tell(name: str, verified: Verified) -> None:
    count = f"{plural(verified.matches, 'match')} in {plural(verified.pairs, 'mirror pair')}"
    name = harmless_line(name)
    if verified.finding is not None:
        click.echo(f"{name}: WRONG after {count} in order")
        click.echo(f"  {harmless_line(str(verified.finding))}")
        return
    click.echo(f"{name}: {count}, all in order")
    if verified.head:
        click.echo(f"  last link {verified.head}")
    missing = (verified.planned or 0) - verified.pairs
    if missing > 0:
        told = (
            f"  {plural(missing, 'mirror pair')} of the {verified.planned:,} planned are not there"
        )
        click.secho(told, fg="yellow")
    for number, lacking in (
        (verified.unlinked, "a link: nothing shows whether remarks and times were altered"),
        (verified.unshown, "digests of what was shown: it could not be compared"),
    ):
        if number:
            click.secho(f"  {plural(number, 'record')} without {lacking}", fg="yellow")


def _object(name: str, verified: Verified) -> dict[str, Any]:
    finding = verified.finding
    return {
        "source": name,
        "in_order": finding is None,
        "matches": verified.matches,
        "pairs": verified.pairs,
        "planned_pairs": verified.planned,
        "head": verified.head,
        "without_link": verified.unlinked,
        "without_digests": verified.unshown,
        "wrong": None if finding is None else asdict(finding),
    }


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}") from None
