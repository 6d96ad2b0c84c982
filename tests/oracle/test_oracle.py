"""Checks of the oracle itself."""

from __future__ import annotations

import copy
import json
import math
import random
from fractions import Fraction
from typing import Any

import pytest

from tests.oracle.hokm import ALL_CARDS, SUITS, OracleMatch, answer_wins, in_order, legal_answers
from tests.oracle.hokm import is_higher as higher
from tests.oracle.perft import action_key, after, divide, perft
from tests.oracle.record import replay


def shuffled(rng: random.Random) -> list[str]:
    deck = list(ALL_CARDS)
    rng.shuffle(deck)
    return deck


def new_match(rng: random.Random) -> OracleMatch:
    match = OracleMatch(shuffled(rng))
    match.deal(shuffled(rng))
    return match


def play_recorded(
    rng: random.Random, stop_after: int | None = None
) -> tuple[OracleMatch, dict[str, Any]]:
    """A random match and its record; after `stop_after` actions the seat to act concedes."""
    match = OracleMatch(shuffled(rng))
    deals: list[dict[str, Any]] = []
    actions = 0
    while not match.over():
        if match.needs_deal():
            deck = shuffled(rng)
            match.deal(deck)
            deals.append(
                {
                    "deal": len(deals) + 1,
                    "hakem": match.hakem,
                    "deck": deck,
                    "trump": None,
                    "discards": {"hakem": None, "other": None},
                    "draws": "",
                    "plays": [],
                    "tricks": [0, 0],
                    "winner": None,
                    "points": None,
                    "kot": None,
                }
            )
        deal = deals[-1]
        if actions == stop_after:
            match.act({"concede": True})
            break
        phase = match.phase()
        action = rng.choice(match.legal())
        if phase == "open":
            deal["trump"] = action["trump"]
            deal["discards"]["hakem"] = action["throw"]
        elif phase == "throw":
            deal["discards"]["other"] = action["throw"]
        elif phase == "draw":
            deal["draws"] += action["draw"][0]
        elif phase == "pick":
            offered = match.knows(match.turn())["offered"]
            deal["draws"] += str(offered.index(action["pick"]) + 1)
        else:
            deal["plays"].append(action["play"])
        match.act(action)
        actions += 1
        if len(match.results) == len(deals):
            for field in ["tricks", "winner", "points", "kot"]:
                deal[field] = match.results[-1][field]
        else:
            deal["tricks"] = match.knows(0)["tricks_won"]
    record = {
        "record": 1,
        "format": "match",
        "hakem_draw": list(match.turned),
        "rules": {"target": 7, "kot_hakem": 2, "kot_other": 3},
        "deals": deals,
        "result": {
            "points": list(match.score),
            "winner": match.winner(),
            "reason": match.reason(),
        },
    }
    return match, record


# --- Tricks ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lead", "answer", "wins"),
    [
        ("KH", "AH", True),
        ("KH", "2S", True),
        ("2H", "AC", False),
        ("TS", "JS", True),
        ("2S", "AH", False),
        ("9D", "3D", False),
    ],
)
def test_rule_6_examples(lead: str, answer: str, wins: bool) -> None:
    assert answer_wins(lead, answer, "S") is wins


def test_rule_6_example_of_following() -> None:
    assert legal_answers(["3H", "AS"], "5H") == ["3H"]
    assert legal_answers(["3H", "AS"], "5D") == ["3H", "AS"]


def test_the_two_wordings_of_rule_6_agree() -> None:
    # "The higher card of the led suit wins unless the answer is a trump on a plain lead; a third
    # suit never wins."
    for trump in SUITS:
        for lead in ALL_CARDS:
            for answer in ALL_CARDS:
                if lead == answer:
                    continue
                if answer[1] == trump and lead[1] != trump:
                    wins = True
                elif answer[1] == lead[1]:
                    wins = higher(answer, lead)
                else:
                    wins = False
                assert answer_wins(lead, answer, trump) is wins


