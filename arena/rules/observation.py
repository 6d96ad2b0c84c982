"""What one seat may know, and nothing more: the one door through which hidden cards stay hidden.

The law is RULES, "What a seat knows": redeal every card a seat has not seen, replay the same public
actions, and its observation is the same. The tests do exactly that.
"""

from dataclasses import dataclass
from functools import cache
from typing import Literal

from arena.rules.cards import Card, Hand, Suit
from arena.rules.deal import Drawn, Phase, Trick
from arena.rules.match import MatchState
from arena.rules.seats import Seat


@dataclass(frozen=True, slots=True)
class Observation:
    """Everything that one seat may know of a match (perfect recall). Pairs are by seat.

    Field names are those of the wire; `protocol/README.md` explains each.
    """

    deal: int
    phase: Phase
    seat: Seat
    turn: Seat
    score: tuple[int, int]
    hakem: Seat
    hakem_draw: Hand
    trump: Suit | None
    hand: Hand
    thrown: Hand
    throw_counts: tuple[int | None, int | None]
    draws: tuple[Drawn, ...]
    stock: int
    offered: tuple[Card, ...]
    tricks: tuple[Trick, ...]
    lead: Card | None
    tricks_won: tuple[int, int]


def observe(match: MatchState, seat: Seat) -> Observation:
    """What `seat` may know of the deal in progress.

    Raises:
        ValueError: no deal is in progress.
    """
    deal = match.deal_in_progress
    zero, one = deal.thrown
    return Observation(
        deal=deal.number,
        phase=deal.phase,
        seat=seat,
        turn=deal.turn,
        score=match.score,
        hakem=deal.hakem,
        hakem_draw=match.hakem_draw,
        trump=deal.trump,
        hand=deal.hands[seat],
        thrown=deal.thrown[seat] or (),
        throw_counts=(None if zero is None else len(zero), None if one is None else len(one)),
        draws=tuple(
            [
                drawn if drawn.seat is seat else _hidden(drawn.seat, drawn.draw)
                for drawn in deal.draws
            ]
        ),
        stock=deal.stock_left,
        offered=deal.offered if deal.turn is seat else (),
        tricks=deal.tricks,
        lead=deal.lead,
        tricks_won=deal.tricks_won,
    )


@cache
def _hidden(seat: Seat, draw: Literal["keep", "reject", "pick"]) -> Drawn:
    """The opponent's turn at the stock: the choice is public, the cards are not."""
    return Drawn(seat, draw, saw=None, took=None)
