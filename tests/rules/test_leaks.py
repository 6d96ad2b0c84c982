"""RULES, What a seat knows, last sentence: nothing that a seat has not seen reaches it.

Every card that it has not seen is dealt anew, the same public actions are replayed, and what it is
sent must be the same to the last byte. The same check must catch observations that do leak.
"""

from collections.abc import Callable
from random import Random

import pytest

from arena.rules import (
    HAKEM_DECK,
    Action,
    Card,
    DealState,
    MatchState,
    Phase,
    Play,
    Ruleset,
    Seat,
    apply,
    deal_cards,
    derive_deck,
    legal_actions,
    observe,
    start_match,
)
from arena.wire.codec import encode
from tests.rules.build import SEATS, new_match, one_deal
from tests.rules.sentences import rule
from tests.rules.worlds import Lister, Observer, World, redeal, sent

DEALS = 90


def leaks(
    seed: str, hakem: Seat, observer: Observer = observe, lister: Lister = legal_actions
) -> list[str]:
    """The decisions of a random deal at which a seat is sent more than it may know."""
    rng = Random(seed)
    found = []
    actions: list[tuple[Seat, Action]] = []
    for match, action in one_deal(seed, hakem):
        deal = match.deal_in_progress
        world = World(deal.deck, tuple(actions))
        for seat in SEATS:
            other = redeal(world, deal, seat, rng).play(new_match(hakem))
            if sent(match, seat, observer, lister) != sent(other, seat, observer, lister):
                found.append(f"{seed}: seat {seat} at action {len(actions)}, {deal.phase}")
        actions.append((deal.turn, action))
    return found


@rule("What a seat knows, and nothing more", "redeal every card a seat has not seen, replay")
@pytest.mark.parametrize("hakem", SEATS)
def test_a_redeal_of_all_that_a_seat_has_not_seen_sends_it_the_same_bytes(hakem: Seat) -> None:
    for number in range(DEALS // 2):
        assert leaks(f"leak {number}", hakem) == []


def test_a_redeal_moves_every_kind_of_hidden_card() -> None:
    """The check above would pass if the worlds were all the true one."""
    rng = Random("moves")
    moved: dict[tuple[Phase, str], int] = {}
    for number in range(20):
        actions: list[tuple[Seat, Action]] = []
        for match, action in one_deal(f"moves {number}"):
            deal = match.deal_in_progress
            for seat in SEATS:
                there = redeal(World(deal.deck, tuple(actions)), deal, seat, rng)
                other = there.play(new_match()).deal_in_progress
                for name, differ in (
                    ("hand", other.hands[seat.other] != deal.hands[seat.other]),
                    ("thrown", other.thrown[seat.other] != deal.thrown[seat.other]),
                    ("stock", other.deck[-2:] != deal.deck[-2:]),
                    ("draws", other.draws != deal.draws),
                ):
                    moved[deal.phase, name] = moved.get((deal.phase, name), 0) + differ
                assert other.hands[seat] == deal.hands[seat]
                assert other.tricks == deal.tricks
            actions.append((deal.turn, action))
    never = {pair for pair, times in moved.items() if times == 0}
    assert never == {
        (Phase.OPEN, "thrown"),
        (Phase.OPEN, "draws"),
        (Phase.THROW, "draws"),
    }


# --- Whole matches -----------------------------------------------------------------------------


def match_of(seed: str) -> tuple[list[World], list[DealState]]:
    """The deals of a random match, as played and as they ended."""
    rng = Random(seed)
    match = start_match(Ruleset(), derive_deck(seed, HAKEM_DECK))
    worlds = []
    while not match.over:
        match = deal_cards(match, derive_deck(seed, match.next_deal))
        deck = match.deal_in_progress.deck
        actions = []
        while match.deal is not None and not match.over:
            action = rng.choice(legal_actions(match))
            actions.append((match.deal.turn, action))
            match = apply(match, action)
        worlds.append(World(deck, tuple(actions)))
    return worlds, list(match.finished)


def all_sent(seed: str, worlds: list[World], seat: Seat) -> list[bytes]:
    """All that a seat is sent in a match: at its decisions and at the ends of deals."""
    match = start_match(Ruleset(), derive_deck(seed, HAKEM_DECK))
    stream = []
    for world in worlds:
        match = deal_cards(match, world.deck)
        for turn, action in world.actions:
            if turn is seat:
                stream.append(sent(match, seat))
            match = apply(match, action)
        stream.append(encode(match.results[-1]) + encode(match.score))
    return stream


@pytest.mark.parametrize("seat", SEATS)
def test_a_redeal_of_a_whole_match_sends_a_seat_the_same_bytes(seat: Seat) -> None:
    rng = Random("whole matches")
    for number in range(20):
        seed = f"whole {number}"
        worlds, ends = match_of(seed)
        others = [redeal(world, end, seat, rng) for world, end in zip(worlds, ends, strict=True)]
        assert others != worlds
        assert all_sent(seed, others, seat) == all_sent(seed, worlds, seat)
        assert all_sent(seed, others, seat.other) != all_sent(seed, worlds, seat.other)


# --- The check checked -------------------------------------------------------------------------

Leak = Callable[[DealState, Seat], object]


def deck_order(deal: DealState, seat: Seat) -> list[Card]:
    return sorted(deal.hands[seat], key=deal.deck.index)


def next_stock_card(deal: DealState, seat: Seat) -> tuple[Card, ...]:
    place = 52 - deal.stock_left + len(deal.offered)
    return deal.deck[place : place + 1]


def passed_over_by_keep(deal: DealState, seat: Seat) -> list[Card]:
    """The card that goes face down seen by nobody, shown to the keeper."""
    return [
        deal.deck[11 + 2 * number]
        for number, drawn in enumerate(deal.draws)
        if drawn.seat is seat and drawn.draw == "keep"
    ]


LEAKS: dict[str, Leak] = {
    "the hand in deck order": deck_order,
    "the next card of the stock": next_stock_card,
    "the last card of the stock": lambda deal, seat: deal.deck[-1],
    "the card after one that was kept": passed_over_by_keep,
    "the hand of the opponent": lambda deal, seat: deal.hands[seat.other],
    "whether the opponent holds trumps": lambda deal, seat: any(
        card.suit is deal.trump for card in deal.hands[seat.other]
    ),
    "what the opponent threw": lambda deal, seat: deal.thrown[seat.other],
    "what the opponent drew": lambda deal, seat: deal.draws,
    "what the opponent is offered": lambda deal, seat: deal.offered,
    "a number made of the deck": lambda deal, seat: sum(
        place * card.place for place, card in enumerate(deal.deck)
    ),
}


@pytest.mark.parametrize("leak", LEAKS.values(), ids=LEAKS.keys())
def test_an_observation_with_a_leak_is_caught(leak: Leak) -> None:
    def leaky(match: MatchState, seat: Seat) -> object:
        return observe(match, seat), leak(match.deal_in_progress, seat)

    assert any(leaks(f"leaky {number}", SEATS[number % 2], leaky) for number in range(4))


def test_legal_actions_in_deck_order_are_caught() -> None:
    def leaky(match: MatchState) -> object:
        legal = legal_actions(match)
        plays = [action.play for action in legal if isinstance(action, Play)]
        return sorted(plays, key=match.deal_in_progress.deck.index) or legal

    assert any(leaks(f"leaky {number}", SEATS[number % 2], observe, leaky) for number in range(4))
