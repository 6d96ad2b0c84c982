"""One recorded match looked into, here (`arena repro`) or elsewhere (`arena bundle`)."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from arena.cli.files import replacing
from arena.cli.options import print_json, store_option, tournament_option
from arena.cli.text import plural
from arena.errors import InputError
from arena.records import MatchRecord, decode_record, without_link
from arena.registry import Bot, Workbench, keep_bot, load_bot, missing_program, sources_of
from arena.rules import Action
from arena.sandbox import Detection, open_launcher
from arena.store import Store
from arena.trust import Again, Asked, ask_again, decision, write_bundle
from arena.views.text import harmless, harmless_line
from arena.wire import encode


@dataclass(frozen=True, slots=True)
class Found:
    """A recorded match, and the folder in which its bots are kept by version."""

    record: MatchRecord
    copies: Path


def find_match(match: str, store: Path, tournament: str | None) -> Found:
    """The stored match of that id, or the record in that file.

    Raises:
        InputError: there is none.
        StoreError: the store cannot be read.
    """
    path = Path(match)
    if path.is_file():
        try:
            return Found(decode_record(without_link(path.read_bytes().strip())[0]), Path("bots"))
        except InputError as error:
            raise InputError(f"{path}: {error}") from None
        except OSError as error:
            raise InputError(f"{path}: {error.strerror}") from None
    with Store(store) as opened:
        stored = opened.tournament(tournament)
        played = opened.match(stored.name, match)
        if played is None:
            raise InputError(f"no match {match!r} in {stored.name}; `arena matches` lists them")
        return Found(played.record, opened.beside("bots"))


def repro_match(
    found: Found, number: int, copies: Path | None, sandbox: Detection | None, *, as_json: bool
) -> bool:
    """Put a recorded decision to its bot again and show what comes; whether it is the same.

    Args:
        found: the match.
        number: of the decision, from 0.
        copies: the folder of its bots by version, if not where it should be.
        sandbox: what was found out about this host's; None runs the bot without one.
        as_json: print JSON.

    Raises:
        InputError: there is no such decision, or the bot is not there or not to be run here.
        HostError: the machine failed, not the bot.
    """
    record = found.record
    asked = decision(record, number)
    bot = _bot(record, asked, copies or found.copies, sandbox)
    with open_launcher(unsafe_no_sandbox=sandbox is None, detection=sandbox) as launcher:
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
    return same


def _bot(record: MatchRecord, asked: Asked, copies: Path, sandbox: Detection | None) -> Bot:
    ref = record.bots[asked.seat]
    folder = sources_of(copies, ref.version)
    bot = load_bot(folder)
    if bot.version != ref.version:
        raise InputError(f"{folder}: holds {bot.version}, not what played, {ref.version}")
    if program := missing_program(bot):
        raise InputError(f"{bot.name}: needs {program!r}, which this host does not have")
    return keep_bot(bot, copies, Workbench(sandbox))


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
def bundle(match: str, store: Path, tournament: str | None, output: Path) -> None:
    """Pack a MATCH: its record, the settings, what its bots wrote, and how to look into it.

    Its bots are packed, too, where their authors allow it: `share = true` in their bot.toml. The
    tournament's seed is not in it. `arena repro` in the unpacked folder puts a decision to a
    bot again.
    """
    with Store(store) as opened:
        stored = opened.tournament(tournament)
        try:
            with replacing(output) as file:
                packed = write_bundle(opened, stored, match, file)
        except OSError as error:
            raise InputError(f"{output}: {error.strerror}") from None
    what = f"{plural(packed.logs, 'log')}, {plural(packed.bots, 'bot')}"
    click.echo(f"{output}: {harmless_line(match)}, {what}", err=True)
    for bot in packed.left_out:
        click.echo(f"not packed: {harmless_line(bot)}", err=True)
