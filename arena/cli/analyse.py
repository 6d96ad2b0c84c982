"""`arena analyse`: what each decision of a stored match was worth."""

import contextlib
from pathlib import Path

import click

from arena.analysis import (
    Analysing,
    Analysis,
    Judgement,
    analysis_json,
    keep_analysis,
    kept_analysis,
)
from arena.analysis import analyse as analyse_match
from arena.cli.analysis_view import analysis_sheet
from arena.cli.bot_argument import find_bot
from arena.cli.building import ShownBuilds
from arena.cli.confinement import confinement
from arena.cli.live import LiveLine
from arena.cli.options import reduced_option, store_option, tournament_option, unsafe_option
from arena.cli.sheet import Form, form_options, print_sheet
from arena.cli.text import plural
from arena.errors import InputError
from arena.records import MatchRecord
from arena.registry import Bot, keep_bot
from arena.sandbox import open_launcher
from arena.store import Store, utc_now
from arena.views.text import harmless_line

ANALYST = "ostad"
MOVE_MS = 100


@click.command()
@click.argument("match")
@store_option
@tournament_option
@click.option(
    "--with",
    "analyst",
    metavar="BOT",
    default=ANALYST,
    show_default=True,
    help="The analyst: a bot that understands --values, by its folder or name.",
)
@click.option(
    "--move-ms",
    type=click.IntRange(1, 60_000),
    default=None,
    show_default=f"{MOVE_MS}, or what it was when this match was analysed",
    help="How long it may take for a decision; more makes it surer.",
)
@click.option("--again", is_flag=True, help="Also where it has been done already.")
@form_options
@unsafe_option
@reduced_option
def analyse(
    match: str,
    store: Path,
    tournament: str | None,
    analyst: str,
    move_ms: int | None,
    again: bool,
    form: Form,
    unsafe: bool,
    reduced: bool,
) -> None:
    """Judge every decision of a stored MATCH: what it gave away, and what would have been best.

    An analyst, a strong bot, goes through the match in either seat, from what that seat knew. It
    takes up to a minute and is kept beside the match: the next time, and on the match's page, it is
    there at once.
    """
    with Store(store) as opened:
        stored = opened.tournament(tournament)
        played = opened.match(stored.name, match)
        if played is None:
            raise InputError(f"no match {match!r} in {stored.name}; `arena matches` lists them")
        record = played.record
        bot = find_bot(analyst, store)
        found = None if again else kept_analysis(opened, stored.name, record, bot.version)
        if found is None or move_ms not in (None, found.move_ms):
            move_ms = move_ms or MOVE_MS
            copies = opened.beside("bots")
            judgements = _judge(record, bot, copies, move_ms, unsafe=unsafe, reduced=reduced)
            found = Analysis(record, bot.name, bot.version, move_ms, utc_now(), judgements)
            keep_analysis(opened, stored.name, found)
    print_sheet(analysis_sheet(found), form, lambda: analysis_json(stored.name, found))


def _judge(
    record: MatchRecord, bot: Bot, copies: Path, move_ms: int, *, unsafe: bool, reduced: bool
) -> tuple[Judgement, ...]:
    if not record.times_us:
        raise InputError(f"{record.match} was over before the first decision: nothing to analyse")
    sandbox = confinement(unsafe=unsafe, reduced=reduced)
    kept = keep_bot(bot, copies, ShownBuilds(sandbox))
    with open_launcher(unsafe_no_sandbox=unsafe, detection=sandbox) as launcher:
        return _watched(
            analyse_match(record, kept.program, launcher, move_ms),
            len(record.times_us),
            harmless_line(bot.name),
        )


def _watched(analysing: Analysing, decisions: int, name: str) -> tuple[Judgement, ...]:
    """What comes of it; meanwhile it is shown how far it is."""
    line = LiveLine()
    number = 0
    told = lambda: f"{name}: {number} of {plural(decisions, 'decision')}"  # noqa: E731
    with contextlib.closing(analysing):
        try:
            while True:
                line.show(told)
                number = 1 + next(analysing)
        except StopIteration as ended:
            found: tuple[Judgement, ...] = ended.value
            return found
        finally:
            line.finish()