# --- First hakem -------------------------------------------------------------------------------


def test_seat_0_becomes_hakem_5198_times_in_10000() -> None:
    aces = [card for card in ALL_CARDS if card[0] == "A"]
    others = [card for card in ALL_CARDS if card[0] != "A"]
    chance = [Fraction(0), Fraction(0)]
    for before in range(49):
        match = OracleMatch(others[:before] + aces + others[before:])
        assert match.turned == [*others[:before], aces[0]]
        # The first ace lies at this place and the other three somewhere behind it.
        chance[match.hakem] += Fraction(math.comb(51 - before, 3), math.comb(52, 4))
    assert sum(chance) == 1
    assert round(float(chance[0]), 4) == 0.5198


def test_turned_cards_alone_make_the_same_match() -> None:
    deck = shuffled(random.Random(1))
    whole = OracleMatch(deck)
    assert OracleMatch(list(whole.turned)).hakem == whole.hakem
    with pytest.raises(ValueError, match="no ace"):
        OracleMatch(["KS", "QS"])
    with pytest.raises(ValueError, match="repeated"):
        OracleMatch(["KS", "KS", "AS"])


# --- Phases and legal actions ------------------------------------------------------------------


def test_legal_counts_by_phase() -> None:
    rng = random.Random(2)
    for _ in range(30):
        match = new_match(rng)
        dealt = copy.deepcopy(match)
        seen: list[str] = []
        acted = [0, 0]
        while not match.needs_deal():
            phase, legal = match.phase(), match.legal()
            seen.append(phase)
            assert len({action_key(action) for action in legal}) == len(legal)
            hand = match.knows(match.turn())["hand"]
            if phase == "open":
                assert len(legal) == 80
                assert match.turn() == match.hakem
            elif phase == "throw":
                assert len(legal) == 10
                assert match.turn() != match.hakem
            elif phase in {"draw", "pick"}:
                assert len(legal) == 2
                acted[match.turn()] += 1
            else:
                assert 1 <= len(legal) <= len(hand) <= 13
                if seen.count("play") == 1:
                    # "Both now hold 13", and hakem leads.
                    assert match.turn() == dealt.hakem
                    assert [len(match.knows(seat)["hand"]) for seat in [0, 1]] == [13, 13]
                    assert match.knows(0)["stock"] == 0
                    places = list(match.where().values())
                    assert places.count(("face_down",)) == 21
                    counts = [places.count(("thrown", seat)) for seat in [0, 1]]
                    # 11 draws for the seat that threw 3, 10 for the other.
                    assert sorted(zip(counts, acted, strict=True)) == [(2, 10), (3, 11)]
            match.where()  # raises unless all 52 cards are there, each once
            match.act(rng.choice(legal))
        assert seen[:23] == ["open", "throw"] + ["draw"] * 20 + ["pick"]
        assert set(seen[23:]) == {"play"}
        assert 37 <= len(seen) <= 49


def test_the_seat_that_threw_3_draws_first_and_picks() -> None:
    for hakem_throws in [2, 3]:
        match = new_match(random.Random(3))
        hakem = match.hakem
        three = hakem if hakem_throws == 3 else 1 - hakem
        match.act({"trump": "D", "throw": match.knows(hakem)["hand"][:hakem_throws]})
        match.act({"throw": match.knows(1 - hakem)["hand"][: 5 - hakem_throws]})
        for number in range(20):
            assert match.phase() == "draw"
            assert match.turn() == (three if number % 2 == 0 else 1 - three)
            match.act({"draw": "keep"})
        assert match.phase() == "pick"
        assert match.turn() == three


