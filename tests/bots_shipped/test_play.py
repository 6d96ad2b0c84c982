"""The play that bots/naive and bots/value share, one test per rule."""

from typing import Any

import pytest

from tests.bots_shipped.folders import load
from tests.bots_shipped.observations import THEIR_DRAW, hand, my_draw, observed, on_lead

PLAY = load("naive", "play")
UNSEEN = load("naive", "cards").unseen

TRUMPS_BUT_TWO = "QS JS TS 9S 8S 7S 6S 5S 4S"
ALL_TRUMPS_BUT_AK = f"{TRUMPS_BUT_TWO} 3S 2S"


def answered(lead: str, legal: str) -> str:
    """The answer when these cards are legal, spades trump."""
    seen = observed(lead=lead, hand=hand(legal))
    card: str = PLAY.play(seen, [{"play": card} for card in hand(legal)])["play"]
    return card


def led(seen: dict[str, Any]) -> str:
    card: str = PLAY.play(seen, [{"play": card} for card in seen["hand"]])["play"]
    return card


def test_answer_wins_with_the_lowest_card_that_wins() -> None:
    assert answered("9H", "AH KH TH 8H 2H") == "TH"


def test_answer_is_the_lowest_of_the_suit_when_none_wins() -> None:
    assert answered("KH", "QH 8H 2H") == "2H"


def test_answer_to_a_trump_is_the_lowest_that_wins() -> None:
    assert answered("9S", "AS JS 2S") == "JS"


def test_void_it_ruffs_a_plain_lead_with_the_lowest_trump() -> None:
    assert answered("2H", "AS 9S 4S 2D") == "4S"


def test_void_without_trumps_it_throws_the_card_of_least_worth() -> None:
    assert answered("2H", "AD 6D 5C KC") == "5C"


def test_void_in_trumps_it_throws_the_card_of_least_worth() -> None:
    assert answered("2S", "AH 3H 7D 8C") == "3H"


def test_cards_of_equal_worth_go_by_rank_then_by_suit() -> None:
    assert answered("2S", "4H 3D 2C") == "2C"
    assert answered("2S", "2H 2D 2C") == "2H"


def test_lead_a_is_the_top_trump_from_four_when_unbeaten() -> None:
    assert led(on_lead("AS 4S 3S 2S AH")) == "AS"
    assert led(on_lead("KS 4S 3S 2S AH", gone="AS")) == "KS"


def test_lead_a_not_when_a_higher_trump_is_unseen() -> None:
    assert led(on_lead("KS 4S 3S 2S AH")) == "AH"


def test_lead_a_not_from_three_trumps() -> None:
    assert led(on_lead("AS 3S 2S AH")) == "AH"


def test_lead_a_not_when_every_trump_is_seen() -> None:
    assert led(on_lead("AS KS 3S 2S AH", gone=TRUMPS_BUT_TWO)) == "AH"


def test_lead_b_is_the_top_of_the_shortest_plain_suit_that_is_unbeaten() -> None:
    assert led(on_lead("2S AH 3H 2H AD 2D QC")) == "AD"
    assert led(on_lead("2S AH 3H 2H QD 2D QC", gone="AD KD")) == "QD"


def test_lead_b_of_suits_of_equal_length_is_the_first_in_the_order_shdc() -> None:
    assert led(on_lead("AD 2D AH 2H AC 2C")) == "AH"


def test_lead_b_not_where_the_opponent_is_void_and_may_hold_trumps() -> None:
    assert led(on_lead("2S AH AD 2D", tricks=("KH 2C",))) == "AD"


def test_lead_b_even_so_when_every_trump_is_seen() -> None:
    seen = on_lead("AS AH AD 2D", tricks=("KH 2C",), gone=f"KS {ALL_TRUMPS_BUT_AK}")
    assert led(seen) == "AH"


def test_lead_b_even_so_when_the_opponent_is_void_in_trumps() -> None:
    assert led(on_lead("2S AH AD 2D", tricks=("KH 2C", "3S 3C"))) == "AH"


def test_lead_c_is_the_top_trump_when_unbeaten() -> None:
    assert led(on_lead("AS 2S 9H 5H QD")) == "AS"


def test_lead_c_not_when_every_trump_is_seen() -> None:
    assert led(on_lead("AS KS 9H 5H QD", gone=ALL_TRUMPS_BUT_AK)) == "5H"


def test_lead_d_is_the_lowest_of_the_longest_plain_suit() -> None:
    assert led(on_lead("5S 4S 3S 2S QH 9H TD 8D 6D")) == "6D"


def test_lead_d_of_suits_of_equal_length_is_the_first_in_the_order_shdc() -> None:
    assert led(on_lead("2S QC 9C TD 8D")) == "8D"


def test_lead_e_is_the_lowest_trump() -> None:
    assert led(on_lead("9S 5S 3S")) == "3S"


@pytest.mark.parametrize(
    ("trick", "voids"),
    [
        ({"leader": 0, "cards": ["2H", "3H"], "winner": 1}, set()),
        ({"leader": 0, "cards": ["2H", "3S"], "winner": 1}, {"H"}),
        ({"leader": 1, "cards": ["2H", "3S"], "winner": 0}, set()),
    ],
)
def test_the_opponent_is_void_in_what_it_did_not_follow(trick: Any, voids: set[str]) -> None:
    assert PLAY.opponent_voids(observed(tricks=[trick])) == voids


def test_unseen_is_what_is_not_held_thrown_drawn_rejected_passed_over_or_played() -> None:
    last = {"seat": 0, "draw": "pick", "saw": ["AC", "KC"], "took": "AC"}
    seen = observed(
        hand=hand("AS AH AC"),
        thrown=hand("2S"),
        draws=[my_draw("AH", "AH"), THEIR_DRAW, my_draw("2H", "AS"), last],
        tricks=[{"leader": 1, "cards": ["3S", "4S"], "winner": 0}],
        lead="5S",
    )
    known = set(hand("AS AH AC 2S 2H KC 3S 4S 5S"))
    assert len(UNSEEN(seen)) == 52 - len(known)
    assert not known & set(UNSEEN(seen))


def test_what_is_offered_is_seen() -> None:
    assert "7D" not in UNSEEN(observed(phase="draw", offered=["7D"]))
