"""What is said of an action that breaks a rule: bot authors read it, word for word."""

from collections.abc import Callable

import pytest

from arena.rules import (
    KEEP,
    PACK,
    Action,
    Card,
    Hand,
    MatchState,
    Open,
    Pick,
    Play,
    Ruleset,
    Seat,
    Suit,
    Throw,
    apply,
    check,
    deal_cards,
    given_up,
    legal_actions,
    single_deal,
)
from tests.rules.build import (
    ONE,
    SEATS,
    ZERO,
    at_draw,
    at_open,
    at_pick,
    at_play,
    at_throw,
    hand_of,
    new_match,
)


def first(match: MatchState, count: int) -> Hand:
    """So many cards of the seat to act."""
    return hand_of(match, match.deal_in_progress.turn)[:count]


def absent(match: MatchState) -> Card:
    """A card that the seat to act does not hold and is not offered."""
    deal = match.deal_in_progress
    return next(card for card in PACK if card not in (*deal.hands[deal.turn], *deal.offered))


REFUSED: list[tuple[Callable[[], MatchState], Callable[[MatchState], Action], str]] = [
    (at_open, lambda m: Open(Suit.S, first(m, 1)), "open: hakem throws 2 or 3 cards"),
    (at_open, lambda m: Open(Suit.S, first(m, 4)), "open: hakem throws 2 or 3 cards"),
    (at_open, lambda m: Open(Suit.S, first(m, 1) * 2), "open: a card is thrown once"),
    (at_open, lambda m: Open(Suit.S, (absent(m), *first(m, 1))), "open: {} is not in the hand"),
    (at_open, lambda m: Throw(first(m, 3)), 'open: hakem\'s {{"trump":…,"throw":[…]}} is due'),
    (at_throw, lambda m: Throw(first(m, 2)), "throw: exactly 3 cards are thrown"),
    (at_throw, lambda m: Throw(first(m, 1) * 3), "throw: a card is thrown once"),
    (at_throw, lambda m: Throw((*first(m, 2), absent(m))), "throw: {} is not in the hand"),
    (at_throw, lambda m: KEEP, 'throw: {{"throw":[…]}} is due'),
    (
        at_draw,
        lambda m: Play(first(m, 1)[0]),
        'draw: {{"draw":"keep"}} or {{"draw":"reject"}} is due',
    ),
    (at_pick, lambda m: Pick(absent(m)), "pick: one of the two last cards is taken"),
    (at_pick, lambda m: KEEP, 'pick: {{"pick":…}} is due'),
    (at_play, lambda m: Play(absent(m)), "play: {} is not in the hand"),
    (at_play, lambda m: Pick(first(m, 1)[0]), 'play: {{"play":…}} is due'),
]
"""A match, an action, and what is said of it, `{}` being the card that is not held."""


@pytest.mark.parametrize(("at", "action", "said"), REFUSED, ids=[said for *_, said in REFUSED])
def test_the_rule_that_an_action_breaks_is_named(
    at: Callable[[], MatchState], action: Callable[[MatchState], Action], said: str
) -> None:
    match = at()
    assert check(match, action(match)) == said.format(absent(match))


@pytest.mark.parametrize("deck", [PACK[:51], (*PACK[:51], PACK[0]), (*PACK, PACK[0])])
def test_a_deck_holds_each_of_the_52_cards_once(deck: Hand) -> None:
    refused = pytest.raises(ValueError, match=r"^a deck holds each of the 52 cards once$")
    with refused:
        deal_cards(new_match(), deck)
    with refused:
        single_deal(Ruleset(), 1, ZERO, deck)


def test_cards_are_not_dealt_into_a_deal() -> None:
    with pytest.raises(ValueError, match=r"^cards are dealt between the deals of a match$"):
        deal_cards(at_open(), PACK)


@pytest.mark.parametrize("hakem", SEATS)
def test_a_single_deal_is_a_match_of_one_deal(hakem: Seat) -> None:
    match = single_deal(Ruleset(), 4, hakem, PACK)
    deal = match.deal_in_progress
    assert (deal.number, deal.hakem, deal.turn, deal.deck) == (4, hakem, hakem, PACK)
    assert deal.hands == deal_cards(new_match(hakem), PACK).deal_in_progress.hands
    assert (match.hakem_draw, match.score, match.over) == ((), (0, 0), False)
    while not match.over:
        match = apply(match, legal_actions(match)[0])
    assert (match.results[0].deal, match.winner) == (4, match.results[0].winner)
    assert len(match.results) == 1


def test_a_single_deal_that_is_given_up_costs_as_much_as_a_deal_can() -> None:
    rules = Ruleset(kot_hakem=5, kot_other=6)
    deal = single_deal(rules, 3, ONE, PACK).deal_in_progress
    hakem_gives_up, other_gives_up = given_up(deal, ONE, rules), given_up(deal, ZERO, rules)
    assert (hakem_gives_up.winner, hakem_gives_up.points) == (ZERO, 6)
    assert (other_gives_up.winner, other_gives_up.points) == (ONE, 5)
    for result in (hakem_gives_up, other_gives_up):
        assert (result.deal, result.tricks, result.kot) == (3, (0, 0), False)
