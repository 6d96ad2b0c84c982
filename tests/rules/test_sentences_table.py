"""RULES, A deal, the table: a test for every row."""

import pytest

from arena.rules import (
    KEEP,
    REJECT,
    Drawn,
    Open,
    Phase,
    Pick,
    Play,
    Suit,
    Throw,
    apply,
    legal_actions,
    observe,
)
from tests.rules.build import (
    COUNTS,
    ONE,
    SEATS,
    ZERO,
    Count,
    at_draw,
    at_open,
    at_pick,
    at_play,
    at_throw,
    hand_of,
    news,
    threw_three,
    turns_at,
)
from tests.rules.sentences import rule


@rule("A deal, open", "hakem | 1 | own 5 cards | trump, and how many were thrown (2 or 3)")
@pytest.mark.parametrize("count", COUNTS)
def test_open_tells_the_opponent_trump_and_the_count_but_no_card(count: Count) -> None:
    match = at_open()
    assert turns_at(Phase.OPEN) == [ZERO]
    assert observe(match, ZERO).hand == match.deal_in_progress.hands[ZERO]
    action = Open(Suit.H, hand_of(match, ZERO)[:count])
    assert news(match, action, ONE) == {"phase", "turn", "trump", "throw_counts"}
    told = observe(apply(match, action), ONE)
    assert (told.trump, told.throw_counts, told.thrown) == (Suit.H, (count, None), ())


@rule("A deal, throw", "the other | 1 | own 5 cards, trump, hakem's count | that it is done")
@pytest.mark.parametrize("count", COUNTS)
def test_throw_tells_the_opponent_that_it_is_done_and_so_the_count(count: Count) -> None:
    match = at_throw(count=count)
    assert turns_at(Phase.THROW) == [ONE]
    seen = observe(match, ONE)
    assert (len(seen.hand), seen.trump, seen.throw_counts) == (5, Suit.S, (count, None))
    action = Throw(seen.hand[count:])
    other_news = news(match, action, ZERO) - {"offered"}
    assert other_news == {"phase", "throw_counts"} | ({"turn"} if count == 3 else set())
    assert observe(apply(match, action), ZERO).throw_counts == (count, 5 - count)


@rule("A deal, draw", "in turn, the seat that threw 3 first | 20 | the top card of the stock")
@rule("A deal, draw", "keep or reject, never a card")
@pytest.mark.parametrize("count", COUNTS)
def test_draw_is_20_turns_and_tells_the_opponent_keep_or_reject_but_no_card(count: Count) -> None:
    match = at_draw(count=count)
    first = threw_three(match)
    for number in range(20):
        deal = match.deal_in_progress
        turn = first if number % 2 == 0 else first.other
        assert (deal.phase, deal.turn) == (Phase.DRAW, turn)
        assert observe(match, turn).offered == (deal.deck[10 + 2 * number],)
        action = KEEP if number % 3 else REJECT
        opponent = observe(apply(match, action), turn.other)
        assert news(match, action, turn.other) - {"offered", "phase"} == {"turn", "draws", "stock"}
        assert opponent.draws[-1] == Drawn(turn, action.draw, None, None)
        match = apply(match, action)
    assert match.deal_in_progress.phase is Phase.PICK


@rule(
    "A deal, pick", "the seat that threw 3 | 1 | both last cards | that one was picked, not which"
)
@pytest.mark.parametrize("count", COUNTS)
def test_pick_shows_both_last_cards_and_tells_the_opponent_only_that_it_is_done(
    count: Count,
) -> None:
    match = at_pick(count=count)
    deal, picker = match.deal_in_progress, threw_three(match)
    assert (deal.phase, deal.turn) == (Phase.PICK, picker)
    assert observe(match, picker).offered == deal.deck[-2:]
    assert observe(match, picker.other).offered == ()
    told = [observe(apply(match, Pick(card)), picker.other) for card in deal.offered]
    assert told[0] == told[1]
    assert told[0].draws[-1] == Drawn(picker, "pick", None, None)
    assert apply(match, Pick(deal.offered[0])).deal_in_progress.phase is Phase.PLAY


@rule("A deal, play", "leader, then follower | ≤ 26 | own hand, everything played | the card")
def test_play_shows_both_the_card_leader_then_follower() -> None:
    match = at_play()
    card = hand_of(match, ZERO)[0]
    assert news(match, Play(card), ONE) == {"turn", "lead"}
    match = apply(match, Play(card))
    assert observe(match, ONE).lead is card
    answer = legal_actions(match)[0]
    assert news(match, answer, ZERO) >= {"lead", "tricks", "tricks_won"}
    after = apply(match, answer)
    assert [observe(after, seat).tricks for seat in SEATS] == [after.deal_in_progress.tricks] * 2
    plays = turns_at(Phase.PLAY)
    assert plays[0] is ZERO
    assert plays[1::2] == [leader.other for leader in plays[: len(plays) // 2 * 2 : 2]]
    assert len(plays) <= 26
