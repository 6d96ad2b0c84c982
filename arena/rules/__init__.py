"""Two-player Hokm as pure values and functions (`protocol/RULES.md` is the law).

Standard library only; no clock, no randomness but through `derive_deck`, no input or output.
"""

from arena.rules.actions import (
    CONCEDE,
    KEEP,
    REJECT,
    Action,
    Concede,
    Draw,
    Open,
    Pick,
    Play,
    Throw,
)
from arena.rules.cards import PACK, Card, Hand, Rank, Suit, beats, sorted_hand
from arena.rules.deal import TRICKS_TO_WIN, DealResult, DealState, Drawn, Phase, Trick, given_up
from arena.rules.deck import HAKEM_DECK, derive_deck, match_seed, shuffled
from arena.rules.match import (
    MatchState,
    apply,
    check,
    deal_cards,
    legal_actions,
    single_deal,
    start_match,
)
from arena.rules.observation import Observation, observe
from arena.rules.ruleset import Ruleset
from arena.rules.seats import Seat

__all__ = [
    "CONCEDE",
    "HAKEM_DECK",
    "KEEP",
    "PACK",
    "REJECT",
    "TRICKS_TO_WIN",
    "Action",
    "Card",
    "Concede",
    "DealResult",
    "DealState",
    "Draw",
    "Drawn",
    "Hand",
    "MatchState",
    "Observation",
    "Open",
    "Phase",
    "Pick",
    "Play",
    "Rank",
    "Ruleset",
    "Seat",
    "Suit",
    "Throw",
    "Trick",
    "apply",
    "beats",
    "check",
    "deal_cards",
    "derive_deck",
    "given_up",
    "legal_actions",
    "match_seed",
    "observe",
    "shuffled",
    "single_deal",
    "sorted_hand",
    "start_match",
]
