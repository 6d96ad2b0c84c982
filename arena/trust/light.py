"""A record read for a quick look: the long lists of cards are left as the text they are."""

from typing import Any

import msgspec
from msgspec import Raw

from arena.records import DealRecord, MatchRecord


class LightDeal(DealRecord, frozen=True, forbid_unknown_fields=True):
    """A deal whose deck and plays are compared, or taken apart, as text."""

    deck: Raw  # type: ignore[assignment]
    plays: Raw  # type: ignore[assignment]


class LightRecord(MatchRecord, frozen=True, forbid_unknown_fields=True):
    """Nothing but its `deals` differs, and whoever uses it as a record leaves those cards alone."""

    deals: tuple[LightDeal, ...]


_decoder: "msgspec.json.Decoder[Any]" = msgspec.json.Decoder(LightRecord)


def read_lightly(line: bytes) -> LightRecord | None:
    """The record in a line; None where it is none, and another way to read it says why."""
    try:
        record: LightRecord = _decoder.decode(line)
    except msgspec.DecodeError:
        return None
    return record
