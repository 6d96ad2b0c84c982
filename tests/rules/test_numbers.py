"""RULES, Numbers to check an engine against."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from statistics import fmean, variance

from arena.rules import (
    HAKEM_DECK,
    MatchState,
    Phase,
    Ruleset,
    Seat,
    apply,
    derive_deck,
    legal_actions,
    start_match,
)
from tests.rules.build import decisions
from tests.rules.sentences import rule

SECTION = "Numbers to check an engine against"
MATCHES = 400
STANDARD_ERRORS = 4


@dataclass(slots=True)
class Tally:
    """What random players did."""

    matches: list[MatchState] = field(default_factory=list)
    decisions_a_deal: list[int] = field(default_factory=list)
    legal: dict[Phase, set[int]] = field(default_factory=lambda: {phase: set() for phase in Phase})


@cache
def tally() -> Tally:
    found = Tally()
    for number in range(MATCHES):
        for match, action in decisions(f"numbers {number}"):
            phase = match.deal_in_progress.phase
            if phase is Phase.OPEN:
                found.decisions_a_deal.append(0)
            found.decisions_a_deal[-1] += 1
            found.legal[phase].add(len(legal_actions(match)))
            after = apply(match, action)
        found.matches.append(after)
    return found


def within(values: Sequence[float], low: float, high: float) -> bool:
    """Whether the mean lies between these, give or take its error."""
    error = STANDARD_ERRORS * math.sqrt(variance(values) / len(values))
    return low - error <= fmean(values) <= high + error


@rule(SECTION, "Random players, 4,000+ deals: hakem wins 50.6 % of deals")
def test_hakem_wins_506_deals_in_1000() -> None:
    won = [
        float(result.winner is deal.hakem)
        for match in tally().matches
        for deal, result in zip(match.finished, match.results, strict=True)
    ]
    assert len(won) > 4000
    assert within(won, 0.506, 0.506)


@rule(SECTION, "kot 2.4–2.6 %")
def test_24_to_26_deals_in_1000_are_kot() -> None:
    kots = [float(result.kot) for match in tally().matches for result in match.results]
    assert within(kots, 0.024, 0.026)


@rule(SECTION, "10.75 tricks a deal")
def test_a_deal_has_1075_tricks_on_average() -> None:
    tricks = [float(len(deal.tricks)) for match in tally().matches for deal in match.finished]
    assert within(tricks, 10.75, 10.75)


@rule(SECTION, "10.6 deals a match")
def test_a_match_has_106_deals_on_average() -> None:
    assert within([float(len(match.results)) for match in tally().matches], 10.6, 10.6)


@rule(SECTION, "about 475 decisions a match")
def test_a_match_has_about_475_decisions() -> None:
    counts = iter(tally().decisions_a_deal)
    totals = [float(sum(next(counts) for _ in match.results)) for match in tally().matches]
    assert within(totals, 475, 475)


@rule(SECTION, "80 at open (4 × (10 + 10)), 10 at throw, 2 at draw, 2 at pick, 1–13 at play.")
def test_the_numbers_of_legal_actions() -> None:
    assert tally().legal == {
        Phase.OPEN: {80},
        Phase.THROW: {10},
        Phase.DRAW: {2},
        Phase.PICK: {2},
        Phase.PLAY: set(range(1, 14)),
    }


@rule(SECTION, "37–49 decisions a deal.")
def test_a_deal_has_37_to_49_decisions() -> None:
    counts = set(tally().decisions_a_deal)
    assert (min(counts), max(counts)) == (37, 49)
    assert all(count % 2 for count in counts)


def test_sampled_seat_0_is_the_first_hakem_5198_times_in_10000() -> None:
    rules = Ruleset()
    sampled = [
        float(start_match(rules, derive_deck(f"first hakem {n}", HAKEM_DECK)).hakem is Seat.ZERO)
        for n in range(6000)
    ]
    assert within(sampled, 0.5198, 0.5198)
