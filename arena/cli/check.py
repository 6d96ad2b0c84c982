"""`arena check`: will this bot survive in a tournament?"""

import time
from collections.abc import Sized
from functools import partial
from pathlib import Path

import click

from arena.check import STEPS, StepResult, Trial, encode_bundle, passed
from arena.check import check as check_steps
from arena.cli.check_view import report_json, result_text, verdict_line
from arena.cli.confinement import SHORT_OF_FULL, confinement
from arena.cli.files import write_text
from arena.cli.live import LiveLine
from arena.cli.options import json_option, print_json, reduced_option, unsafe_option
from arena.cli.text import duration
from arena.referee import MatchSettings
from arena.registry import build, shipped
from arena.sandbox import open_launcher
from arena.tournament import load_config

TICK_S = 0.2
"""Between two lines that say what goes on."""
BUNDLE = ".repro.json"


@click.command()
@click.argument(
    "folder", metavar="DIR", type=click.Path(path_type=Path, exists=True, file_okay=False)
)
@click.option(
    "--config",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="Take rules, time and limits from this tournament instead of the defaults.",
)
@click.option("--quick", is_flag=True, help="Fewer and shorter matches, for while you write.")
@click.option(
    "--bundle",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Where to write a failing decision for `arena repro`.  "
    "[default: NAME.repro.json here, or beside DIR if that is here]",
)
@json_option
@unsafe_option
@reduced_option
@click.pass_context
def check(
    context: click.Context,
    folder: Path,
    config: Path | None,
    quick: bool,
    bundle: Path | None,
    as_json: bool,
    unsafe: bool,
    reduced: bool,
) -> None:
    """Find out whether the bot in the folder DIR will survive in a tournament.

    Numbered steps, under the limits, in the sandbox and with the referee of rated play. A failure
    shows the message sent, what came back, the rule, and what to try. Exit code 0 if all is well
    (remarks included), 1 if a step failed, 2 if the command is wrong.
    """
    settings = load_config(config).settings() if config else MatchSettings()
    sandbox = confinement(unsafe=unsafe, reduced=reduced)
    began = time.monotonic()
    results: list[StepResult] = []
    progress = _Progress(results)
    with open_launcher(unsafe_no_sandbox=unsafe, detection=sandbox) as launcher:
        trial = Trial(
            folder=folder,
            launcher=launcher,
            settings=settings,
            opponents=shipped("bots"),
            copies=launcher.run_dir / "bots",
            builds=partial(build, launcher=launcher, says=lambda building: progress.tick()),
            quick=quick,
            now=time.perf_counter,
            tick=progress.tick,
        )
        for result in check_steps(trial):
            progress.next()
            if not as_json:
                click.echo(result_text(result, results))
            results.append(result)
        level = launcher.description
    path = _write_bundle(results, folder, bundle)
    if as_json:
        print_json(report_json(trial.bot, level, results, path))
    else:
        click.echo(verdict_line(results, path, time.monotonic() - began))
        if level["level"] != "full":
            click.secho(SHORT_OF_FULL[level["level"]], fg="red", bold=True, err=True)
    context.exit(0 if passed(results) else 1)


def _write_bundle(results: list[StepResult], folder: Path, path: Path | None) -> Path | None:
    """Keep the first decision that failed; where."""
    findings = [result.finding for result in results if result.finding is not None]
    bundle = next((finding.bundle for finding in findings if finding.bundle), None)
    if bundle is None:
        return None
    if path is None:
        here = Path.cwd()
        # In the bot's folder it would make another version of the bot.
        inside = here.resolve().is_relative_to(folder.resolve())
        path = (folder.resolve().parent if inside else Path()) / f"{bundle.bot.name}{BUNDLE}"
    write_text(path, encode_bundle(bundle).decode())
    return path


class _Progress:
    """The step in progress and how long it has taken, shown as `LiveLine` shows things."""

    def __init__(self, done: Sized) -> None:
        """`done` are the results so far."""
        self._line = LiveLine()
        self._done = done
        self._shown = self._began = time.monotonic()

    def tick(self) -> None:
        """Show it, if it is time to: this is called for every message."""
        now = time.monotonic()
        if now - self._shown > TICK_S and len(self._done) < len(STEPS):
            self._shown = now
            title = STEPS[len(self._done)].title
            text = f"{len(self._done) + 1:2}  …     {title}, {duration(now - self._began)}"
            self._line.show(lambda: text)

    def next(self) -> None:
        """A step is over: leave a clean line."""
        self._line.finish()
        self._began = time.monotonic()
