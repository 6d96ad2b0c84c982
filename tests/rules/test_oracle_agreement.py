"""The engine against an independent one, written as plainly as can be (`tests/oracle`).

Thousands of random deals: at every decision both say the same of whose turn it is, of what is legal
and of what each seat knows, and refuse the same actions; they score alike, and count alike.
"""

import json
from random import Random
from typing import Any

import pytest

from arena.errors import IllegalActionError
from arena.rules import (
    HAKEM_DECK,
    Action,
    Concede,
    MatchState,
    Phase,
    Ruleset,
    apply,
    check,
    deal_cards,
    derive_deck,
    legal_actions,
    observe,
    start_match,
)
from tests.oracle.hokm import OracleMatch
from tests.oracle.perft import action_key
from tests.oracle.perft import divide as oracle_divide
from tests.oracle.perft import perft as oracle_perft
from tests.oracle.record import replay
from tests.rules.build import SEATS, ZERO, nearly_legal, one_deal, places, wire, wire_action
from tests.rules.generated import PERFT, perft_vectors
from tests.rules.perft import Ending, divide, ending_of, perft

MATCHES = 220
CHUNKS = 10

GOLDEN: dict[str, Any] = json.loads(PERFT.read_text(encoding="utf-8"))


class Pair:
    """Both engines in one match, dealt the same cards."""

    def __init__(self, seed: str, rules: Ruleset) -> None:
        self.seed = seed
        deck = derive_deck(seed, HAKEM_DECK)
        self.engine: MatchState = start_match(rules, deck)
        self.oracle = OracleMatch(
            [str(card) for card in deck], rules.target, rules.kot_hakem, rules.kot_other
        )

    def deal(self) -> None:
        assert self.oracle.needs_deal()
        deck = derive_deck(self.seed, self.engine.next_deal)
        self.engine = deal_cards(self.engine, deck)
        self.oracle.deal([str(card) for card in deck])

    def compare(self) -> None:
        """At a decision: turn and phase, what is legal, what each seat knows."""
        deal = self.engine.deal_in_progress
        assert (deal.phase, deal.turn) == (self.oracle.phase(), self.oracle.turn())
        ours = [wire_action(action) for action in legal_actions(self.engine)]
        plain = self.oracle.legal()
        assert ours == plain or sorted(map(action_key, ours)) == sorted(map(action_key, plain))
        for seat in SEATS:
            assert wire(observe(self.engine, seat)) == self.oracle.knows(seat)

    def compare_places(self) -> None:
        assert places(self.engine.deal_in_progress) == self.oracle.where()

    def refuse(self, action: Action) -> None:
        """Both refuse the action; `compare` afterwards shows that neither has changed."""
        rule = check(self.engine, action)
        assert rule is not None
        before = self.engine
        with pytest.raises(IllegalActionError) as refusal:
            apply(self.engine, action)
        assert str(refusal.value) == rule
        assert self.engine is before
        with pytest.raises(ValueError, match="illegal"):
            self.oracle.act(wire_action(action))

    def act(self, action: Action) -> None:
        self.engine = apply(self.engine, action)
        self.oracle.act(dict(wire_action(action)))

    def compare_results(self) -> None:
        assert list(self.engine.score) == self.oracle.score
        assert self.engine.winner == self.oracle.winner()
        assert self.engine.over == self.oracle.over()
        for ours, plain in zip(self.engine.results, self.oracle.results, strict=True):
            known = {name: plain[name] for name in ("deal", "winner", "tricks", "points", "kot")}
            assert wire(ours) == known


def play_side_by_side(seed: str, rules: Ruleset, concede: bool) -> None:
    """A random match; with `concede` the seat to act may give up at any decision."""
    rng = Random(seed)
    pair = Pair(seed, rules)
    while not pair.engine.over:
        if pair.engine.deal is None:
            pair.compare_results()
            pair.deal()
        if rng.random() < 0.2:
            for action in rng.sample(nearly_legal(pair.engine, rng), 2):
                pair.refuse(action)
        pair.compare()
        if rng.random() < 0.1:
            pair.compare_places()
        given_up = concede and rng.random() < 0.01
        pair.act(Concede() if given_up else rng.choice(legal_actions(pair.engine)))
    pair.compare_results()


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_matches_agree_at_every_decision(chunk: int) -> None:
    for number in range(chunk, MATCHES, CHUNKS):
        play_side_by_side(f"agreement {number}", Ruleset(), concede=number % 5 == 0)


