"""How bots/naive and bots/value build their hands, one test per rule."""

from typing import Any

import pytest

from tests.bots_shipped.folders import load
from tests.bots_shipped.observations import hand, my_draw, observed

NAIVE, VALUE = load("naive", "bot").Naive(), load("value", "bot").Value()
WORTH = load("naive", "cards").worth
both = pytest.mark.parametrize("bot", [NAIVE, VALUE], ids=["naive", "value"])


def opened(bot: Any, cards: str) -> Any:
    return bot.choose(observed(phase="open", trump=None, hand=hand(cards)), [])


def drew(bot: Any, card: str, **seen: Any) -> str:
    choice: str = bot.choose(observed(phase="draw", offered=[card], **seen), [])["draw"]
    return choice


@both
def test_open_names_the_suit_of_the_greatest_sum(bot: Any) -> None:
    assert opened(bot, "5H 4H AD 9D AC")["trump"] == "D"  # 12 + 7 + 20 against 3 + 2 + 20
    assert opened(bot, "3H 2H AD TC 9C")["trump"] == "C"


@both
def test_open_counts_ten_for_each_card(bot: Any) -> None:
    assert opened(bot, "AS 4H 2H 3D 3C")["trump"] == "S"  # 22 against 22, the first
    assert opened(bot, "AS 5H 2H 3D 3C")["trump"] == "H"  # 22 against 23


@both
def test_open_between_equal_suits_names_the_first_in_the_order_shdc(bot: Any) -> None:
    assert opened(bot, "AC 2C 2D AD 3H")["trump"] == "D"


@both
def test_open_throws_the_three_cards_of_least_worth(bot: Any) -> None:
    assert set(opened(bot, "AS 9S 2H KD 7C")["throw"]) == {"2H", "7C", "KD"}
    assert set(opened(bot, "AS KS QS 9S 2S")["throw"]) == {"QS", "9S", "2S"}


@both
@pytest.mark.parametrize(("hakem_threw", "thrown"), [(2, {"3S", "7H", "2D"}), (3, {"7H", "2D"})])
def test_throw_is_the_due_number_of_cards_of_least_worth(
    bot: Any, hakem_threw: int, thrown: set[str]
) -> None:
    seen = observed(
        phase="throw", hakem=1, throw_counts=[None, hakem_threw], hand=hand("9S 3S 7H 2D AC")
    )
    assert set(bot.choose(seen, [])["throw"]) == thrown


@both
@pytest.mark.parametrize(
    ("offered", "picked"), [("2S QD", "2S"), ("2S KD", "KD"), ("3H 2H", "3H"), ("2H 2D", "2D")]
)
def test_pick_is_the_card_of_greater_worth(bot: Any, offered: str, picked: str) -> None:
    assert bot.choose(observed(phase="pick", offered=hand(offered)), []) == {"pick": picked}


@pytest.mark.parametrize("card", ["2S", "AS", "TH", "AC"])
def test_naive_keeps_every_trump_and_plain_cards_from_ten_up(card: str) -> None:
    assert drew(NAIVE, card) == "keep"


@pytest.mark.parametrize("card", ["2H", "9H", "9C"])
def test_naive_rejects_plain_cards_below_ten(card: str) -> None:
    assert drew(NAIVE, card) == "reject"


@pytest.mark.parametrize(
    ("card", "choice"), [("2S", "keep"), ("QH", "keep"), ("JH", "reject"), ("9H", "reject")]
)
def test_value_keeps_a_tenth_of_a_trick_above_the_mean_of_the_unseen(
    card: str, choice: str
) -> None:
    # With nothing else seen the mean is near -0.13.
    assert drew(VALUE, card) == choice


def test_value_asks_for_more_when_the_unseen_cards_are_better() -> None:
    plain = [rank + suit for suit in "DC" for rank in "23456789T"]
    assert drew(VALUE, "QH", thrown=plain) == "reject"


def test_value_asks_for_less_when_the_unseen_cards_are_worse() -> None:
    trumps = [my_draw(f"{rank}S", f"{rank}S") for rank in "9TJQKA"]
    assert drew(VALUE, "JH", draws=trumps) == "keep"


@pytest.mark.parametrize(("out", "choice"), [("2S 6S QH", "keep"), ("5S 6S QH", "reject")])
def test_value_keeps_at_exactly_the_margin(out: str, choice: str) -> None:
    # 0.157 against the mean of 0.059 (then 0.060), 0.072 and 0.040.
    pack = load("value", "cards").PACK
    assert drew(VALUE, "8S", thrown=[card for card in pack if card not in hand(out)]) == choice


@pytest.mark.parametrize(
    ("card", "thousandths"), [("2S", 59), ("9S", 245), ("AS", 736), ("2H", -502), ("AH", 268)]
)
def test_worth_is_in_thousandths_of_a_trick(card: str, thousandths: int) -> None:
    assert WORTH(card, "S") == thousandths
