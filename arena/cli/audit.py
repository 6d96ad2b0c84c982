"""`arena audit`: does anything that bots were told depend on cards that they had not seen?"""

import contextlib
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from random import Random
from typing import Any

import click

from arena.cli.live import LiveLine
from arena.cli.options import DIFFERS, json_option, print_json, store_option
from arena.cli.text import plural
from arena.errors import InputError
from arena.store import Store
from arena.trust import Audit, Timing, some_records
from arena.trust import audit as audit_records
from arena.views.text import harmless_line


@click.command()
@click.argument("source", required=False, metavar="[FILE|TOURNAMENT]")
@store_option
@click.option(
    "--matches",
    type=click.IntRange(1),
    default=20,
    show_default=True,
    help="How many, spread evenly; one takes about a second.",
)
@click.option(
    "--worlds",
    type=click.IntRange(1, 1000),
    default=4,
    show_default=True,
    help="In how many ways the hidden cards are dealt anew at each decision.",
)
@click.option("--seed", default="audit", show_default=True, help="Any text: draws those ways.")
@json_option
@click.pass_context
def audit(
    context: click.Context,
    source: str | None,
    store: Path,
    matches: int,
    worlds: int,
    seed: str,
    as_json: bool,
) -> None:
    """Look for leaks: at each decision, deal all that the seat to act has not seen anew.

    What it would have been sent must be the same to the last byte, and the referee must not take
    longer or shorter for it. A FILE is what `arena export` or `arena archive` wrote; another name
    is a TOURNAMENT in the store, without any the newest.

    Exit code: 0 no leak was found, 3 there is one, or the referee's time tells hidden cards.
    """
    line = LiveLine()
    found = Audit()
    told: Callable[[], str] = lambda: _progress(found)  # noqa: E731
    with contextlib.ExitStack() as stack:
        stack.callback(line.finish)
        place = _place(source, store, stack)
        for found in audit_records(some_records(place, matches), worlds, Random(seed)):  # noqa: B007
            line.show(told)
    timing = found.timing
    if as_json:
        print_json(_object(found, timing))
    else:
        _tell(found, timing)
    if found.leaking or (timing and timing.shows):
        context.exit(DIFFERS)


def _place(
    source: str | None, store: Path, stack: contextlib.ExitStack
) -> Path | tuple[Store, str]:
    if source is not None and Path(source).exists():
        return Path(source)
    if source is not None and not store.exists():
        raise InputError(f"{source}: no such file, and no store {store} to look for it in")
    opened = stack.enter_context(Store(store))
    return opened, opened.rated(source).name


def _progress(found: Audit) -> str:
    return f"{plural(found.decisions, 'decision')}, {plural(found.leaking, 'leak')}"


def _tell(found: Audit, timing: Timing | None) -> None:
    looked = f"{plural(found.matches, 'match')}, {plural(found.decisions, 'decision')}, "
    looked += f"{plural(found.worlds, 'other world')}"
    if not found.leaking:
        click.echo(f"{looked}: no byte depends on a card that its reader had not seen")
    else:
        click.echo(f"{looked}: LEAKS at {plural(found.leaking, 'decision')}")
    for leak in found.leaks:
        text = (
            f"  {leak.match}, deal {leak.deal}, decision {leak.decision}, seat {leak.seat}: "
            f"`{leak.where}` is {leak.sent}, in another world {leak.other}"
        )
        click.echo(harmless_line(text))
    if timing is not None:
        click.echo(
            f"  time to make a message: two worlds differ by {timing.difference_us:+.3f} "
            f"±{timing.error_us:.3f} µs more than two tries in one "
            f"(median {timing.message_us:.1f} µs, {plural(timing.looks, 'look')})"
            + (": IT TELLS THEM APART" if timing.shows else "")
        )


def _object(found: Audit, timing: Timing | None) -> dict[str, Any]:
    return {
        "matches": found.matches,
        "decisions": found.decisions,
        "worlds": found.worlds,
        "worlds_unlike": found.unlike,
        "leaking_decisions": found.leaking,
        "leaks": [asdict(leak) for leak in found.leaks],
        "timing": None if timing is None else asdict(timing) | {"shows": timing.shows},
    }
