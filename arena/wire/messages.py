"""The messages of protocol version 1, as typed structs (specified in `protocol/README.md`).

What the referee sends may gain fields in a later version and bots must ignore those they do not
know; what bots send is refused if it holds anything unknown.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType

from arena.rules import (
    Action,
    Card,
    Concede,
    DealResult,
    Draw,
    Observation,
    Open,
    Pick,
    Play,
    Ruleset,
    Seat,
    Suit,
    Throw,
)

PROTOCOL_VERSION = 1

NAME_LIMIT = 40
AUTHOR_LIMIT = 200
NOTE_LIMIT = 280
"""Characters; a note is a remark on one decision, not a log."""

Format: TypeAlias = Literal["match", "deals"]
"""Deals until a seat has the points, or single deals without a running score."""

Reason: TypeAlias = Literal["normal", "concede", "forfeit"]


class TimeControl(Struct, frozen=True, forbid_unknown_fields=True):
    """How long a bot may take, in milliseconds, and when it may think."""

    startup_ms: Annotated[int, Meta(ge=1, le=600_000)] = 10_000
    """From the start of the process to its `hello`."""
    move_ms: Annotated[int, Meta(ge=1, le=600_000)] = 1_000
    """For each decision; what is not used is lost."""
    bank_ms: Annotated[int, Meta(ge=0, le=3_600_000)] = 10_000
    """For a whole match: drawn on by decisions that take longer than `move_ms`."""
    increment_ms: Annotated[int, Meta(ge=0, le=600_000)] = 0
    """Put back into the bank after each decision, never above `bank_ms`."""
    ponder: bool = False
    """Whether a bot may compute when it is not asked; one that does so all the same is frozen."""


class MatchStart(Struct, frozen=True, tag_field="type", tag="match_start"):
    """A match begins; no reply is due."""

    match: str
    """Opaque: it says nothing about the pair, the half or the opponent."""
    seat: Seat
    rules: Ruleset
    time: TimeControl
    limits: dict[str, int]
    """What the process may use; the keys are those of a tournament's `[limits]`."""
    format: Format = "match"


class Act(Struct, frozen=True, tag_field="type", tag="act"):
    """A decision is due: one `action` with the same id, before the time is up."""

    id: str
    observation: Observation
    legal: tuple[Action, ...]
    """Every legal action but conceding, which is always legal."""
    move_ms: int
    bank_ms: int
    """What is left in the bank."""


class DealEnd(Struct, frozen=True, tag_field="type", tag="deal_end"):
    """A deal is over; no reply is due."""

    result: DealResult
    score: tuple[int, int]


class MatchEnd(Struct, frozen=True, tag_field="type", tag="match_end"):
    """A match is over; no reply is due, and another match may begin."""

    score: tuple[int, int]
    winner: Seat | None
    """None where single deals gave both as many points."""
    reason: Reason


class Bye(Struct, frozen=True, tag_field="type", tag="bye"):
    """The process should end now; it is killed shortly after."""


RefereeMessage: TypeAlias = MatchStart | Act | DealEnd | MatchEnd | Bye


class Hello(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="hello"):
    """The first message of a bot."""

    protocol: Literal[1]
    name: Annotated[str, Meta(min_length=1, max_length=NAME_LIMIT)]
    author: Annotated[str, Meta(max_length=AUTHOR_LIMIT)] | UnsetType = UNSET


class ActionFields(Struct, frozen=True, forbid_unknown_fields=True):
    """An action as it is written: the fields of exactly one of the six kinds are given."""

    trump: Suit | UnsetType = UNSET
    throw: tuple[Card, ...] | UnsetType = UNSET
    draw: Literal["keep", "reject"] | UnsetType = UNSET
    pick: Card | UnsetType = UNSET
    play: Card | UnsetType = UNSET
    concede: bool | UnsetType = UNSET

    def to_action(self) -> Action | None:
        """The action meant, or None where the fields given are not those of one kind."""
        given = tuple([name for name in self.__struct_fields__ if getattr(self, name) is not UNSET])
        kind = _KINDS.get(given)
        if kind is None or self.concede is False:
            return None
        return kind(*[getattr(self, name) for name in given])


_KINDS: dict[tuple[str, ...], Callable[..., Action]] = {
    ("trump", "throw"): Open,
    ("throw",): Throw,
    ("draw",): Draw,
    ("pick",): Pick,
    ("play",): Play,
    ("concede",): Concede,
}


class ActionReply(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="action"):
    """A bot's answer to `act`."""

    id: Annotated[str, Meta(max_length=64)]
    action: ActionFields
    note: Annotated[str, Meta(max_length=NOTE_LIMIT)] | UnsetType = UNSET


@dataclass(frozen=True, slots=True)
class Answer:
    """An `ActionReply` once it is known to hold one action of the rules."""

    id: str
    action: Action
    note: str | None = None


BotMessage: TypeAlias = Hello | Answer
