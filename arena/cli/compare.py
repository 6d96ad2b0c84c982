"""`arena compare`: which of two bots is better, with as few pairs as it takes."""

import contextlib
import time
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from types import MappingProxyType

import click

from arena.cli.bot_argument import find_bot
from arena.cli.building import ShownBuilds
from arena.cli.compare_view import (
    comparison_json,
    comparison_svg,
    comparison_text,
    expectation,
    kind_of_pair,
    question,
    state,
)
from arena.cli.confinement import confinement
from arena.cli.files import write_text
from arena.cli.live import LiveLine, show_voids, stopping
from arena.cli.options import (
    INTERRUPTED,
    cores,
    jobs_option,
    json_option,
    print_json,
    reduced_option,
    store_option,
    unsafe_option,
)
from arena.cli.text import plural
from arena.ratings import Model, SequentialTest, Trial, Verdict
from arena.sandbox import Detection
from arena.store import Store
from arena.tournament import Comparison, LocalPool, Runner, open_comparison, told_apart
from arena.wire import Format

WINDOWS: Mapping[str, tuple[float, float]] = MappingProxyType(
    {"improvement": (0, 20), "no-regression": (-20, 0), "big": (0, 50)}
)

EXIT_CODES: Mapping[Verdict | None, int] = MappingProxyType({Verdict.H1: 0, Verdict.H0: 3, None: 4})
"""By what was accepted; 1, 2 and 130 mean what they mean everywhere."""


@click.command()
@click.argument("bot", metavar="BOT")
@click.argument("other", metavar="OTHER")
@click.option(
    "--window",
    type=click.Choice(list(WINDOWS)),
    help="What is asked, as Elo ahead: improvement 0 or 20 (this if nothing is given), "
    "no-regression -20 or 0, big 0 or 50.",
)
@click.option("--elo0", type=float, help="A window of your own: its lower end.")
@click.option("--elo1", type=float, help="Its upper end.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["match", "deals"]),
    default="match",
    show_default=True,
    help="Whole matches, or single deals: each deck is a pair, and Elo is that of a deal.",
)
@click.option(
    "--alpha", type=float, default=0.05, show_default=True, help="Chance to accept elo1 wrongly."
)
@click.option(
    "--beta", type=float, default=0.05, show_default=True, help="Chance to accept elo0 wrongly."
)
@click.option(
    "--model",
    type=click.Choice([model.value for model in Model]),
    default=Model.LOGISTIC.value,
    show_default=True,
    help="What Elo means: as in the standings, or score over its standard deviation.",
)
@click.option(
    "--max-pairs",
    type=click.IntRange(1, 1_000_000),
    default=10_000,
    show_default=True,
    help="Mirror pairs after which it ends undecided.",
)
@click.option(
    "--svg",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Draw the way of the test to its verdict into this file.",
)
@click.option("--seed", help="Decides the decks; another seed is another comparison.")
@store_option
@jobs_option
@json_option
@unsafe_option
@reduced_option
@click.pass_context
def compare(
    context: click.Context,
    bot: str,
    other: str,
    window: str | None,
    elo0: float | None,
    elo1: float | None,
    form: Format,
    alpha: float,
    beta: float,
    model: str,
    max_pairs: int,
    svg: Path | None,
    seed: str | None,
    store: Path,
    jobs: int | None,
    as_json: bool,
    unsafe: bool,
    reduced: bool,
) -> None:
    """Play BOT against OTHER until it is clear whether BOT is better, and say so.

    A bot is its folder, or a name: `name` or `name@version` of one that was submitted, or a bot
    that comes with the arena. Two versions of one bot may bear the same name. After every mirror
    pair a sequential test looks whether it can tell. Pairs are stored: the same command goes on
    where it stopped, and once there is a verdict shows it again.

    Exit codes: 0 the upper end of the window was accepted (better; with no-regression: no worse),
    3 the lower end was, 4 undecided after --max-pairs, 130 interrupted, 1 and 2 as everywhere.
    """
    test = _test(window, elo0, elo1, alpha, beta, Model(model))
    if seed is not None and not 1 <= len(seed) <= 64:
        raise click.UsageError("--seed takes 1 to 64 characters")
    bots = told_apart(find_bot(bot, store), find_bot(other, store))
    sandbox = confinement(unsafe=unsafe, reduced=reduced)
    with Store(store, create=True) as opened:
        comparison = open_comparison(bots, form, max_pairs, seed, opened, ShownBuilds(sandbox))
        trial = comparison.trial(opened, test)
        _show_plan(comparison, trial, max_pairs, store)
        code = EXIT_CODES[trial.verdict]
        if trial.verdict is None and len(trial.path) < comparison.tournament.pairs:
            trial, code = _play(comparison, trial, opened, jobs or cores(), sandbox)
        forfeits = opened.forfeits(comparison.tournament.name)
    if svg is not None:
        write_text(svg, comparison_svg(comparison, trial))
    if as_json:
        print_json(comparison_json(comparison, trial, forfeits))
    else:
        click.echo(comparison_text(comparison, trial, forfeits))
    context.exit(code)


def _test(
    window: str | None,
    elo0: float | None,
    elo1: float | None,
    alpha: float,
    beta: float,
    model: Model,
) -> SequentialTest:
    if elo0 is None and elo1 is None:
        return SequentialTest(*WINDOWS[window or "improvement"], alpha, beta, model)
    if elo0 is None or elo1 is None or window is not None:
        raise click.UsageError("a window is --window, or --elo0 and --elo1 together")
    return SequentialTest(elo0, elo1, alpha, beta, model)


def _show_plan(comparison: Comparison, trial: Trial, max_pairs: int, store: Path) -> None:
    first, second = comparison.first, comparison.second
    name, looked_at = comparison.tournament.name, plural(sum(trial.counts), "pair")
    kind = kind_of_pair(comparison) + "s"
    plan = {
        "bots": f"{first.name} ({first.version}) against {second.name} ({second.version})",
        "test": question(comparison, trial.test),
        "expected": f"{expectation(comparison, trial.test)} ({kind}, {max_pairs:,} at most)",
        "stored": f"{looked_at}, in {store} as {name}",
    }
    for key, value in plan.items():
        click.echo(f"{key + ':':<10} {value}", err=True)


def _play(
    comparison: Comparison, trial: Trial, store: Store, jobs: int, sandbox: Detection | None
) -> tuple[Trial, int]:
    """Play until there is a verdict or no pair left; the trial then, and the exit code."""
    runner = Runner(comparison.tournament, store, LocalPool(jobs, sandbox), in_order=True)
    line = LiveLine()
    began, new = sum(trial.counts), 0
    with stopping(runner), contextlib.closing(runner.run()) as steps:
        for progress in steps:
            if progress.new != new:
                new = progress.new
                trial = comparison.continued(store, trial)
            if trial.verdict is not None or progress.given_up:
                # A pair that was given up leaves a gap, and what is behind it cannot be looked at.
                runner.stop()
            line.show(partial(_status, comparison, trial, began, line))
    line.finish()
    show_voids(progress)
    if trial.verdict is None and progress.given_up:
        return trial, 1
    missing = trial.verdict is None and len(trial.path) < progress.total
    if missing:
        click.echo("the same command goes on where this one stopped", err=True)
    return trial, INTERRUPTED if missing else EXIT_CODES[trial.verdict]


def _status(comparison: Comparison, trial: Trial, began: int, line: LiveLine) -> str:
    new, seconds = sum(trial.counts) - began, time.monotonic() - line.began
    speed = f" · {new / seconds:.1f}/s" if new and seconds else ""
    return state(comparison, trial) + speed
