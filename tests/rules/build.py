"""Builders for the tests of the rules: matches at any point, by seed or from two given hands."""

import json
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from random import Random
from typing import Any, Literal, TypeAlias

from arena.rules import (
    HAKEM_DECK,
    KEEP,
    PACK,
    REJECT,
    Action,
    Card,
    DealState,
    Hand,
    MatchState,
    Observation,
    Open,
    Phase,
    Pick,
    Play,
    Ruleset,
    Seat,
    Suit,
    Throw,
    apply,
    deal_cards,
    derive_deck,
    legal_actions,
    observe,
    sorted_hand,
    start_match,
)
from arena.wire.codec import encode

ZERO, ONE = Seat.ZERO, Seat.ONE
SEATS = ZERO, ONE

Count: TypeAlias = Literal[2, 3]
COUNTS: tuple[Count, Count] = (2, 3)


def cards(text: str) -> Hand:
    """`"AS TH"` as cards, in the order written."""
    return tuple(Card(card) for card in text.split())


def new_match(hakem: Seat = ZERO, rules: Ruleset | None = None) -> MatchState:
    """A match with this first hakem that waits for its first deal."""
    return start_match(rules or Ruleset(), cards("AS" if hakem is ZERO else "KS AS"))


def at_open(seed: str = "build", hakem: Seat = ZERO) -> MatchState:
    return deal_cards(new_match(hakem), derive_deck(seed, 1))


def at_throw(seed: str = "build", hakem: Seat = ZERO, count: Count = 2) -> MatchState:
    match = at_open(seed, hakem)
    return apply(match, Open(Suit.S, hand_of(match, hakem)[:count]))


def at_draw(seed: str = "build", hakem: Seat = ZERO, count: Count = 2) -> MatchState:
    match = at_throw(seed, hakem, count)
    return apply(match, Throw(hand_of(match, hakem.other)[: 5 - count]))


def at_pick(seed: str = "build", hakem: Seat = ZERO, count: Count = 2) -> MatchState:
    return act(at_draw(seed, hakem, count), *[KEEP, REJECT] * 10)


def at_play(seed: str = "build", hakem: Seat = ZERO, count: Count = 2) -> MatchState:
    match = at_pick(seed, hakem, count)
    return apply(match, legal_actions(match)[0])


def act(match: MatchState, *actions: Action) -> MatchState:
    for action in actions:
        match = apply(match, action)
    return match


def play(match: MatchState, text: str) -> MatchState:
    """Lead and answer with these cards."""
    return act(match, *[Play(card) for card in cards(text)])


def hand_of(match: MatchState, seat: Seat) -> Hand:
    return match.deal_in_progress.hands[seat]


def with_hands(hands: tuple[Hand, Hand], hakem: Seat) -> Hand:
    """The deck that gives each seat these 13 cards if hakem throws 2 and both keep what they can.

    The cards of neither hand are thrown or go face down, in pack order.
    """
    wanted = [list(hand) for hand in hands]
    others = [card for card in PACK if card not in hands[0] and card not in hands[1]]
    dealt: dict[Seat, list[Card]] = {}
    for seat, count in (hakem, 2), (hakem.other, 3):
        dealt[seat] = [others.pop(0) for _ in range(count)]
        dealt[seat] += [wanted[seat].pop(0) for _ in range(5 - count)]
    stock = []
    drawer = hakem.other
    for _ in range(21):
        stock += [wanted[drawer].pop(0), others.pop(0)]
        drawer = drawer.other
    return (*dealt[ZERO], *dealt[ONE], *stock)


def draw_hands(match: MatchState, hands: tuple[Hand, Hand], trump: Suit) -> MatchState:
    """Deal the next deal and act until each seat holds these 13 cards and hakem is to lead."""
    hakem = match.hakem
    match = deal_cards(match, with_hands(hands, hakem))
    unwanted = [
        tuple(card for card in hand_of(match, seat) if card not in hands[seat]) for seat in SEATS
    ]
    match = act(match, Open(trump, unwanted[hakem]), Throw(unwanted[hakem.other]), *[KEEP] * 20)
    wanted = [card for card in match.deal_in_progress.offered if card in hands[hakem.other]]
    return apply(match, Pick(wanted[0]))


def table(zero: str, one: str, trump: Suit = Suit.S, turn: Seat = ZERO) -> MatchState:
    """The end of a deal at six tricks all but these cards: `turn`, the hakem, is to lead."""
    hands = sorted_hand(cards(zero)), sorted_hand(cards(one))
    deal = DealState(1, turn, PACK, hands, Phase.PLAY, turn, trump)
    return MatchState(Ruleset(), cards("AS"), turn, deal=deal)


