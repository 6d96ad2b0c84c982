"""The record of a match: the public format from which everything else can be rebuilt.

`protocol/README.md` (Match record) documents each field. Two runs with the same plan and the same
answers give the same record to the byte, but for what is measured: `times_us`, `withheld_us`,
`frozen`, and `overrun_ms` and `used_ms` of a fault.
"""

from collections.abc import Iterable, Sequence
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from arena.errors import InputError
from arena.records.chain import Link
from arena.records.faults import Fault
from arena.rules import Card, DealResult, DealState, MatchState, Ruleset, Seat, Suit
from arena.wire import Format, Reason, TimeControl

RECORD_VERSION: Literal[1] = 1


class BotRef(Struct, frozen=True, forbid_unknown_fields=True):
    """A bot by name and content hash."""

    name: str
    version: str


class Discards(Struct, frozen=True, forbid_unknown_fields=True):
    """What was thrown, by role; None where the deal broke off before."""

    hakem: tuple[Card, ...] | None
    other: tuple[Card, ...] | None


ShownDigits: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]
PlayedDeal: TypeAlias = tuple[DealState, DealResult | None]
"""A deal's last state and its result; None where it broke off without one."""


class DealRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """One deal; the last may have been broken off, then the fields of its end are None."""

    deal: int
    hakem: Seat
    deck: Annotated[tuple[Card, ...], Meta(min_length=52, max_length=52)]
    trump: Suit | None
    discards: Discards
    draws: Annotated[str, Meta(pattern="^[kr]{0,20}$|^[kr]{20}[12]$")]
    plays: tuple[Card, ...]
    tricks: tuple[int, int]
    winner: Seat | None
    points: int | None
    kot: bool | None
    shown: tuple[ShownDigits, ShownDigits] | UnsetType = UNSET
    """Digests of all that each seat was shown at its decisions; older records have none."""


class Outcome(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """How a match ended: points by seat, and the winner, which a forfeit decides against them.

    In the `deals` format the points decide alone; if they are equal there is no winner.
    """

    points: tuple[int, int]
    winner: Seat | None
    reason: Reason
    fault: Fault | None = None

    @classmethod
    def of(cls, match: MatchState, fault: Fault | None) -> "Outcome":
        """The outcome of a match that is over, by the rules or by a fault."""
        if fault is not None:
            return cls(match.score, fault.seat.other, "forfeit", fault)
        if match.winner is None:
            raise ValueError("the match is not over")
        return cls(match.score, match.winner, "concede" if match.conceded else "normal")

    @classmethod
    def of_deals(cls, played: "Sequence[PlayedDeal]", fault: Fault | None) -> "Outcome":
        """The outcome of a row of single deals."""
        zero, one = points = points_of(played)
        winner = None if zero == one else Seat.ZERO if zero > one else Seat.ONE
        return cls(points, winner, "forfeit" if fault else "normal", fault)


class MatchRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """One match. Pairs are by seat."""

    record: Literal[1]
    format: Format
    match: str
    job: str
    pair: str
    half: Literal[0, 1]
    seed: str
    commitment: str
    bots: tuple[BotRef, BotRef]
    rules: Ruleset
    time: TimeControl
    limits: dict[str, int]
    sandbox: dict[str, str]
    hakem_draw: tuple[Card, ...]
    deals: tuple[DealRecord, ...]
    result: Outcome
    times_us: tuple[int, ...]
    withheld_us: tuple[tuple[int, int], ...]
    frozen: tuple[tuple[Seat, int], ...]
    notes: tuple[tuple[int, str], ...]
    software: dict[str, str]
    chain: Link | UnsetType = UNSET
    """Its place in the chain, where it is given out by a store; no part of what was played."""


def points_of(played: Iterable[PlayedDeal]) -> tuple[int, int]:
    """Points by seat, all deals together."""
    points = [0, 0]
    for _, result in played:
        if result is not None:
            points[result.winner] += result.points
    return points[0], points[1]


encode_record = msgspec.json.Encoder().encode
"""One JSON object, UTF-8, without line breaks: a line of JSON Lines."""

_decoder = msgspec.json.Decoder(MatchRecord)


def decode_record(data: bytes) -> MatchRecord:
    """The record in these bytes.

    Raises:
        InputError: it is not a record of version 1; the message says where.
    """
    try:
        record: MatchRecord = _decoder.decode(data)
    except msgspec.DecodeError as error:
        raise InputError(f"not a match record of version {RECORD_VERSION}: {error}") from error
    return record
