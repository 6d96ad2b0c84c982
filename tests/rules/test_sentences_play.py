"""RULES, A deal, the play and its points: a test for every sentence and each of the checks."""

import pytest

from arena.rules import (
    Card,
    MatchState,
    Play,
    Seat,
    Suit,
    apply,
    check,
    legal_actions,
)
from tests.rules.build import (
    ONE,
    SEATS,
    ZERO,
    at_play,
    decisions,
    final,
    new_match,
    play,
    table,
    win_deal,
)
from tests.rules.sentences import rule


def winner_of(lead: str, answer: str, trump: Suit = Suit.S) -> str:
    """Who takes a trick that seat 0 leads: "lead" or "answer"."""
    deal = play(table(f"{lead} 3C", f"{answer} 4C", trump), f"{lead} {answer}").deal_in_progress
    return "lead" if deal.tricks[0].winner is ZERO else "answer"


def playable(match: MatchState) -> list[str]:
    return [str(action.play) for action in legal_actions(match) if isinstance(action, Play)]


@rule("A deal 6", "play: hakem leads the first trick, whoever drew last.")
@pytest.mark.parametrize("hakem", SEATS)
def test_hakem_leads_the_first_trick_whoever_drew_last(hakem: Seat) -> None:
    last = set()
    for match in (at_play(hakem=hakem, count=2), at_play(hakem=hakem, count=3)):
        assert match.deal_in_progress.turn is hakem
        last.add(match.deal_in_progress.draws[-1].seat)
    assert last == set(SEATS)


@rule("A deal 6", "The follower must follow the led suit if it can")
def test_the_follower_must_follow_the_led_suit_if_it_can() -> None:
    match = play(table("9H 2C 2D", "KH 3H AS"), "9H")
    assert playable(match) == ["KH", "3H"]
    assert check(match, Play(Card("AS"))) == "play: suit H was led and must be followed"


@rule("A deal 6", "otherwise any card, trump or not")
def test_a_follower_that_cannot_follow_plays_any_card_trump_or_not() -> None:
    assert playable(play(table("9H 2C 2D", "KD 3D AS"), "9H")) == ["AS", "KD", "3D"]


@rule(
    "A deal 6", "The higher card of the led suit wins unless the answer is a trump on a plain lead"
)
def test_the_higher_card_of_the_led_suit_wins_unless_the_answer_trumps_a_plain_lead() -> None:
    assert winner_of("9H", "TH") == "answer"
    assert winner_of("TH", "9H") == "lead"
    assert winner_of("AH", "2S") == "answer"
    assert winner_of("3S", "2S") == "lead"


@rule("A deal 6", "a third suit never wins")
def test_a_third_suit_never_wins() -> None:
    assert {winner_of("2H", "AD"), winner_of("2D", "AH"), winner_of("2S", "AD")} == {"lead"}


@rule("A deal 6", "Nobody must beat or trump")
def test_nobody_must_beat_or_trump() -> None:
    assert playable(play(table("9H 2C", "TH 8H"), "9H")) == ["TH", "8H"]
    assert playable(play(table("9H 2C", "2S 3D"), "9H")) == ["2S", "3D"]


@rule("A deal 6", "The winner leads next.")
def test_the_winner_leads_next() -> None:
    assert play(table("9H 2C", "TH 8H"), "9H TH").deal_in_progress.turn is ONE
    assert play(table("9H 2C", "TH 8H"), "9H 8H").deal_in_progress.turn is ZERO
    match = play(table("9H 2C", "TH 8H"), "9H TH")
    assert playable(match) == ["8H"]
    for match, _ in decisions("winner leads"):
        deal = match.deal_in_progress
        if deal.tricks and deal.lead is None:
            assert deal.turn is deal.tricks[-1].winner