def test_keep_and_reject() -> None:
    match = new_match(random.Random(4))
    hakem = match.hakem
    match.act({"trump": "C", "throw": match.knows(hakem)["hand"][:3]})
    match.act({"throw": match.knows(1 - hakem)["hand"][:2]})
    stock = list(match._stock)
    match.act({"draw": "keep"})
    assert match.where()[stock[0]] == ("hand", hakem)
    assert match.where()[stock[1]] == ("face_down",)
    assert match.knows(1 - hakem)["offered"] == [stock[2]]
    assert match.knows(hakem)["offered"] == []
    match.act({"draw": "reject"})
    assert match.where()[stock[2]] == ("face_down",)
    assert match.where()[stock[3]] == ("hand", 1 - hakem)
    kept = {"seat": hakem, "draw": "keep", "saw": [stock[0]], "took": stock[0]}
    rejected = {"seat": 1 - hakem, "draw": "reject", "saw": [stock[2]], "took": stock[3]}
    hidden: dict[str, Any] = {"saw": None, "took": None}
    assert match.knows(hakem)["draws"] == [kept, rejected | hidden]
    assert match.knows(1 - hakem)["draws"] == [kept | hidden, rejected]
    assert match.knows(0)["stock"] == 38


def test_illegal_actions_are_refused_and_change_nothing() -> None:
    match = new_match(random.Random(5))
    hand = match.knows(match.hakem)["hand"]
    others = match.knows(1 - match.hakem)["hand"]
    bad: list[Any] = [
        {"trump": "S", "throw": hand[:1]},
        {"trump": "S", "throw": hand[:4]},
        {"trump": "S", "throw": [hand[0], hand[0]]},
        {"trump": "S", "throw": [hand[0], others[0]]},
        {"trump": "X", "throw": hand[:2]},
        {"trump": ["S"], "throw": hand[:2]},
        {"trump": "S", "throw": hand[0] + hand[1]},
        {"trump": "S", "throw": [1, 2]},
        {"trump": "S"},
        {"throw": hand[:2]},
        {"trump": "S", "throw": hand[:2], "concede": True},
        {"concede": False},
        {"concede": 1},
        {"draw": "keep"},
        {"play": hand[0]},
        {},
        None,
    ]
    before = json.dumps([match.knows(0), match.knows(1)])
    for action in bad:
        with pytest.raises(ValueError, match="illegal"):
            match.act(action)
    assert json.dumps([match.knows(0), match.knows(1)]) == before
    match.act({"throw": [hand[3], hand[1]], "trump": "S"})  # the order never matters
    assert match.phase() == "throw"


# --- Points and the match ----------------------------------------------------------------------


def play_kot(match: OracleMatch, winner: int) -> None:
    """Deal and play a deal that the winner's seat takes seven to none: it is given all the trumps.

    Both seats keep every card offered; hakem throws 2, so the other seat draws first.
    """
    spades = [card for card in ALL_CARDS if card[1] == "S"]
    plain = [card for card in ALL_CARDS if card[1] != "S"]
    hands: list[list[str]] = [[], []]
    hands[winner] = spades[:5]
    hands[1 - winner] = [plain.pop() for _ in range(5)]
    spades = spades[5:]
    stock: list[str] = []
    drawer = 1 - match.hakem
    for _ in range(21):
        kept = spades.pop(0) if drawer == winner and spades else plain.pop()
        stock += [kept, ""]
        drawer = 1 - drawer
    left = spades + plain
    deck = hands[0] + hands[1] + [card or left.pop() for card in stock]
    match.deal(deck)
    count = len(match.results)
    match.act({"trump": "S", "throw": match.knows(match.hakem)["hand"][-2:]})
    match.act({"throw": match.knows(match.turn())["hand"][-3:]})
    while match.phase() == "draw":
        match.act({"draw": "keep"})
    match.act(match.legal()[0])
    while len(match.results) == count:
        # The winner's seat plays its trumps first; they stand first in the order of a hand.
        match.act(match.legal()[0])


