"""Lines of records looked at one by one, and what is left to compare between them."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

import msgspec

from arena.records import BotRef, Link, MatchRecord, link_of, piece_units, without_link
from arena.trust.alone import look_alone
from arena.trust.finding import Finding, Wrong, text
from arena.wire import Format

Units: TypeAlias = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Brief:
    """A record that is in order by itself, as far as others have to agree with it."""

    match: str
    pair: str
    half: int
    seed: str
    commitment: str
    bots: tuple[BotRef, BotRef]
    format: Format
    settings: tuple[tuple[str, bytes], ...]
    """What is the same in all matches of a tournament, by the record's field, as JSON."""
    deals: int
    fault: str | None
    at_fault: str | None
    points: tuple[int, int]
    winner: str | None
    reason: str
    units: Units
    """Its pieces of evidence as the bot sees them whose name comes first."""
    link: Link | None
    made: str
    """The link that the record gives behind the one before it."""
    digits: bool
    """Whether every deal holds the digest of what was shown."""

    @property
    def alone(self) -> bool:
        """Whether it belongs to no pair."""
        return self.match == self.pair


def look(lines: Iterable[bytes]) -> list[Brief | Finding]:
    """Look at every line by itself, up to the first that is not in order."""
    found: list[Brief | Finding] = []
    for line in lines:
        try:
            found.append(_look(line))
        except Wrong as wrong:
            found.append(wrong.finding)
            break
    return found


def _look(line: bytes) -> Brief:
    bare, link = without_link(line)
    record = look_alone(line)
    shown = [bool(deal.shown) for deal in record.deals]
    if any(shown) and not all(shown):
        deal = record.deals[shown.index(False)].deal
        raise Wrong(
            Finding(record.match, deal, "shown", "a digest, as in the other deals", "nothing")
        )
    if record.chain and link is None:
        expected = "the last field, as protocol/README.md writes it"
        raise Wrong(Finding(record.match, None, "chain", expected, text(record.chain)))
    return brief(record, link, link_of(link.previous, bare) if link else "")


def brief(record: MatchRecord, link: Link | None, made: str) -> Brief:
    """What others have to agree with."""
    result, fault = record.result, record.result.fault
    names = [bot.name for bot in record.bots]
    return Brief(
        record.match,
        record.pair,
        record.half,
        record.seed,
        record.commitment,
        record.bots,
        record.format,
        (
            ("format", msgspec.json.encode(record.format)),
            ("rules", msgspec.json.encode(record.rules)),
            ("time", msgspec.json.encode(record.time)),
            ("limits", msgspec.json.encode(record.limits, order="sorted")),
        ),
        len(record.deals),
        fault.kind if fault else None,
        names[fault.seat] if fault else None,
        result.points,
        None if result.winner is None else names[result.winner],
        result.reason,
        tuple(piece_units(record, min(names))),
        link,
        made,
        all(bool(deal.shown) for deal in record.deals),
    )
