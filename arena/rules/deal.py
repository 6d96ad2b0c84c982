"""One deal: 5 cards each, open, throw, draw, pick, play (RULES, a deal).

A `DealState` is the full truth about a deal, for the referee alone; what a seat may know of it
leaves through `arena.rules.observation.observe`. Every state is a value: `advance` gives a new one.
"""

from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from typing import Literal, NamedTuple

from arena.rules.actions import KEEP, REJECT, Action, Draw, Open, Pick, Play, Throw
from arena.rules.cards import Card, Hand, Suit, beats, sorted_hand
from arena.rules.ruleset import Ruleset
from arena.rules.seats import Seat

TRICKS_TO_WIN = 7
DRAWS_BEFORE_PICK = 20
HAND_DEALT = 5


class Phase(StrEnum):
    """The five phases of a deal, in order."""

    OPEN = "open"
    THROW = "throw"
    DRAW = "draw"
    PICK = "pick"
    PLAY = "play"


@dataclass(frozen=True, slots=True)
class Drawn:
    """One turn at the stock that has been taken.

    `saw` and `took` are None in what the opponent is shown of it.
    """

    seat: Seat
    draw: Literal["keep", "reject", "pick"]
    saw: tuple[Card, ...] | None
    took: Card | None


@dataclass(frozen=True, slots=True)
class Trick:
    """A finished trick: the lead, the answer, and who took it."""

    leader: Seat
    cards: tuple[Card, Card]
    winner: Seat


@dataclass(frozen=True, slots=True)
class DealResult:
    """How a deal ended: tricks by seat, points for the winner (the loser gets none)."""

    deal: int
    winner: Seat
    tricks: tuple[int, int]
    points: int
    kot: bool


class DealState(NamedTuple):
    """The full truth about one deal. Pairs are by seat."""

    number: int
    """Place in the match, from 1."""
    hakem: Seat
    deck: Hand
    """All 52 cards as shuffled: 5 to seat 0, 5 to seat 1, then the stock, top first."""
    hands: tuple[Hand, Hand]
    phase: Phase
    turn: Seat
    """The seat to act; meaningless once the deal is over."""
    trump: Suit | None = None
    thrown: tuple[Hand | None, Hand | None] = (None, None)
    draws: tuple[Drawn, ...] = ()
    tricks: tuple[Trick, ...] = ()
    lead: Card | None = None
    """The card that waits for an answer."""
    tricks_won: tuple[int, int] = (0, 0)

    @property
    def over(self) -> bool:
        """Whether a seat has its seven tricks."""
        return TRICKS_TO_WIN in self.tricks_won

    @property
    def stock_left(self) -> int:
        """Cards still in the stock, those now offered included."""
        return len(self.deck) - 2 * HAND_DEALT - 2 * len(self.draws)

    @property
    def offered(self) -> tuple[Card, ...]:
        """The card on top of the stock at `draw`, both last cards at `pick`, else nothing."""
        if self.phase not in _OFFERED:
            return ()
        top = len(self.deck) - self.stock_left
        return self.deck[top : top + _OFFERED[self.phase]]


_OFFERED = {Phase.DRAW: 1, Phase.PICK: 2}


def start_deal(number: int, hakem: Seat, deck: Hand) -> DealState:
    """Deal 5 cards to each seat, keyed by seat and not by role (RULES, shuffles)."""
    hands = sorted_hand(deck[:HAND_DEALT]), sorted_hand(deck[HAND_DEALT : 2 * HAND_DEALT])
    return DealState(number, hakem, deck, hands, Phase.OPEN, hakem)


def deal_actions(deal: DealState) -> tuple[Action, ...]:
    """Every legal action of the seat to act, in an order that only its own hand decides."""
    hand = deal.hands[deal.turn]
    match deal.phase:
        case Phase.OPEN:
            throws = [cards for count in (2, 3) for cards in combinations(hand, count)]
            return tuple(Open(trump, cards) for trump in Suit for cards in throws)
        case Phase.THROW:
            return tuple(Throw(cards) for cards in combinations(hand, _throw_count(deal)))
        case Phase.DRAW:
            return KEEP, REJECT
        case Phase.PICK:
            return tuple(Pick(card) for card in deal.offered)
        case Phase.PLAY:
            return tuple(Play(card) for card in _playable(deal))


def why_illegal(deal: DealState, action: Action) -> str | None:
    """The rule that forbids the action to the seat to act, or None if it is legal."""
    hand = deal.hands[deal.turn]
    match deal.phase, action:
        case Phase.OPEN, Open(_, cards):
            return (
                "open: hakem throws 2 or 3 cards"
                if len(cards) not in (2, 3)
                else _held("open", cards, hand)
            )
        case Phase.THROW, Throw(cards):
            count = _throw_count(deal)
            return (
                f"throw: exactly {count} cards are thrown"
                if len(cards) != count
                else _held("throw", cards, hand)
            )
        case Phase.DRAW, Draw():
            return None
        case Phase.PICK, Pick(card):
            return None if card in deal.offered else "pick: one of the two last cards is taken"
        case Phase.PLAY, Play(card):
            if card not in hand:
                return _held("play", (card,), hand)
            led = deal.lead
            if led is not None and card not in _playable(deal):
                return f"play: suit {led.suit} was led and must be followed"
            return None
    return f"{deal.phase}: {_EXPECTED[deal.phase]} is due"


