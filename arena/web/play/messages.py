"""What the browser may say, all of it untrusted, and what it is told."""

from typing import Annotated, Final, TypeAlias

import msgspec
from msgspec import Meta, Struct

from arena.rules import Action
from arena.web.moments import Frame
from arena.wire import ActionFields

LARGEST: Final = 2_048
"""Bytes of a message from the browser; the longest that means something has about 200."""
TARGETS: Final = (1, 3, 7)
"""Points to play to: the rules' seven, or less."""


class Sit(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="sit"):
    """Sit down against a bot."""

    bot: Annotated[str, Meta(min_length=1, max_length=100)]
    target: Annotated[int, Meta(ge=1, le=7)] = 7


class Do(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="act"):
    """Answer what was asked."""

    ask: Annotated[str, Meta(max_length=64)]
    action: ActionFields


class GiveUp(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="concede"):
    """Concede the match."""


class Rematch(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="rematch"):
    """Sit down again, in the other seat."""


Said: TypeAlias = Do | GiveUp | Rematch


class Go(Struct, frozen=True):
    """There is a table at this address."""

    go: str


class Refused(Struct, frozen=True):
    """Nothing came of what was said; why, in the viewer's language."""

    refused: str


class Asked(Struct, frozen=True):
    """What the person has to do."""

    id: str
    kind: str
    """The phase."""
    cards: list[str]
    """That may be chosen."""
    counts: list[int]
    """How many of them; none where a button says it all."""


class End(Struct, frozen=True):
    """The match is over, or does not count."""

    title: str
    text: str
    match: str
    """Where its page is; empty if it was not stored."""
    replay: str


class Told(Struct, frozen=True):
    """One moment, or where the match is without a new one."""

    number: int
    """Of the moment, counted through the match; 0 before the first."""
    frame: Frame | None
    hint: str
    """What is to be done, or who is waited for."""
    asked: Asked | None
    end: End | None


_sit: Final = msgspec.json.Decoder(Sit)
_said: Final = msgspec.json.Decoder(Said)


def read_sit(text: str) -> Sit | None:
    """What was said before there was a table; None if it means nothing."""
    try:
        return _sit.decode(text)
    except msgspec.DecodeError:
        return None


def read_said(text: str) -> Said | None:
    """What was said at a table; None if it means nothing."""
    try:
        said: Said = _said.decode(text)
    except msgspec.DecodeError:
        return None
    return said


def action_of(do: Do) -> Action | None:
    """The action that was meant; None if it is none."""
    return do.action.to_action()