@pytest.mark.parametrize("rules", [Ruleset(1, 1, 1), Ruleset(5, 4, 2), Ruleset(9, 1, 7)])
def test_other_point_values_agree(rules: Ruleset) -> None:
    for number in range(3):
        play_side_by_side(f"points {number}", rules, concede=False)


def test_every_nearly_legal_action_is_refused() -> None:
    rng = Random("nearly legal")
    refused = dict.fromkeys(Phase, 0)
    pair = Pair("nearly legal", Ruleset())
    while not pair.engine.over:
        if pair.engine.deal is None:
            pair.deal()
        for action in nearly_legal(pair.engine, rng):
            pair.refuse(action)
            refused[pair.engine.deal_in_progress.phase] += 1
        pair.compare()
        pair.act(rng.choice(legal_actions(pair.engine)))
    assert min(refused.values()) >= 20


def test_the_oracle_replays_a_deal_of_the_engine() -> None:
    for number in range(50):
        states = list(one_deal(f"record {number}"))
        match, action = states[-1]
        end = apply(match, action)
        deal, result = end.finished[0], end.results[0]
        last = [drawn.took for drawn in deal.draws][-1]
        record = {
            "hakem_draw": [str(card) for card in end.hakem_draw],
            "rules": wire(end.rules),
            "deals": [
                {
                    "deal": 1,
                    "hakem": 0,
                    "deck": [str(card) for card in deal.deck],
                    "trump": str(deal.trump),
                    "discards": {"hakem": wire(deal.thrown[0]), "other": wire(deal.thrown[1])},
                    "draws": "".join(drawn.draw[0] for drawn in deal.draws[:20])
                    + str(1 + deal.deck[-2:].index(last or deal.deck[0])),
                    "plays": [card for trick in deal.tricks for card in wire(trick.cards)],
                    **wire(result),
                }
            ],
            "result": {"points": list(end.score), "winner": 0, "reason": "forfeit"},
        }
        assert replay(record).where() == places(deal)


# --- Counting ----------------------------------------------------------------------------------


def compare_counts(engine: MatchState, oracle: OracleMatch, depth: int) -> int:
    count = perft(engine, depth)
    if count != oracle_perft(oracle, depth):
        ours, plain = divide(engine, depth), oracle_divide(oracle, depth)
        wrong = {
            action: (ours.get(action), plain.get(action))
            for action in sorted(ours.keys() | plain.keys())
            if ours.get(action) != plain.get(action)
        }
        pytest.fail(f"counts to depth {depth} by first action (engine, oracle): {wrong}")
    return count


def test_counts_of_openings_agree() -> None:
    pair = Pair("opening counts", Ruleset())
    pair.deal()
    counts = [compare_counts(pair.engine, pair.oracle, depth) for depth in range(1, 5)]
    assert counts == [80, 800, 1600, 3200]


@pytest.mark.parametrize("left", [3, 4, 5])
def test_counts_of_endings_agree(left: int) -> None:
    compared = 0
    for number in range(12):
        for match, _ in one_deal(f"ending {number}"):
            deal = match.deal_in_progress
            if deal.phase is Phase.PLAY and deal.lead is None and len(deal.hands[0]) == left:
                depth = min(2 * left, 7)
                compare_counts(match, ending_of(match).oracle(), depth)
                compared += 1
    assert compared >= 5


@pytest.mark.parametrize("position", GOLDEN["endings"], ids=lambda position: position["plays"])
def test_golden_counts_of_endings(position: dict[str, Any]) -> None:
    match = Ending.from_json(position).engine()
    counts = [perft(match, depth) for depth in range(1, len(position["perft"]) + 1)]
    assert counts == position["perft"]


def test_golden_positions_are_the_same_for_both_engines() -> None:
    for position in GOLDEN["endings"]:
        ending = Ending.from_json(position)
        engine, oracle = ending.engine(), ending.oracle()
        assert [wire(observe(engine, seat)) for seat in SEATS] == [
            oracle.knows(seat) for seat in SEATS
        ]
        assert ending_of(engine) == ending
        assert compare_counts(engine, oracle, 4) == position["perft"][3]


def test_the_golden_file_is_what_the_engine_writes() -> None:
    assert perft_vectors() == GOLDEN
    assert all(opening["perft"][:3] == [80, 800, 1600] for opening in GOLDEN["openings"])
    assert GOLDEN["openings"][0]["hakem"] == ZERO
