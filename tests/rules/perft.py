"""Counts of legal action sequences by the engine, and positions in notation for both engines."""

from dataclasses import dataclass
from typing import Any

from arena.rules import (
    Card,
    Hand,
    MatchState,
    Play,
    Seat,
    Suit,
    apply,
    legal_actions,
)
from tests.oracle.hokm import OracleMatch
from tests.oracle.perft import action_key
from tests.rules.build import cards, draw_hands, new_match, wire_action, with_hands


def perft(match: MatchState, depth: int) -> int:
    """How many sequences of `depth` legal actions there are; the deal's end stops a line."""
    if depth == 0 or match.deal is None:
        return 1
    actions = legal_actions(match)
    if depth == 1:
        return len(actions)
    return sum(perft(apply(match, action), depth - 1) for action in actions)


def divide(match: MatchState, depth: int) -> dict[str, int]:
    """The same count for each first action."""
    return {
        action_key(wire_action(action)): perft(apply(match, action), depth - 1)
        for action in legal_actions(match)
    }


@dataclass(frozen=True, slots=True)
class Ending:
    """A position of the play phase: the 13 cards each seat drew, and what was played since."""

    hakem: Seat
    trump: Suit
    hands: tuple[Hand, Hand]
    plays: Hand

    @classmethod
    def from_json(cls, position: dict[str, Any]) -> "Ending":
        zero, one = (cards(hand) for hand in position["hands"])
        plays = cards(position["plays"])
        return cls(Seat(position["hakem"]), Suit(position["trump"]), (zero, one), plays)

    def to_json(self) -> dict[str, Any]:
        return {
            "hakem": int(self.hakem),
            "trump": str(self.trump),
            "hands": [" ".join(hand) for hand in self.hands],
            "plays": " ".join(self.plays),
        }

    def engine(self) -> MatchState:
        match = draw_hands(new_match(self.hakem), self.hands, self.trump)
        for card in self.plays:
            match = apply(match, Play(card))
        return match

    def oracle(self) -> OracleMatch:
        """The same deal, its actions found by looking at what the oracle knows."""
        match = OracleMatch(["AS"] if self.hakem is Seat.ZERO else ["KS", "AS"])
        match.deal([str(card) for card in with_hands(self.hands, self.hakem)])
        wanted = [[str(card) for card in hand] for hand in self.hands]
        for opening in ({"trump": str(self.trump)}, {}):
            seat = match.turn()
            hand: list[str] = match.knows(seat)["hand"]
            match.act({**opening, "throw": [card for card in hand if card not in wanted[seat]]})
        for _ in range(20):
            match.act({"draw": "keep"})
        seat = match.turn()
        offered: list[str] = match.knows(seat)["offered"]
        match.act({"pick": next(card for card in offered if card in wanted[seat])})
        for card in self.plays:
            match.act({"play": str(card)})
        return match


def ending_of(match: MatchState) -> Ending:
    """The notation of a play-phase position; the first deal of a match."""
    deal = match.deal_in_progress
    assert deal.trump is not None
    played: list[list[Card]] = [[], []]
    plays: list[Card] = []
    for trick in deal.tricks:
        played[trick.leader].append(trick.cards[0])
        played[trick.leader.other].append(trick.cards[1])
        plays += trick.cards
    if deal.lead is not None:
        played[deal.turn.other].append(deal.lead)
        plays.append(deal.lead)
    zero, one = (tuple(sorted((*played[s], *deal.hands[s]), key=_place)) for s in (0, 1))
    return Ending(deal.hakem, deal.trump, (zero, one), tuple(plays))


def _place(card: Card) -> int:
    return card.place
