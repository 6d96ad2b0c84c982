"""From a game that a fault ended to what its author is told."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from arena.check.advice import advice_for, rule_for
from arena.check.bundle import Bundle
from arena.check.flush import held_back
from arena.check.report import Finding
from arena.check.signs import Evidence
from arena.check.subject import Game, Subject
from arena.records import BotRef, FaultKind

SHOWN_STDERR = 2048
"""Characters."""

MUTE = (FaultKind.FAILED_START, FaultKind.TIMEOUT)
"""Faults that a bot which does not flush its output may have."""


@dataclass(frozen=True, slots=True)
class Source:
    """Where the bot's author has it, and which step plays."""

    folder: Path
    step: str


def finding_of(game: Game, subject: Subject, source: Source) -> Finding:
    """What is wrong with the bot in a game that its fault ended."""
    fault = game.fault
    assert fault is not None
    request, came = game.request, game.came
    stdio = subject.program.transport == "stdio"
    silent = stdio and fault.kind in MUTE and not (request and came)
    held = held_back(subject, game.sent) if silent else ()
    evidence = Evidence(
        fault=fault,
        stdio=stdio,
        connected=game.connected,
        earlier=tuple(game.sent[:-1]),
        came=came,
        held_back=held,
        stderr=game.stderr,
    )
    problem = f"{fault.kind}: {fault.detail}"
    if fault.overrun_ms is not None:
        problem += f", by {fault.overrun_ms} ms"
    if fault.used_ms is not None:
        problem += f"; it used {fault.used_ms} ms of processor time"
    return Finding(
        problem=problem,
        rule=rule_for(fault),
        advice=advice_for(evidence),
        sent=request.decode() if request else None,
        came=tuple(data.decode("utf-8", "replace") for data in came),
        stderr=game.stderr[-SHOWN_STDERR:],
        bundle=_bundle(game, subject, source),
    )


def _bundle(game: Game, subject: Subject, source: Source) -> Bundle | None:
    """None where the bot did not come as far as a request."""
    messages: list[dict[str, Any]] = [msgspec.json.decode(data) for data in game.sent]
    asked = [n for n, message in enumerate(messages) if message["type"] == "act"]
    if not asked:
        return None
    began = next(n for n, message in enumerate(messages) if message["type"] == "match_start")
    program = subject.program
    return Bundle(
        bundle=1,
        bot=BotRef(program.name, program.version),
        folder=str(source.folder.resolve()),
        step=source.step,
        later=game.later,
        start=messages[began],
        before=tuple(messages[began + 1 : asked[-1]]),
        request=messages[asked[-1]],
        came=tuple(data.decode("utf-8", "replace") for data in game.came),
        match=game.record,
    )
