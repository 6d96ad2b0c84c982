"""What a seat is sent, in this world and in others that look the same to it."""

from collections.abc import Callable
from typing import TypeAlias

from arena.rules import MatchState, Seat, legal_actions, observe
from arena.trust.redeal import World, redeal
from arena.wire.codec import encode

__all__ = ["Lister", "Observer", "World", "redeal", "sent"]

Observer: TypeAlias = Callable[[MatchState, Seat], object]
Lister: TypeAlias = Callable[[MatchState], object]


def sent(
    match: MatchState, seat: Seat, observer: Observer = observe, lister: Lister = legal_actions
) -> bytes:
    """What the seat is sent at a decision: what it knows and, if it is to act, what is legal."""
    legal = lister(match) if match.deal_in_progress.turn is seat else ()
    return encode(observer(match, seat)) + b"\n" + encode(legal)