def win_deal(match: MatchState, winner: Seat, kot: bool = False) -> MatchState:
    """Deal and play one deal that this seat wins, seven tricks to one or to none.

    It holds the spades, trump; its opponent may take one trick with the ace of hearts.
    """
    strong = cards("AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S") + cards("2S" if kot else "2H")
    weak = cards("AH AD KD QD JD TD 9D AC KC QC JC TC 9C")
    hands = (strong, weak) if winner is ZERO else (weak, strong)
    match = draw_hands(match, hands, Suit.S)
    number = match.next_deal
    while match.next_deal == number:
        legal = legal_actions(match)
        first = [Play(card) for card in cards("2H AH") if Play(card) in legal]
        match = apply(match, (first or legal)[0])
    return match


def decisions(seed: str, players: str = "") -> Iterator[tuple[MatchState, Action]]:
    """Every decision of a match between random players, and what is done."""
    rng = Random(seed + players)
    match = start_match(Ruleset(), derive_deck(seed, HAKEM_DECK))
    while not match.over:
        if match.deal is None:
            match = deal_cards(match, derive_deck(seed, match.next_deal))
        action = rng.choice(legal_actions(match))
        yield match, action
        match = apply(match, action)


def final(seed: str) -> MatchState:
    """How that match ends."""
    match, action = list(decisions(seed))[-1]
    return apply(match, action)


def one_deal(seed: str, hakem: Seat = ZERO) -> Iterator[tuple[MatchState, Action]]:
    """Every decision of one deal between random players, and what is done."""
    rng = Random(seed)
    match = at_open(seed, hakem)
    while match.deal is not None:
        action = rng.choice(legal_actions(match))
        yield match, action
        match = apply(match, action)


def turns_at(phase: Phase) -> list[Seat]:
    """Who acts at this phase of a random deal with hakem 0, in turn."""
    deals = [match.deal_in_progress for match, _ in one_deal("turns")]
    return [deal.turn for deal in deals if deal.phase is phase]


def threw_three(match: MatchState) -> Seat:
    return ZERO if len(match.deal_in_progress.thrown[ZERO] or ()) == 3 else ONE


def nearly_legal(match: MatchState, rng: Random) -> list[Action]:
    """Illegal actions that a careless bot could send: each is one step from a legal one."""
    deal = match.deal_in_progress
    hand = deal.hands[deal.turn]
    held = rng.choice(hand)
    absent = rng.choice([card for card in PACK if card not in hand])
    trump = rng.choice(list(Suit))
    wrong: list[Action] = []
    if deal.phase in (Phase.OPEN, Phase.THROW):
        opening = deal.phase is Phase.OPEN
        sizes = (2, 3) if opening else (5 - len(deal.thrown[deal.hakem] or ()),)
        throws = [tuple(rng.sample(hand, n)) for n in range(6) if n not in sizes]
        for size in sizes:
            kept = tuple(rng.sample(hand, size - 1))
            throws += [(*kept, absent), (*kept, kept[0])]
        wrong += [Open(trump, throw) if opening else Throw(throw) for throw in throws]
        wrong += [Throw(hand[:2]) if opening else Open(trump, hand[: sizes[0]]), Play(held)]
    elif deal.phase is Phase.PLAY:
        wrong += [Play(absent), Pick(held), Throw(hand[:1]), Open(trump, hand[:2])]
        follows = [Play(card) for card in hand if Play(card) not in legal_actions(match)]
        wrong += rng.sample(follows, min(2, len(follows)))
    else:
        wrong += [Play(held), Throw(hand[:2]), Open(trump, hand[:2])]
        wrong += [Pick(card) for card in (held, absent) if card not in deal.offered]
        wrong.append(Pick(deal.offered[0]) if deal.phase is Phase.DRAW else KEEP)
    if deal.phase is not Phase.DRAW:
        wrong.append(REJECT)
    return wrong


def places(deal: DealState) -> dict[str, tuple[Any, ...]]:
    """Where each card lies by the engine, in the terms of the oracle's `where`."""
    where: dict[str, tuple[Any, ...]] = dict.fromkeys(deal.deck[10:], ("stock",))
    for card in deal.deck[10 : 10 + 2 * len(deal.draws)]:
        where[card] = ("face_down",)
    for seat in SEATS:
        where |= {card: ("hand", int(seat)) for card in deal.hands[seat]}
        where |= {card: ("thrown", int(seat)) for card in deal.thrown[seat] or ()}
    for number, trick in enumerate(deal.tricks):
        where |= dict.fromkeys(trick.cards, ("trick", number))
    if deal.lead is not None:
        where[deal.lead] = ("trick", len(deal.tricks))
    return where


def changed(before: Observation, after: Observation) -> set[str]:
    """The fields in which two observations differ."""
    names = [field.name for field in fields(Observation)]
    return {name for name in names if getattr(before, name) != getattr(after, name)}


def news(match: MatchState, action: Action, seat: Seat) -> set[str]:
    """What an action changes in what a seat knows."""
    return changed(observe(match, seat), observe(apply(match, action), seat))


def wire(value: object) -> Any:
    """What a bot reads once it has parsed the JSON it is sent."""
    return json.loads(encode(value))


@cache
def wire_action(action: Action) -> dict[str, Any]:
    return dict(wire(action))
