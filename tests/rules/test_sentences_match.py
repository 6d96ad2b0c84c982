"""RULES, Words and Match: a test for every sentence."""

import math
from fractions import Fraction

import pytest

from arena.rules import (
    CONCEDE,
    PACK,
    Card,
    Phase,
    Play,
    Rank,
    Ruleset,
    Seat,
    Suit,
    Trick,
    apply,
    beats,
    check,
    deal_cards,
    derive_deck,
    legal_actions,
    observe,
    start_match,
)
from tests.rules.build import (
    ONE,
    SEATS,
    ZERO,
    at_draw,
    at_open,
    at_play,
    at_throw,
    cards,
    decisions,
    final,
    hand_of,
    new_match,
    one_deal,
    play,
    table,
    win_deal,
)
from tests.rules.sentences import rule


@rule("Words, hakem", "the player who names trump and leads the first trick of a deal")
@pytest.mark.parametrize("hakem", SEATS)
def test_hakem_names_trump_and_leads_the_first_trick(hakem: Seat) -> None:
    assert at_open(hakem=hakem).deal_in_progress.turn is hakem
    assert at_throw(hakem=hakem).deal_in_progress.trump is Suit.S
    assert at_play(hakem=hakem).deal_in_progress.turn is hakem


@rule("Words, hokm, trump", "the suit that beats the other three")
@pytest.mark.parametrize("trump", Suit)
def test_trump_beats_the_other_three_suits(trump: Suit) -> None:
    plain_aces = [card for card in PACK if card.rank is Rank.ACE and card.suit is not trump]
    assert all(beats(Card(f"2{trump}"), ace, trump) for ace in plain_aces)
    assert not any(beats(ace, Card(f"2{trump}"), trump) for ace in plain_aces)


@rule("Words, deal", "one dealing: 5 cards each, throw, draw, play; worth 1–3 points")
def test_a_deal_is_five_cards_each_and_all_phases_and_worth_1_to_3_points() -> None:
    states = [match.deal_in_progress for match, _ in one_deal("words")]
    assert [len(hand) for hand in states[0].hands] == [5, 5]
    assert list(dict.fromkeys(state.phase for state in states)) == list(Phase)
    deals = [win_deal(new_match(ZERO), ZERO), win_deal(new_match(ZERO), ZERO, kot=True)]
    deals.append(win_deal(new_match(ZERO), ONE, kot=True))
    assert [match.results[0].points for match in deals] == [1, 2, 3]


@rule("Words, trick", "one lead and one answer")
def test_a_trick_is_one_lead_and_one_answer() -> None:
    match = play(table("AH 3C", "KH 4C"), "AH")
    assert match.deal_in_progress.tricks == ()
    match = play(match, "KH")
    assert match.deal_in_progress.tricks == (Trick(ZERO, (Card("AH"), Card("KH")), ZERO),)


@rule("Words, hand", "the cards a seat holds now")
def test_a_hand_is_the_cards_a_seat_holds_now() -> None:
    match = play(table("AH 3C", "KH 4C"), "AH")
    assert [hand_of(match, seat) for seat in SEATS] == [cards("3C"), cards("KH 4C")]


@rule("Words, stock", "the 42 cards left after dealing")
def test_the_stock_is_the_42_cards_left_after_dealing() -> None:
    for match in (at_open(), at_throw(), at_draw()):
        deal = match.deal_in_progress
        assert deal.stock_left == 42
        assert observe(match, ZERO).stock == 42


@rule("Words, kot", "a deal won seven tricks to none")
def test_a_kot_is_a_deal_won_seven_tricks_to_none() -> None:
    kot = win_deal(new_match(), ZERO, kot=True).results[0]
    assert (kot.kot, kot.tricks) == (True, (7, 0))
    no_kot = win_deal(new_match(), ZERO).results[0]
    assert (no_kot.kot, no_kot.tricks) == (False, (7, 1))