def test_kot_points_and_no_cap() -> None:
    match = OracleMatch(["AS"])
    play_kot(match, 0)
    assert match.score == [2, 0]
    play_kot(match, 1)
    assert match.score == [2, 3]
    assert match.hakem == 1
    play_kot(match, 1)
    assert match.score == [2, 5]
    play_kot(match, 0)
    assert match.score == [5, 5]
    play_kot(match, 1)
    assert match.score == [5, 8]
    assert match.over()
    assert (match.winner(), match.reason()) == (1, "normal")
    assert [result["kot"] for result in match.results] == [True] * 5
    assert [result["points"] for result in match.results] == [2, 3, 2, 3, 3]
    assert [result["tricks"] for result in match.results] == [
        [7, 0],
        [0, 7],
        [0, 7],
        [7, 0],
        [0, 7],
    ]
    with pytest.raises(ValueError, match="no deal"):
        match.deal(list(ALL_CARDS))
    with pytest.raises(ValueError, match="no deal"):
        match.act({"concede": True})


def test_the_shortest_match_has_3_deals() -> None:
    match = OracleMatch(["KS", "AS"])
    while not match.over():
        play_kot(match, 0)
    assert [result["points"] for result in match.results] == [3, 2, 2]


def test_points_can_be_set() -> None:
    match = OracleMatch(["AS"], target=9, kot_hakem=4, kot_other=5)
    play_kot(match, 1)
    play_kot(match, 1)
    assert match.score == [0, 9]
    assert match.over()


def test_conceding() -> None:
    rng = random.Random(6)
    for stop in range(60):
        match = new_match(rng)
        for _ in range(stop):
            match.act(rng.choice(match.legal()))
            if match.needs_deal():
                match.deal(shuffled(rng))
        score, seat = list(match.score), match.turn()
        match.act({"concede": True})
        assert match.over()
        assert not match.needs_deal()
        assert (match.winner(), match.reason(), match.score) == (1 - seat, "concede", score)


def test_numbers_of_random_play() -> None:
    rng = random.Random(7)
    hakem_won: list[float] = []
    kots: list[float] = []
    tricks: list[float] = []
    deals_a_match: list[float] = []
    decisions_a_match: list[float] = []
    for _ in range(500):
        match = OracleMatch(shuffled(rng))
        decisions = 0
        hakems = [match.hakem]
        while not match.over():
            if match.needs_deal():
                match.deal(shuffled(rng))
            match.act(rng.choice(match.legal()))
            decisions += 1
        assert 3 <= len(match.results) <= 13
        hakems += [result["winner"] for result in match.results[:-1]]
        assert [result["hakem"] for result in match.results] == hakems
        for result in match.results:
            hakem_won.append(float(result["winner"] == result["hakem"]))
            kots.append(float(result["kot"]))
            tricks.append(float(sum(result["tricks"])))
        deals_a_match.append(float(len(match.results)))
        decisions_a_match.append(float(decisions))

    def near(values: list[float], low: float, high: float) -> bool:
        """Is the mean within the range, widened by 4 standard errors?"""
        mean = sum(values) / len(values)
        variance = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
        error = math.sqrt(variance / len(values))
        return low - 4 * error <= mean <= high + 4 * error

    assert len(tricks) > 4000
    assert near(hakem_won, 0.506, 0.506)
    assert near(kots, 0.024, 0.026)
    assert near(tricks, 10.75, 10.75)
    assert near(deals_a_match, 10.6, 10.6)
    assert near(decisions_a_match, 475, 475)


# --- What a seat knows -------------------------------------------------------------------------


def test_what_a_seat_knows_at_the_start() -> None:
    match = OracleMatch(["KS", "AS"])
    match.deal(list(ALL_CARDS))
    assert match.knows(0) == {
        "deal": 1,
        "phase": "open",
        "seat": 0,
        "score": [0, 0],
        "hakem": 1,
        "hakem_draw": ["KS", "AS"],
        "trump": None,
        "hand": ["AS", "KS", "QS", "JS", "TS"],
        "thrown": [],
        "throw_counts": [None, None],
        "draws": [],
        "stock": 42,
        "offered": [],
        "tricks": [],
        "lead": None,
        "tricks_won": [0, 0],
        "turn": 1,
    }
    match.act({"trump": "C", "throw": ["9S", "8S"]})
    assert match.knows(0)["throw_counts"] == [None, 2]
    assert match.knows(0)["thrown"] == []
    assert match.knows(1)["thrown"] == ["9S", "8S"]
    match.act({"throw": ["AS", "KS", "QS"]})
    assert match.knows(1)["throw_counts"] == [3, 2]
    assert match.knows(1)["thrown"] == ["9S", "8S"]
    assert match.knows(0)["offered"] == ["4S"]


