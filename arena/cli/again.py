"""`arena repro` and `arena bundle`: one match looked into, here or elsewhere."""

from pathlib import Path
from typing import Any

import click

from arena.cli.files import replacing
from arena.cli.options import (
    DIFFERS,
    confinement,
    json_option,
    print_json,
    reduced_option,
    store_option,
    tournament_option,
    unsafe_option,
)
from arena.cli.text import harmless, harmless_line, plural
from arena.errors import InputError
from arena.referee import MatchRecord, decode_record, without_link
from arena.rules import Action
from arena.sandbox import open_launcher
from arena.store import Store
from arena.tournament import Bot, load_bot, missing_program
from arena.trust import Again, Asked, ask_again, decision, write_bundle
from arena.wire import encode


@click.command()
@click.argument("match")
@click.option(
    "--decision",
    "number",
    type=click.IntRange(0),
    required=True,
    help="Its number in the match, from 0, both seats counted.",
)
@store_option
@tournament_option
@click.option(
    "--bots",
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder that holds the bots by version; the store's if it is not given.",
)
@json_option
@unsafe_option
@reduced_option
@click.pass_context
def repro(
    context: click.Context,
    match: str,
    number: int,
    store: Path,
    tournament: str | None,
    bots: Path | None,
    as_json: bool,
    unsafe: bool,
    reduced: bool,
) -> None:
    """Put one decision of a MATCH to its bot again, in the same sandbox.

    MATCH is an id as `arena matches` lists it, or a file with one record. The bot of the recorded
    version gets the very request of then: once alone, and once after all that it was sent before it
    in that match. Its answers are shown beside the recorded one.

    Exit code: 0 the last answer is the recorded one, 3 it is another.
    """
    record, library = _found(match, store, tournament)
    asked = decision(record, number)
    bot = _bot(record, asked, bots or library)
    sandbox = confinement(unsafe=unsafe, reduced=reduced)
    with open_launcher(unsafe_no_sandbox=unsafe, detection=sandbox) as launcher:
        tries = {
            "alone": ask_again(asked, bot.program, launcher, alone=True),
            "after all before it": ask_again(asked, bot.program, launcher, alone=False),
        }
    last = list(tries.values())[-1]
    same = last.action == asked.action and last.failure is None
    if as_json:
        print_json(_object(record, asked, tries, same=same))
    else:
        _tell(record, asked, tries)
    if not same:
        context.exit(DIFFERS)


def _found(match: str, store: Path, tournament: str | None) -> tuple[MatchRecord, Path]:
    """The record, and where the store keeps bots."""
    path = Path(match)
    if path.is_file():
        return decode_record(without_link(path.read_bytes().strip())[0]), Path("bots")
    with Store(store) as opened:
        stored = opened.tournament(tournament)
        played = opened.match(stored.name, match)
        if played is None:
            raise InputError(f"no match {match!r} in {stored.name}; `arena matches` lists them")
        return played.record, opened.beside("bots")


def _bot(record: MatchRecord, asked: Asked, library: Path) -> Bot:
    ref = record.bots[asked.seat]
    folder = library / ref.version
    bot = load_bot(folder)
    if bot.version != ref.version:
        raise InputError(f"{folder}: holds {bot.version}, not what played, {ref.version}")
    if program := missing_program(bot):
        raise InputError(f"{bot.name}: needs {program!r}, which this host does not have")
    return bot


def _tell(record: MatchRecord, asked: Asked, tries: dict[str, Again]) -> None:
    ref = record.bots[asked.seat]
    deal = asked.request.observation
    place = f"deal {deal.deal}, {deal.phase}, seat {int(asked.seat)}"
    bot = harmless_line(f"{ref.name} ({ref.version})")
    click.echo(f"{harmless_line(record.match)}, decision {asked.number}: {place}, {bot}")
    click.echo(f"  asked      {encode(asked.request).decode()}")
    click.echo(f"  recorded   {_recorded(asked)}")
    for how, again in tries.items():
        click.echo(f"  now        {_answered(again)}, {again.ms:.1f} ms, {how}")
    for line in list(tries.values())[-1].stderr.splitlines()[-10:]:
        click.echo(f"  it wrote   {harmless(line)}")


def _recorded(asked: Asked) -> str:
    if asked.action is not None:
        return f"{_text(asked.action)}, {asked.ms:.1f} ms"
    fault = asked.fault
    return harmless_line(f"{fault.kind}: {fault.detail}") if fault else "nothing"


def _answered(again: Again) -> str:
    if again.action is not None:
        return _text(again.action)
    failure = again.failure
    return harmless_line(f"{failure.kind}: {failure.detail}") if failure else "nothing"


def _text(action: Action) -> str:
    return encode(action).decode()


def _object(
    record: MatchRecord, asked: Asked, tries: dict[str, Again], *, same: bool
) -> dict[str, Any]:
    return {
        "match": record.match,
        "decision": asked.number,
        "seat": int(asked.seat),
        "bot": record.bots[asked.seat].name,
        "version": record.bots[asked.seat].version,
        "request": encode(asked.request).decode(),
        "recorded": None if asked.action is None else _text(asked.action),
        "recorded_fault": None if asked.fault is None else asked.fault.kind,
        "tries": [
            {
                "alone": how == "alone",
                "action": None if again.action is None else _text(again.action),
                "failure": None if again.failure is None else again.failure.kind,
                "ms": round(again.ms, 3),
                "stderr": again.stderr,
            }
            for how, again in tries.items()
        ],
        "same": same,
    }


@click.command()
@click.argument("match")
@store_option
@tournament_option
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    required=True,
    help="The file to write, such as match.tar.gz.",
)
@click.option(
    "--with-bots",
    is_flag=True,
    help="Pack the bots too. Ask their authors before you give it away.",
)
def bundle(match: str, store: Path, tournament: str | None, output: Path, with_bots: bool) -> None:
    """Pack a MATCH: its record, the settings, what its bots wrote, and how to look into it.

    The tournament's seed is not in it. `arena repro` in the unpacked folder puts a decision to a
    bot again.
    """
    with Store(store) as opened:
        stored = opened.tournament(tournament)
        try:
            with replacing(output) as file:
                packed = write_bundle(opened, stored, match, file, bots=with_bots)
        except OSError as error:
            raise InputError(f"{output}: {error.strerror}") from None
    what = f"{plural(packed.logs, 'log')}, {plural(packed.bots, 'bot')}"
    click.echo(f"{output}: {harmless_line(match)}, {what}", err=True)