@rule("Words, match", "deals until a player has 7 points or more")
def test_a_match_is_deals_until_a_player_has_7_points_or_more() -> None:
    match = new_match()
    for points in range(1, 7):
        match = win_deal(match, ZERO)
        assert (match.score, match.over) == ((points, 0), False)
    assert win_deal(match, ZERO).over
    assert win_deal(match, ZERO, kot=True).over


@rule("Words", "52 cards, no jokers.")
def test_52_cards_no_jokers() -> None:
    assert len(PACK) == len(set(PACK)) == 52
    assert set(PACK) == {f"{rank}{suit}" for rank in "AKQJT98765432" for suit in "SHDC"}


@rule("Words", "Suits: spades پیک S, hearts دل H, diamonds خشت D, clubs گشنیز C.")
def test_suits_are_spades_hearts_diamonds_clubs() -> None:
    assert [str(suit) for suit in Suit] == ["S", "H", "D", "C"]
    assert all(sum(card.suit is suit for card in PACK) == 13 for suit in Suit)


@rule("Words", "Rank A K Q J T 9 … 2, ace high.")
def test_rank_is_a_k_q_j_t_9_to_2_ace_high() -> None:
    hearts = [Card(f"{rank}H") for rank in "AKQJT98765432"]
    assert sorted(hearts, key=lambda card: card.rank, reverse=True) == hearts
    assert Card("AH").rank is max(Rank)


@rule("Words", "Cards have no point value; only tricks count.")
def test_cards_have_no_point_value_only_tricks_count() -> None:
    for zero, one in ("AS QS", "KS JS"), ("3S 5S", "2S 4S"):
        match = table(zero, one)
        for lead, answer in zip(zero.split(), one.split(), strict=True):
            match = play(match, f"{lead} {answer}")
        assert match.deal_in_progress.tricks_won == (2, 0)


@rule("Words", "A card is written rank then suit: AS, TH, 2C.")
def test_a_card_is_written_rank_then_suit() -> None:
    assert [str(card) for card in (Card.SA, Card.HT, Card.C2)] == ["AS", "TH", "2C"]
    for wrong in "SA", "10H", "as", "A", "":
        with pytest.raises(ValueError):
            Card(wrong)


@rule("Match 1", "First hakem.")
@rule("Match 1", "the first to get an ace is hakem of the first deal")
@pytest.mark.parametrize(
    ("turned", "hakem"), [("AD", 0), ("KS AH", 1), ("2S 3S AC", 0), ("2S 3S 4S AS AH", 1)]
)
def test_the_first_to_get_an_ace_is_hakem_of_the_first_deal(turned: str, hakem: int) -> None:
    match = start_match(Ruleset(), cards(turned))
    assert match.hakem == hakem
    assert deal_cards(match, PACK).deal_in_progress.hakem == hakem


@rule("Match 1", "Seat 0 gets the first card.")
def test_seat_0_gets_the_first_card() -> None:
    assert start_match(Ruleset(), cards("AS KS")).hakem is ZERO


@rule("Match 1", "The turned cards are public and recorded.")
def test_the_turned_cards_are_public_and_recorded() -> None:
    match = start_match(Ruleset(), cards("2S KH AD 5C AC"))
    assert match.hakem_draw == cards("2S KH AD")
    match = deal_cards(match, PACK)
    assert all(observe(match, seat).hakem_draw == cards("2S KH AD") for seat in SEATS)


@rule("Match 1", "(Seat 0 becomes hakem 51.98 % of the time, exactly.)")
def test_seat_0_becomes_hakem_5198_times_in_10000() -> None:
    plain = [card for card in PACK if card.rank is not Rank.ACE]
    chance = [Fraction(0), Fraction(0)]
    for before in range(49):
        match = start_match(Ruleset(), (*plain[:before], Card("AS"), *plain[before:]))
        chance[match.hakem] += Fraction(math.comb(51 - before, 3), math.comb(52, 4))
    assert sum(chance) == 1
    assert round(float(100 * chance[0]), 2) == 51.98