def redeal_unseen(
    rng: random.Random, match: OracleMatch, deck: list[str], seat: int
) -> dict[str, str]:
    """A map of each card to its stand-in after a redeal of all that the seat has not seen."""
    view = match.knows(seat)
    seen = set(view["hand"] + view["thrown"] + view["offered"])
    for draw in view["draws"]:
        seen |= set(draw["saw"] or [])
    for trick in view["tricks"]:
        seen |= set(trick["cards"])
    if view["lead"] is not None:
        seen.add(view["lead"])
    unseen = [card for card in deck if card not in seen]
    stand_in = {card: card for card in deck}
    stand_in.update(zip(unseen, rng.sample(unseen, len(unseen)), strict=True))
    return stand_in


def test_a_redeal_of_unseen_cards_looks_the_same() -> None:
    rng = random.Random(8)
    compared = {"open": 0, "throw": 0, "draw": 0, "pick": 0, "play": 0}
    for _ in range(60):
        first = OracleMatch(shuffled(rng))
        deck = shuffled(rng)
        dealt = copy.deepcopy(first)
        first.deal(deck)
        history: list[dict[str, Any]] = []
        views: list[list[str]] = [[], []]
        while not first.needs_deal():
            for seat in [0, 1]:
                views[seat].append(json.dumps(first.knows(seat)))
                stand_in = redeal_unseen(rng, first, deck, seat)
                other = copy.deepcopy(dealt)
                other.deal([stand_in[card] for card in deck])
                seen_again = [json.dumps(other.knows(seat))]
                try:
                    for action in history:
                        action = dict(action)
                        if "throw" in action:
                            action["throw"] = [stand_in[card] for card in action["throw"]]
                        if "pick" in action:
                            action["pick"] = stand_in[action["pick"]]
                        other.act(action)
                        seen_again.append(json.dumps(other.knows(seat)))
                except ValueError:
                    continue  # with these cards the opponent would have had to follow suit
                assert seen_again == views[seat]
                compared[first.phase()] += 1
            action = rng.choice(first.legal())
            history.append(action)
            first.act(action)
    assert min(compared.values()) >= 60


# --- Records -----------------------------------------------------------------------------------


def test_records_of_whole_matches_replay() -> None:
    rng = random.Random(9)
    for _ in range(20):
        match, record = play_recorded(rng)
        again = replay(json.loads(json.dumps(record)))
        assert again.results == match.results
        assert (again.winner(), again.reason()) == (match.winner(), "normal")


def test_unfinished_records_replay() -> None:
    rng = random.Random(10)
    for stop in range(60):
        match, record = play_recorded(rng, stop)
        again = replay(record)
        assert again.where() == match.where()
        assert (again.winner(), again.reason()) == (match.winner(), "concede")
        record["result"].update(reason="forfeit", winner=0, fault={"seat": 1, "kind": "timeout"})
        assert not replay(record).over()
    record["deals"] = []
    record["result"]["points"] = [0, 0]
    replay(record)  # a bot that never starts forfeits before the first deal


