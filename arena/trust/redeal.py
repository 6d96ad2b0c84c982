"""Other worlds: redeals of what a seat has not seen, in which the same public actions are legal."""

from dataclasses import dataclass
from random import Random

from arena.rules import (
    Action,
    Card,
    DealState,
    Hand,
    MatchState,
    Open,
    Phase,
    Pick,
    Seat,
    Throw,
    apply,
    deal_cards,
    sorted_hand,
)


@dataclass(frozen=True, slots=True)
class World:
    """One deal as it was dealt and played so far, hidden choices included."""

    deck: Hand
    actions: tuple[tuple[Seat, Action], ...]

    def play(self, match: MatchState) -> MatchState:
        """Deal and act; an action that the rules forbid in this world raises."""
        return self.play_on(deal_cards(match, self.deck))

    def play_on(self, match: MatchState) -> MatchState:
        """Act, in a match in which this world's deck has been dealt."""
        for _, action in self.actions:
            match = apply(match, action)
        return match


def redeal(world: World, deal: DealState, seat: Seat, rng: Random) -> World:
    """A world drawn at random among all those that look the same to this seat.

    The cards that the seat has not seen and those its opponent played change places in the deck. So
    do the seat's own first five cards, which it was shown sorted. The opponent throws and picks as
    the new world has it; it keeps, rejects and plays as it did.

    Args:
        world: the true one.
        deal: how it stands after the actions of the true world.
        seat: the one that must not notice.
        rng: draws the world.
    """
    own = range(5 * seat, 5 * seat + 5)
    hidden = [place for place in range(52) if place not in {*own, *_seen(deal, seat)}]
    kept = _kept(deal, seat.other, rng)
    played = _played(deal, seat.other)
    unplayed = [deal.deck[place] for place in hidden if deal.deck[place] not in played]
    rng.shuffle(unplayed)
    # The opponent holds no suit that it failed to follow.
    voids = {
        trick.cards[0].suit
        for trick in deal.tricks
        if trick.leader is seat and trick.cards[1].suit is not trick.cards[0].suit
    }
    unplayed.sort(key=lambda card: card.suit in voids)
    held = len(kept) - len(played)
    theirs = rng.sample([*played, *unplayed[:held]], len(kept))
    rest = rng.sample(unplayed[held:], len(unplayed) - held)

    deck = dict(enumerate(deal.deck))
    deck |= zip(kept, theirs, strict=True)
    deck |= zip([place for place in hidden if place not in kept], rest, strict=True)
    deck |= zip(own, rng.sample(deal.deck[own.start : own.stop], 5), strict=True)
    their_five = range(5 * seat.other, 5 * seat.other + 5)
    thrown = sorted_hand(deck[place] for place in their_five if place not in kept)
    picked = deck[max(kept)]
    return World(
        tuple(deck[place] for place in range(52)),
        tuple(
            (turn, action if turn is seat else _adapted(action, thrown, picked))
            for turn, action in world.actions
        ),
    )


def _seen(deal: DealState, seat: Seat) -> set[int]:
    """Places in the deck of the cards of the stock that the seat has seen, by RULES alone."""
    seen = set()
    for number, drawn in enumerate(deal.draws):
        if drawn.seat is seat:
            seen |= (
                {10 + 2 * number} if drawn.draw == "keep" else {10 + 2 * number, 11 + 2 * number}
            )
    if deal.turn is seat and deal.phase in (Phase.DRAW, Phase.PICK):
        top = 10 + 2 * len(deal.draws)
        seen |= {top} if deal.phase is Phase.DRAW else {top, top + 1}
    return seen


def _kept(deal: DealState, seat: Seat, rng: Random) -> list[int]:
    """Places in the deck of the cards that the seat has held since it threw, in some world."""
    thrown = len(deal.thrown[seat] or ())
    kept = rng.sample(range(5 * seat, 5 * seat + 5), 5 - thrown)
    for number, drawn in enumerate(deal.draws):
        if drawn.seat is seat:
            top = 10 + 2 * number
            offset = {"keep": 0, "reject": 1, "pick": rng.randrange(2)}[drawn.draw]
            kept.append(top + offset)
    return kept


def _played(deal: DealState, seat: Seat) -> list[Card]:
    played = [trick.cards[0 if trick.leader is seat else 1] for trick in deal.tricks]
    return played if deal.lead is None or deal.turn is seat else [*played, deal.lead]


def _adapted(action: Action, thrown: Hand, picked: Card) -> Action:
    match action:
        case Open(trump, _):
            return Open(trump, thrown)
        case Throw(_):
            return Throw(thrown)
        case Pick(_):
            return Pick(picked)
        case _:
            return action