_EXPECTED = {
    Phase.OPEN: 'hakem\'s {"trump":…,"throw":[…]}',
    Phase.THROW: '{"throw":[…]}',
    Phase.DRAW: '{"draw":"keep"} or {"draw":"reject"}',
    Phase.PICK: '{"pick":…}',
    Phase.PLAY: '{"play":…}',
}


def advance(deal: DealState, action: Action) -> DealState:
    """The deal after a legal action of the seat to act."""
    match action:
        case Open(trump, cards):
            return _thrown(deal, cards)._replace(
                trump=trump, phase=Phase.THROW, turn=deal.turn.other
            )
        case Throw(cards):
            thrown = _thrown(deal, cards)
            first = deal.turn if len(cards) == 3 else deal.turn.other
            return thrown._replace(phase=Phase.DRAW, turn=first)
        case Draw(draw):
            top = len(deal.deck) - deal.stock_left
            saw, unseen = deal.deck[top], deal.deck[top + 1]
            took = saw if draw == "keep" else unseen
            return _took(deal, Drawn(deal.turn, draw, (saw,), took))
        case Pick(card):
            return _took(deal, Drawn(deal.turn, "pick", deal.offered, card))
        case Play(card):
            return _played(deal, card)
    raise TypeError(f"{action!r} is not an action within a deal")


def deal_result(deal: DealState, rules: Ruleset) -> DealResult:
    """The result of a deal that is over (RULES, a deal, 7)."""
    winner = Seat.ZERO if deal.tricks_won[0] == TRICKS_TO_WIN else Seat.ONE
    kot = deal.tricks_won[winner.other] == 0
    points = (rules.kot_hakem if winner is deal.hakem else rules.kot_other) if kot else 1
    return DealResult(deal.number, winner, deal.tricks_won, points, kot)


def given_up(deal: DealState, loser: Seat, rules: Ruleset) -> DealResult:
    """The result of a single deal that a seat breaks off: it loses as much as a deal can cost."""
    winner = loser.other
    points = rules.kot_hakem if winner is deal.hakem else rules.kot_other
    return DealResult(deal.number, winner, deal.tricks_won, points, kot=False)


def _throw_count(deal: DealState) -> int:
    hakem_threw = deal.thrown[deal.hakem]
    return HAND_DEALT - len(hakem_threw or ())


def _held(phase: str, cards: Hand, hand: Hand) -> str | None:
    if len(set(cards)) != len(cards):
        return f"{phase}: a card is thrown once"
    absent = [card for card in cards if card not in hand]
    return f"{phase}: {absent[0]} is not in the hand" if absent else None


def _playable(deal: DealState) -> Hand:
    """Cards of the led suit if there are any, else the whole hand."""
    hand = deal.hands[deal.turn]
    if deal.lead is None:
        return hand
    led = deal.lead.suit
    return tuple([card for card in hand if card.suit is led]) or hand


def _by_seat(pair: tuple[Hand, Hand], seat: Seat, value: Hand) -> tuple[Hand, Hand]:
    return (value, pair[1]) if seat is Seat.ZERO else (pair[0], value)


def _thrown(deal: DealState, cards: Hand) -> DealState:
    left = tuple(card for card in deal.hands[deal.turn] if card not in cards)
    gone = sorted_hand(cards)
    thrown = (gone, deal.thrown[1]) if deal.turn is Seat.ZERO else (deal.thrown[0], gone)
    return deal._replace(hands=_by_seat(deal.hands, deal.turn, left), thrown=thrown)


def _took(deal: DealState, drawn: Drawn) -> DealState:
    assert drawn.took is not None
    hand = sorted_hand((*deal.hands[deal.turn], drawn.took))
    draws = (*deal.draws, drawn)
    picked = drawn.draw == "pick"
    if picked:
        phase, turn = Phase.PLAY, deal.hakem
    else:
        phase = Phase.PICK if len(draws) == DRAWS_BEFORE_PICK else Phase.DRAW
        turn = deal.turn.other
    return deal._replace(
        hands=_by_seat(deal.hands, deal.turn, hand), draws=draws, phase=phase, turn=turn
    )


def _played(deal: DealState, card: Card) -> DealState:
    left = tuple([held for held in deal.hands[deal.turn] if held is not card])
    hands = _by_seat(deal.hands, deal.turn, left)
    if deal.lead is None:
        return deal._replace(hands=hands, lead=card, turn=deal.turn.other)
    assert deal.trump is not None
    leader = deal.turn.other
    winner = deal.turn if beats(card, deal.lead, deal.trump) else leader
    zero, one = deal.tricks_won
    return deal._replace(
        hands=hands,
        lead=None,
        turn=winner,
        tricks=(*deal.tricks, Trick(leader, (deal.lead, card), winner)),
        tricks_won=(zero + 1, one) if winner is Seat.ZERO else (zero, one + 1),
    )