def test_wrong_records_are_refused() -> None:
    match, good = play_recorded(random.Random(11))
    replay(good)

    def refused(text: str, path: list[Any], value: Any) -> None:
        bad = copy.deepcopy(good)
        inner: Any = bad
        for step in path[:-1]:
            inner = inner[step]
        assert inner[path[-1]] != value
        inner[path[-1]] = value
        with pytest.raises(AssertionError, match=text):
            replay(bad)

    last = len(good["deals"]) - 1
    deal = good["deals"][0]
    finish = match.results[0]
    unturned = [card for card in ALL_CARDS if card not in good["hakem_draw"]]
    refused("hakem_draw", ["hakem_draw"], [*good["hakem_draw"], unturned[0]])
    refused("hakem_draw: no ace", ["hakem_draw"], good["hakem_draw"][:-1])
    refused("deal 1, hakem", ["hakem_draw"], ["2S", *good["hakem_draw"]])
    refused("deal 1, hakem", ["deals", 0, "hakem"], 1 - deal["hakem"])
    refused("deal 2, deal", ["deals", 1, "deal"], 3)
    refused("52 cards", ["deals", 0, "deck"], deal["deck"][:51])
    refused("deal 1, throw: illegal", ["deals", 0, "discards", "other"], deal["deck"][-3:])
    refused("must be 'k' or 'r'", ["deals", 0, "draws"], "x" + deal["draws"][1:])
    refused("must be '1' or '2'", ["deals", 0, "draws"], deal["draws"][:20] + "k")
    refused("deal 1, play 1: illegal", ["deals", 0, "plays", 0], deal["discards"]["hakem"][0])
    refused("after the deal's end", ["deals", 0, "plays"], [*deal["plays"], "AS"])
    refused("deal 1 is unfinished", ["deals", 0, "plays"], deal["plays"][:-1])
    refused("deal 1, tricks", ["deals", 0, "tricks"], finish["tricks"][::-1])
    refused("deal 1, winner", ["deals", 0, "winner"], 1 - finish["winner"])
    refused("deal 1, points", ["deals", 0, "points"], finish["points"] + 1)
    refused("deal 1, kot", ["deals", 0, "kot"], not finish["kot"])
    refused("result, points", ["result", "points"], match.score[::-1])
    refused("result, winner", ["result", "winner"], 1 - good["result"]["winner"])
    refused("can't be conceded", ["result", "reason"], "concede")
    refused("can't be forfeited", ["result", "reason"], "forfeit")
    result = {"points": [0, 0], "winner": 0, "reason": "normal"}
    with pytest.raises(AssertionError, match="not over"):
        replay(good | {"deals": [], "result": result})
    with pytest.raises(AssertionError, match="nobody was asked to act"):
        replay(good | {"deals": [], "result": result | {"reason": "concede"}})
    refused("was over", ["deals"], [*good["deals"], good["deals"][last]])


# --- Counting ----------------------------------------------------------------------------------


def test_perft_of_the_first_phases() -> None:
    match = new_match(random.Random(12))
    assert [perft(match, depth) for depth in range(5)] == [1, 80, 800, 1600, 3200]
    parts = divide(match, 3)
    assert len(parts) == 80
    assert set(parts.values()) == {20}


def test_perft_stops_at_the_end_of_the_deal() -> None:
    rng = random.Random(13)
    match = new_match(rng)
    while match.phase() != "play":
        match.act(rng.choice(match.legal()))
    before = match
    while not match.needs_deal():
        before = match
        match = after(match, rng.choice(match.legal()))
    assert perft(match, 5) == 1
    for depth in range(1, 5):
        assert sum(divide(before, depth).values()) == perft(before, depth)
    # Line by line, without perft's short cut for the last action.
    assert perft(before, 3) == sum(
        1 if two.needs_deal() else len(two.legal())
        for one in [after(before, action) for action in before.legal()]
        for two in ([one] if one.needs_deal() else [after(one, a) for a in one.legal()])
    )


def test_action_keys() -> None:
    key = '{"throw":["2H","3C"],"trump":"S"}'
    assert action_key({"trump": "S", "throw": ["3C", "2H"]}) == key
    assert in_order(["2C", "AD", "TH", "KH", "3S"]) == ["3S", "KH", "TH", "AD", "2C"]
