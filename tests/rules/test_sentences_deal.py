"""RULES, A deal, up to the play: a test for every sentence."""

from itertools import pairwise

import pytest

from arena.errors import IllegalActionError
from arena.rules import (
    KEEP,
    PACK,
    REJECT,
    Drawn,
    Open,
    Phase,
    Pick,
    Seat,
    Suit,
    Throw,
    apply,
    check,
    deal_cards,
    legal_actions,
    observe,
)
from tests.rules.build import (
    COUNTS,
    ONE,
    SEATS,
    ZERO,
    Count,
    act,
    at_draw,
    at_open,
    at_pick,
    at_play,
    at_throw,
    cards,
    decisions,
    hand_of,
    new_match,
    one_deal,
    places,
    turns_at,
)
from tests.rules.sentences import rule

# --- Open and throw ----------------------------------------------------------------------------


@rule("A deal 1", "hakem, seeing only its 5 cards")
@pytest.mark.parametrize("hakem", SEATS)
def test_hakem_opens_seeing_only_its_five_cards(hakem: Seat) -> None:
    match = at_open(hakem=hakem)
    seen = observe(match, hakem)
    assert len(seen.hand) == 5
    assert (seen.thrown, seen.draws, seen.offered, seen.tricks, seen.lead) == ((), (), (), (), None)


@rule("A deal 1", "names trump (any of the four suits, held or not")
def test_any_of_the_four_suits_may_be_trump_held_or_not() -> None:
    match = deal_cards(new_match(), PACK)
    hand = hand_of(match, ZERO)
    assert {card.suit for card in hand} == {Suit.S}
    for suit in Suit:
        assert apply(match, Open(suit, hand[:2])).deal_in_progress.trump is suit


@rule("A deal 1", "throws 2 or 3 of them, both in one action")
def test_hakem_names_trump_and_throws_two_or_three_in_one_action() -> None:
    match = at_open()
    hand = hand_of(match, ZERO)
    for count in range(6):
        allowed = check(match, Open(Suit.D, hand[:count])) is None
        assert allowed is (count in COUNTS)
        assert check(match, Throw(hand[:count])) is not None
    throws = [len(action.throw) for action in legal_actions(match) if isinstance(action, Open)]
    assert (throws.count(2), throws.count(3), len(throws)) == (40, 40, 80)
    for count in COUNTS:
        opened = apply(match, Open(Suit.D, hand[:count])).deal_in_progress
        assert (opened.trump, opened.thrown) == (Suit.D, (hand[:count], None))
        assert opened.hands[ZERO] == hand[count:]
    assert check(match, Open(Suit.D, hand_of(match, ONE)[:2])) is not None


@rule("A deal 1", "Trump can't change after that.")
def test_trump_does_not_change_after_open() -> None:
    trumps: list[Suit | None] = []
    for match, _ in one_deal("trump"):
        deal = match.deal_in_progress
        trumps.append(deal.trump)
        if deal.trump is not None:
            assert check(match, Open(Suit.C, deal.hands[deal.turn][:2])) is not None
    assert trumps[0] is None
    assert len(set(trumps[1:])) == 1


@rule("A deal 2", "throws 5 minus hakem's count: exactly 3 or exactly 2")
@pytest.mark.parametrize("count", COUNTS)
def test_the_other_throws_5_minus_the_count_of_hakem(count: Count) -> None:
    match = at_throw(count=count)
    hand = hand_of(match, ONE)
    allowed = [n for n in range(6) if check(match, Throw(hand[:n])) is None]
    assert allowed == [5 - count]
    assert apply(match, Throw(hand[: 5 - count])).deal_in_progress.hands[ONE] == hand[5 - count :]


@rule("A deal 2", "the other player, knowing trump")
def test_the_other_knows_trump_when_it_throws() -> None:
    assert observe(at_throw(), ONE).trump is Suit.S


@rule("A deal 2", "Any cards may be thrown by either, trumps and aces too")
def test_any_cards_may_be_thrown_trumps_and_aces_too() -> None:
    deck = cards("AS KS AH 3H 2H AC AD QS 3D 2D")
    match = deal_cards(new_match(), (*deck, *[card for card in PACK if card not in deck]))
    match = apply(match, Open(Suit.S, cards("AS KS")))
    match = apply(match, Throw(cards("QS AD AC")))
    assert match.deal_in_progress.thrown == (cards("AS KS"), cards("QS AD AC"))


@rule("A deal 2", "Thrown cards stay face down; nobody else sees them before the match is over")
def test_nobody_else_ever_sees_thrown_cards() -> None:
    for match, _ in decisions("thrown"):
        deal = match.deal_in_progress
        for seat in SEATS:
            seen = observe(match, seat)
            assert seen.thrown == (deal.thrown[seat] or ())
            hidden = set(deal.thrown[seat.other] or ())
            shown = {*seen.hand, *seen.thrown, *seen.offered, seen.lead}
            shown |= {card for trick in seen.tricks for card in trick.cards}
            shown |= {card for drawn in seen.draws for card in (*(drawn.saw or ()), drawn.took)}
            assert not hidden & shown


