"""`arena play`: one match between two bots."""

import secrets
from pathlib import Path

import click

from arena.cli.bot_argument import find_bot
from arena.cli.building import ShownBuilds
from arena.cli.confinement import confinement
from arena.cli.match_view import match_text, result_line
from arena.cli.options import json_option, print_record, reduced_option, store_option, unsafe_option
from arena.records import encode_record
from arena.referee import MatchPlan, MatchSettings, play_one
from arena.registry import Bot, keep_bot
from arena.rules import match_seed
from arena.sandbox import Launcher, open_launcher
from arena.store import beside
from arena.views.text import harmless


@click.command()
@click.argument("bot_zero", metavar="BOT")
@click.argument("bot_one", metavar="BOT")
@click.option("--seed", help="Any text: the same seed gives the same decks. Drawn if not given.")
@click.option("--moves", is_flag=True, help="Tell the match move by move.")
@store_option
@json_option
@unsafe_option
@reduced_option
def play(
    bot_zero: str,
    bot_one: str,
    seed: str | None,
    moves: bool,
    store: Path,
    as_json: bool,
    unsafe: bool,
    reduced: bool,
) -> None:
    """Play one match between two bots; the first has seat 0.

    BOT is a bot's folder, or a name: `name` or `name@version` of one that was submitted, or a bot
    that comes with the arena such as `naive`. Nothing is stored and nothing is rated. With --json
    the match record is printed.
    """
    if as_json and moves:
        raise click.UsageError("--moves tells the match; --json prints its record")
    bots = find_bot(bot_zero, store), find_bot(bot_one, store)
    sandbox = confinement(unsafe=unsafe, reduced=reduced)
    seed = seed or secrets.token_hex(8)
    with open_launcher(unsafe_no_sandbox=unsafe, detection=sandbox) as launcher:
        zero, one = (
            keep_bot(bot, _library(bot, store, launcher), ShownBuilds(sandbox)).program
            for bot in bots
        )
        plan = MatchPlan(
            match="play",
            job="play",
            pair="play",
            half=0,
            seed=match_seed(seed, "play"),
            bots=(zero, one),
            settings=MatchSettings(),
            sandbox=launcher.description,
        )
        played = play_one(plan, launcher)
    if as_json:
        print_record(encode_record(played.record))
    elif moves:
        click.echo(match_text(played))
    else:
        click.echo(f"{result_line(played.record)}  (seed {harmless(seed)})")


def _library(bot: Bot, store: Path, launcher: Launcher) -> Path:
    """Where the copy that plays is kept: beside the store, if there is one, what took a build."""
    if bot.manifest.build and store.exists():
        return beside(store, "bots")
    return launcher.run_dir / "bots"