@rule(
    "A deal 6",
    "the answer wins iff it is of the led suit and higher, or it is a trump and the lead",
)
@pytest.mark.parametrize("trump", Suit)
def test_the_answer_wins_iff_higher_in_the_led_suit_or_a_trump_on_a_plain_lead(trump: Suit) -> None:
    order = "23456789TJQKA"
    for lead in (Card(f"{rank}{suit}") for rank in "27A" for suit in "SHDC"):
        for answer in (Card(f"{rank}{suit}") for rank in "38K" for suit in "SHDC"):
            led, given = str(lead), str(answer)
            higher = led[1] == given[1] and order.index(given[0]) > order.index(led[0])
            wins = higher or (given[1] == trump and led[1] != trump)
            match = table(led, given, trump)
            trick = apply(apply(match, Play(lead)), Play(answer)).deal_in_progress.tricks[0]
            assert trick.winner is (ONE if wins else ZERO)


@rule("A deal", "♥K/♥A → answer.")
def test_check_1_king_of_hearts_then_ace_of_hearts_answer() -> None:
    assert winner_of("KH", "AH") == "answer"


@rule("A deal", "♥K/♠2 → answer.")
def test_check_2_king_of_hearts_then_two_of_trump_answer() -> None:
    assert winner_of("KH", "2S") == "answer"


@rule("A deal", "♥2/♣A → lead.")
def test_check_3_two_of_hearts_then_ace_of_clubs_lead() -> None:
    assert winner_of("2H", "AC") == "lead"


@rule("A deal", "♠T/♠J → answer.")
def test_check_4_ten_of_trump_then_jack_of_trump_answer() -> None:
    assert winner_of("TS", "JS") == "answer"


@rule("A deal", "♠2/♥A → lead.")
def test_check_5_two_of_trump_then_ace_of_hearts_lead() -> None:
    assert winner_of("2S", "AH") == "lead"


@rule("A deal", "♦9/♦3 → lead.")
def test_check_6_nine_of_diamonds_then_three_of_diamonds_lead() -> None:
    assert winner_of("9D", "3D") == "lead"


@rule("A deal", "Holding ♥3 ♠A against a lead of ♥5, only ♥3 is legal.")
def test_check_7_holding_three_of_hearts_and_ace_of_trump_only_the_three_follows() -> None:
    assert playable(play(table("5H 2C", "3H AS"), "5H")) == ["3H"]


@rule("A deal 7", "The deal stops at once when a seat has 7 tricks.")
def test_the_deal_stops_at_once_when_a_seat_has_7_tricks() -> None:
    for number in range(5):
        for deal in final(f"stops {number}").finished:
            won = [trick.winner for trick in deal.tricks]
            assert max(deal.tricks_won) == 7
            assert won.count(won[-1]) == 7
            assert deal.tricks_won == (won.count(ZERO), won.count(ONE))
            assert len(deal.hands[0]) == len(deal.hands[1]) == 13 - len(won)
    for kot, tricks in ((True, 7), (False, 8)):
        match = win_deal(new_match(), ZERO, kot)
        assert match.deal is None
        assert len(match.finished[0].tricks) == tricks


@rule("A deal 7", "It scores 1")
@pytest.mark.parametrize("hakem", SEATS)
@pytest.mark.parametrize("winner", SEATS)
def test_a_deal_scores_1(hakem: Seat, winner: Seat) -> None:
    match = win_deal(new_match(hakem), winner)
    assert match.results[0].points == match.score[winner] == 1
    assert match.score[winner.other] == 0


@rule("A deal 7", "at seven to none (kot), 2 for hakem, 3 for the other seat (instead of the 1")
@pytest.mark.parametrize("hakem", SEATS)
@pytest.mark.parametrize("winner", SEATS)
def test_kot_scores_2_for_hakem_and_3_for_the_other_instead_of_1(hakem: Seat, winner: Seat) -> None:
    match = win_deal(new_match(hakem), winner, kot=True)
    points = 2 if winner is hakem else 3
    assert match.results[0].points == match.score[winner] == points
    assert match.score[winner.other] == 0


@rule("A deal 7", "at seven to none (kot)")
def test_seven_to_one_is_no_kot() -> None:
    result = win_deal(new_match(), ZERO).results[0]
    assert (result.tricks, result.kot, result.points) == ((7, 1), False, 1)