# --- Draw and pick -----------------------------------------------------------------------------


@rule("A deal 3", "draw: the actor sees the top card.")
def test_the_actor_and_nobody_else_sees_the_top_card() -> None:
    match = at_draw()
    deal = match.deal_in_progress
    assert observe(match, deal.turn).offered == (deal.deck[10],)
    assert observe(match, deal.turn.other).offered == ()


@rule("A deal 3", "keep: it joins the hand, and the next card goes face down seen by nobody")
def test_keep_takes_the_top_card_and_nobody_sees_the_next() -> None:
    match = at_draw()
    deal = match.deal_in_progress
    top, following = deal.deck[10:12]
    after = apply(match, KEEP)
    assert set(hand_of(after, deal.turn)) == {*deal.hands[deal.turn], top}
    assert places(after.deal_in_progress)[following] == ("face_down",)
    assert observe(after, deal.turn).draws == (Drawn(deal.turn, "keep", (top,), top),)
    assert observe(after, deal.turn.other).offered == (deal.deck[12],)


@rule(
    "A deal 3", "reject: it goes face down (only the rejecter knows it) and the next card must be"
)
def test_reject_takes_the_next_card_whatever_it_is_at_once() -> None:
    match = at_draw()
    deal = match.deal_in_progress
    top, following = deal.deck[10:12]
    after = apply(match, REJECT)
    assert set(hand_of(after, deal.turn)) == {*deal.hands[deal.turn], following}
    assert places(after.deal_in_progress)[top] == ("face_down",)
    assert observe(after, deal.turn).draws == (Drawn(deal.turn, "reject", (top,), following),)
    assert observe(after, deal.turn.other).draws == (Drawn(deal.turn, "reject", None, None),)


@rule("A deal 3", "The choice is public , the cards are not.")
def test_the_choice_is_public_and_the_cards_are_not() -> None:
    match = act(at_draw(), KEEP, REJECT, REJECT)
    for seat in SEATS:
        draws = observe(match, seat).draws
        assert [drawn.draw for drawn in draws] == ["keep", "reject", "reject"]
        assert all((drawn.saw is None) is (drawn.seat is not seat) for drawn in draws)
        assert all((drawn.took is None) is (drawn.seat is not seat) for drawn in draws)


@rule("A deal 4", "Turns alternate.")
def test_turns_alternate() -> None:
    turns = turns_at(Phase.DRAW)
    assert all(turn is not following for turn, following in pairwise(turns))


@rule(
    "A deal 4", "The seat that threw 3 (holding 2) draws 11 times, the other (holding 3) 10 times"
)
@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("hakem", SEATS)
def test_the_seat_that_threw_3_draws_11_times_the_other_10(hakem: Seat, count: Count) -> None:
    match = at_draw(hakem=hakem, count=count)
    drawer = hakem if count == 3 else hakem.other
    assert [len(hand_of(match, seat)) for seat in (drawer, drawer.other)] == [2, 3]
    draws = at_play(hakem=hakem, count=count).deal_in_progress.draws
    assert [sum(drawn.seat is seat for drawn in draws) for seat in (drawer, drawer.other)] == [
        11,
        10,
    ]
    assert draws[20].seat is drawer


@rule("A deal 4", "with exactly 2 cards left: both are shown to it, it takes either")
@rule("A deal 4", "That is pick.")
def test_pick_takes_either_of_the_last_two_cards_and_the_other_goes_face_down() -> None:
    match = at_pick()
    deal = match.deal_in_progress
    last = deal.deck[-2:]
    assert (deal.phase, deal.stock_left, observe(match, deal.turn).offered) == ("pick", 2, last)
    for taken, left in (last, last[::-1]):
        after = apply(match, Pick(taken)).deal_in_progress
        assert taken in after.hands[deal.turn]
        assert (places(after)[left], after.stock_left) == (("face_down",), 0)
        assert after.draws[-1] == Drawn(deal.turn, "pick", last, taken)
    with pytest.raises(IllegalActionError, match="pick"):
        apply(match, Pick(hand_of(match, deal.turn)[0]))


@rule("A deal 5", "Both now hold 13.")
@pytest.mark.parametrize("count", COUNTS)
def test_both_hold_13_when_play_begins(count: Count) -> None:
    assert [len(hand) for hand in at_play(count=count).deal_in_progress.hands] == [13, 13]


@rule("A deal 5", "26 cards never reach a trick: 5 thrown, 21 face down from the stock.")
def test_5_cards_are_thrown_and_21_go_face_down_from_the_stock() -> None:
    piles = [pile[0] for pile in places(at_play().deal_in_progress).values()]
    assert [piles.count(pile) for pile in ("thrown", "face_down", "hand")] == [5, 21, 26]