@rule("Match 2", "Later hakem: the winner of the previous deal, whoever was hakem before.")
@pytest.mark.parametrize("hakem", SEATS)
@pytest.mark.parametrize("winner", SEATS)
def test_later_hakem_is_the_winner_of_the_previous_deal(hakem: Seat, winner: Seat) -> None:
    match = win_deal(new_match(hakem), winner)
    assert match.hakem is winner
    assert deal_cards(match, PACK).deal_in_progress.turn is winner


@rule("Match 3", "Cards are shuffled afresh before every deal")
def test_cards_are_shuffled_afresh_before_every_deal() -> None:
    decks = [state.deck for state in final("match 3").finished]
    assert decks == [derive_deck("match 3", number + 1) for number in range(len(decks))]
    assert len(set(decks)) == len(decks) >= 3


@rule("Match 3", "the cards turned for hakem say nothing about any hand")
def test_the_cards_turned_for_hakem_can_be_dealt_to_either_seat_or_none() -> None:
    where = set()
    for number in range(20):
        match = start_match(Ruleset(), derive_deck(f"match 3 {number}", 0))
        deck = derive_deck(f"match 3 {number}", 1)
        where |= {min(deck.index(card) // 5, 2) for card in match.hakem_draw}
    assert where == {0, 1, 2}


@rule("Match 4", "The first to 7 or more points wins; the match stops there.")
@pytest.mark.parametrize("winner", SEATS)
def test_the_first_to_7_or_more_points_wins_and_the_match_stops(winner: Seat) -> None:
    match = new_match(winner)
    for _ in range(4):
        assert (match.over, match.winner) == (False, None)
        match = win_deal(match, winner, kot=True)
    assert (match.over, match.winner, match.score[winner]) == (True, winner, 8)
    for attempt in (
        lambda: deal_cards(match, PACK),
        lambda: legal_actions(match),
        lambda: apply(match, CONCEDE),
        lambda: check(match, Play(Card("AS"))),
        lambda: observe(match, winner),
    ):
        with pytest.raises(ValueError, match=r"in progress|between the deals"):
            attempt()


@rule("Match 4", "Scores are not capped: 6 + 3 is recorded as 9.")
def test_scores_are_not_capped_6_and_3_is_recorded_as_9() -> None:
    match = new_match(ONE)
    for winner, kot in [(ONE, False), (ZERO, True), *[(ZERO, False)] * 3, (ONE, False)]:
        match = win_deal(match, winner, kot)
    assert (match.score, match.hakem) == ((6, 2), ONE)
    assert win_deal(match, ZERO, kot=True).score == (9, 2)


@rule("Match 4", "A match is 3 to 13 deals.")
def test_a_match_is_3_to_13_deals() -> None:
    short = new_match(ONE)
    while not short.over:
        short = win_deal(short, ZERO, kot=True)
    assert ([result.points for result in short.results], short.score) == ([3, 2, 2], (7, 0))
    long = new_match()
    while not long.over:
        long = win_deal(long, Seat(long.next_deal % 2))
    assert (len(long.results), long.score) == (13, (6, 7))
    assert all(3 <= len(final(f"deals {number}").results) <= 13 for number in range(20))


@rule("Match 5", "Either player may concede the match whenever it is asked to act")
@rule("Match 5", "the opponent is declared the winner")
def test_either_player_may_concede_whenever_it_is_asked_to_act() -> None:
    conceding = set()
    for match, _ in decisions("match 5"):
        deal = match.deal_in_progress
        assert check(match, CONCEDE) is None
        after = apply(match, CONCEDE)
        assert (after.over, after.winner, after.conceded) == (True, deal.turn.other, True)
        conceding.add((deal.phase, deal.turn))
    assert len(conceding) == 10


@rule("Match 5", "The unfinished deal gives points to nobody.")
def test_the_unfinished_deal_gives_points_to_nobody() -> None:
    for match, _ in decisions("match 5 unfinished"):
        after = apply(match, CONCEDE)
        assert (after.score, after.results) == (match.score, match.results)
        assert (after.finished, after.deal) == (match.finished, match.deal)
