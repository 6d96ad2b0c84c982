"""What the inspector tells the server, a line of JSON each, and the report that is made of it."""

from enum import StrEnum
from typing import Annotated, Any, Final

from msgspec import Meta, Struct

from arena.check import StepResult, result_json

ARCHIVE: Final = "upload.zip"
"""In an upload's folder."""
LONGEST: Final = 4_000
"""Characters of each text; `arena check` at home tells the rest."""
MOST: Final = 5
"""Of the messages that came back, of remarks, and of files that are named."""
LINE_BYTES: Final = 1 << 20
"""Longer is no line of an inspector's."""

_Text = Annotated[str, Meta(max_length=LONGEST + 1)]


class Outcome(StrEnum):
    """What came of an upload."""

    TAKEN = "taken"
    """A new version."""
    KNOWN = "known"
    """The same content was there already."""
    REFUSED = "refused"
    """The bot, or the zip file, is not in order, or did not pass."""
    FAILED = "failed"
    """This machine is at fault."""
    STOPPED = "stopped"
    """The server was ended before it was done."""


class Found(Struct, frozen=True):
    """What a failed step has found. Text of the bot's is in it."""

    problem: _Text
    rule: _Text
    advice: _Text
    sent: _Text | None = None
    came: tuple[_Text, ...] = ()
    stderr: _Text = ""


class Step(Struct, frozen=True, tag="step"):
    """A step of the check that is over."""

    number: int
    name: str
    title: str
    verdict: str
    text: _Text
    remarks: tuple[_Text, ...] = ()
    seconds: float = 0.0
    finding: Found | None = None


class Doing(Struct, frozen=True, tag="doing"):
    """What goes on."""

    what: str
    """`unpack`, `build`, or the name of a step."""
    bot: str | None = None


class End(Struct, frozen=True, tag="end"):
    """It is over."""

    outcome: Outcome
    bot: str | None = None
    version: str | None = None
    error: _Text | None = None
    """Why it was not taken in, for its author."""
    host: _Text | None = None
    """What failed on this machine, for the organiser alone."""
    overwritten: tuple[_Text, ...] = ()
    """Files that the build wrote once more: they belong under `ignore`."""
    stderr: _Text = ""
    """The end of what a bot that passed wrote to standard error; of another a step tells it."""


News = Step | Doing | End


class Report(Struct, frozen=True):
    """What its author is told of an upload, and in `host` what only the organiser is."""

    end: End
    steps: tuple[Step, ...] = ()


def step_of(result: StepResult) -> Step:
    """A result, with what is too long for a page cut."""
    told = result_json(result)
    finding = told.pop("finding")
    return Step(
        **{name: _cut(told[name]) for name in told if name != "figures"},
        finding=Found(**{name: _cut(value) for name, value in finding.items()})
        if finding
        else None,
    )


def shortened(text: str, *, end: bool = False) -> str:
    """A text of at most `LONGEST` characters: its beginning, or its end."""
    if len(text) <= LONGEST:
        return text
    return f"…{text[-LONGEST:]}" if end else f"{text[:LONGEST]}…"


def _cut(value: Any) -> Any:
    if isinstance(value, str):
        return shortened(value)
    return tuple(shortened(each) for each in value[:MOST]) if isinstance(value, tuple) else value
