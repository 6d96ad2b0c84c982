"""Positions for an author to test a bot with: one of every kind, from one deal."""

from collections.abc import Iterator
from random import Random

import msgspec

from arena.rules import (
    DealState,
    Phase,
    Ruleset,
    Seat,
    apply,
    derive_deck,
    legal_actions,
    observe,
    single_deal,
)
from arena.wire import Act, TimeControl, encode

SEED = "positions 2"
"""Of a deal in which all kinds come up."""


def positions() -> str:
    """One position a line, as JSON: `what` it is, and the `act` that asks for a decision."""
    return "".join(f"{line}\n" for line in dict(_positions()).values())


def _positions() -> Iterator[tuple[str, str]]:
    """Every decision of the deal; of those of a kind the last counts."""
    match = single_deal(Ruleset(), 1, Seat.ZERO, derive_deck(SEED, 1))
    time = TimeControl()
    for number in range(100):
        if match.deal is None:
            return
        seat, legal = match.deal.turn, legal_actions(match)
        what = _what(match.deal, len(legal))
        act = Act(f"{number:016x}", observe(match, seat), legal, time.move_ms, time.bank_ms)
        line = {"what": what, "act": msgspec.Raw(encode(act))}
        yield what, msgspec.json.encode(line).decode()
        match = apply(match, Random(f"{SEED} {number}").choice(legal))


def _what(deal: DealState, legal: int) -> str:
    """The kind of a decision, in words."""
    match deal.phase:
        case Phase.OPEN:
            return "hakem names trump and throws"
        case Phase.THROW:
            return "the other seat throws"
        case Phase.DRAW:
            return "keep the card or take the next one unseen"
        case Phase.PICK:
            return "one of the last two cards"
        case Phase.PLAY if deal.lead is None:
            return "on lead"
        case Phase.PLAY:
            held = len(deal.hands[deal.turn])
            return "nothing of the led suit" if legal == held else "follow suit"
