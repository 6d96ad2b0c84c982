"""A match: deals until a seat has the points (RULES, match).

    match = start_match(rules, derive_deck(seed, HAKEM_DECK))
    while not match.over:
        if match.deal is None:
            match = deal_cards(match, derive_deck(seed, match.next_deal))
        match = apply(match, choose(legal_actions(match)))

Chance enters only through the two decks passed in, so that a match can be replayed from its record.
`check` explains, `legal_actions` lists and `apply` obeys: one legality with three faces.
"""

from dataclasses import replace
from typing import NamedTuple

from arena.errors import IllegalActionError
from arena.rules.actions import Action, Concede
from arena.rules.cards import PACK, Hand, Rank
from arena.rules.deal import (
    DealResult,
    DealState,
    advance,
    deal_actions,
    deal_result,
    start_deal,
    why_illegal,
)
from arena.rules.ruleset import Ruleset
from arena.rules.seats import Seat


class MatchState(NamedTuple):
    """The full truth about a match, for the referee alone. Pairs are by seat."""

    rules: Ruleset
    hakem_draw: Hand
    """The cards turned up for the first hakem, in turn, seat 0's first; the last is an ace."""
    hakem: Seat
    """Hakem of the deal in progress, or of the next one."""
    score: tuple[int, int] = (0, 0)
    finished: tuple[DealState, ...] = ()
    results: tuple[DealResult, ...] = ()
    """One for each finished deal."""
    deal: DealState | None = None
    """The deal in progress, None between deals; after a concession, the deal it broke off."""
    winner: Seat | None = None
    conceded: bool = False

    @property
    def over(self) -> bool:
        """Whether the match has a winner."""
        return self.winner is not None

    @property
    def next_deal(self) -> int:
        """The number of the deal that `deal_cards` starts."""
        return len(self.finished) + 1

    @property
    def deal_in_progress(self) -> DealState:
        """The deal in progress.

        Raises:
            ValueError: the match is over, or waits for `deal_cards`.
        """
        if self.deal is None or self.over:
            raise ValueError("no deal is in progress")
        return self.deal


def start_match(rules: Ruleset, hakem_deck: Hand) -> MatchState:
    """Turn up cards for each seat in turn until the first ace; it makes the first hakem."""
    aces = [place for place, card in enumerate(hakem_deck) if card.rank is Rank.ACE]
    if not aces:
        raise ValueError("the cards turned up for hakem hold no ace")
    return MatchState(rules, hakem_deck[: aces[0] + 1], Seat(aces[0] % 2))


def single_deal(rules: Ruleset, number: int, hakem: Seat, deck: Hand) -> MatchState:
    """A deal by itself, in progress: a match that is over with it. No cards are turned for hakem.

    Raises:
        ValueError: this is no deck of 52 cards.
    """
    _check_deck(deck)
    deal = start_deal(number, hakem, deck)
    return MatchState(replace(rules, target=1), hakem_draw=(), hakem=hakem, deal=deal)


def deal_cards(match: MatchState, deck: Hand) -> MatchState:
    """Begin the next deal with this deck of 52 cards.

    Raises:
        ValueError: a deal is in progress, the match is over, or this is no deck.
    """
    _check_deck(deck)
    if match.deal is not None or match.over:
        raise ValueError("cards are dealt between the deals of a match")
    return match._replace(deal=start_deal(match.next_deal, match.hakem, deck))


def legal_actions(match: MatchState) -> tuple[Action, ...]:
    """Every legal action of the seat to act but `Concede`, which is always legal.

    Raises:
        ValueError: no deal is in progress.
    """
    return deal_actions(match.deal_in_progress)


def check(match: MatchState, action: Action) -> str | None:
    """The rule that forbids the action to the seat to act, or None if it is legal.

    Raises:
        ValueError: no deal is in progress.
    """
    deal = match.deal_in_progress
    return None if isinstance(action, Concede) else why_illegal(deal, action)


def apply(match: MatchState, action: Action) -> MatchState:
    """The match after an action of the seat to act; a deal that ends is scored.

    Raises:
        IllegalActionError: `check` forbids it; the message is the rule.
        ValueError: no deal is in progress.
    """
    deal = match.deal_in_progress
    if isinstance(action, Concede):
        return match._replace(winner=deal.turn.other, conceded=True)
    if rule := why_illegal(deal, action):
        raise IllegalActionError(rule)
    deal = advance(deal, action)
    return _score(match, deal) if deal.over else match._replace(deal=deal)


def _check_deck(deck: Hand) -> None:
    if len(deck) != len(PACK) or set(deck) != set(PACK):
        raise ValueError("a deck holds each of the 52 cards once")


def _score(match: MatchState, deal: DealState) -> MatchState:
    result = deal_result(deal, match.rules)
    zero, one = match.score
    winner = result.winner
    score = (zero + result.points, one) if winner is Seat.ZERO else (zero, one + result.points)
    return match._replace(
        hakem=winner,
        score=score,
        finished=(*match.finished, deal),
        results=(*match.results, result),
        deal=None,
        winner=winner if score[winner] >= match.rules.target else None,
    )
