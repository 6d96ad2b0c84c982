"""RULES, Shuffles are keyed by seat: a test for every sentence about the engine."""

import pytest

from arena.rules import (
    PACK,
    Card,
    Ruleset,
    Seat,
    deal_cards,
    derive_deck,
    match_seed,
    observe,
    sorted_hand,
    start_match,
)
from tests.rules.build import (
    SEATS,
    at_open,
    decisions,
    hand_of,
    new_match,
    one_deal,
    win_deal,
)
from tests.rules.sentences import rule

SECTION = "Shuffles are keyed by seat"


@rule(SECTION, "deck[0:5] goes to seat 0, deck[5:10] to seat 1, whoever is hakem")
@pytest.mark.parametrize("hakem", SEATS)
def test_the_first_5_cards_go_to_seat_0_the_next_5_to_seat_1_whoever_is_hakem(hakem: Seat) -> None:
    deck = derive_deck("build", 1)
    match = at_open("build", hakem)
    assert hand_of(match, Seat.ZERO) == sorted_hand(deck[0:5])
    assert hand_of(match, Seat.ONE) == sorted_hand(deck[5:10])
    later = deal_cards(win_deal(new_match(), hakem), deck)
    assert later.deal_in_progress.hands == match.deal_in_progress.hands


@rule(SECTION, "deck[10:] is the stock, top first")
def test_deck_from_10_on_is_the_stock_top_first() -> None:
    shown: list[Card] = []
    for match, _ in one_deal("build"):
        deal = match.deal_in_progress
        shown += observe(match, deal.turn).offered
    deck = derive_deck("build", 1)
    assert tuple(shown) == (*deck[10:50:2], *deck[50:52])


@rule(SECTION, "The deck of deal n depends only on (match seed, n), never on what a bot did.")
def test_the_deck_of_a_deal_depends_on_match_seed_and_number_alone() -> None:
    played = [[m.deal_in_progress for m, _ in decisions("one", bots)] for bots in ("a", "b")]
    decks = [{deal.number: deal.deck for deal in deals} for deals in played]
    assert all(decks[0][number] == decks[1][number] for number in decks[0].keys() & decks[1])
    assert derive_deck("one", 1) != derive_deck("two", 1)
    assert len({derive_deck("one", number) for number in range(14)}) == 14


@rule(SECTION, "A mirror pair is two matches with the same seed")
def test_both_matches_of_a_mirror_pair_have_the_same_cards_by_seat() -> None:
    assert match_seed("t", "1") != match_seed("t", "2")
    assert match_seed("t", "1") != match_seed("u", "1")
    seed = match_seed("t", "1")
    halves = [start_match(Ruleset(), derive_deck(seed, 0)) for _ in range(2)]
    dealt = [deal_cards(half, derive_deck(seed, 1)) for half in halves]
    assert dealt[0] == dealt[1]
    assert sorted(dealt[0].deal_in_progress.deck) == sorted(PACK)
