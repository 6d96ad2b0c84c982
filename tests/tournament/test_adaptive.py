"""Pairs spent where they tell most: simulated leagues of bots whose strength is known."""

from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import combinations

import numpy as np
import pytest

from arena.ratings import PairTable, expected_score, fit
from arena.store import PairResult
from arena.tournament.schedules import continuous, cycle_of, most_telling

TRUE = {"a": 120.0, "b": 100.0, "c": 20.0, "d": -40.0, "e": -80.0, "f": -120.0}
"""Elo around a mean of nothing: two leaders whom little parts, and a field behind."""
BATCH = 4
BLOCKS = 25
LEAGUES = 24


@dataclass(frozen=True)
class League:
    """What came of one."""

    errors: "np.ndarray[tuple[int], np.dtype[np.float64]]"
    """Rating minus truth, in standard errors, by bot."""
    sizes: "np.ndarray[tuple[int], np.dtype[np.float64]]"
    """The standard errors, in Elo."""
    met: Counter[frozenset[str]]
    """Pairs by who met."""


def play(seed: int, *, adaptive: bool, pairs: int | None = None) -> League:
    """A league of so many blocks, or until so many pairs; a pair is two independent matches."""
    chance = np.random.default_rng(seed)
    rows: dict[str, PairResult] = {}

    def choose(before: int) -> list[tuple[str, str]]:
        earlier = [row for row in rows.values() if cycle_of(row.pair) < before]
        return most_telling(list(TRUE), earlier, BATCH)

    for _ in range(BLOCKS):
        last = max(map(cycle_of, rows), default=0)
        stage = continuous(list(TRUE), last, BATCH, "s", rows, choose if adaptive else None)
        for plan in [plan for job in stage.missing for plan in job.pairs]:
            if pairs is not None and len(rows) == pairs:
                break
            _, one, two = plan.pair.split(":")
            won = chance.binomial(2, expected_score(TRUE[one] - TRUE[two]))
            counts = [int(won == n) for n in range(3)]
            rows[plan.pair] = PairResult(plan.pair, one, two, *counts)
    return rated(list(rows.values()))


def rated(rows: list[PairResult]) -> League:
    names = tuple(TRUE)
    tally: dict[tuple[int, int], list[int]] = {}
    for row in rows:
        place = names.index(row.first), names.index(row.second)
        counts = tally.setdefault(place, [0, 0, 0])
        for n, count in enumerate((row.lost, row.halved, row.won)):
            counts[n] += count
    found = fit(PairTable(names, {met: (a, 0, b, 0, c) for met, (a, b, c) in tally.items()}))
    sizes = found.standard_errors()
    errors = (found.elo() - np.array(list(TRUE.values()))) / sizes
    return League(errors, sizes, Counter(frozenset((row.first, row.second)) for row in rows))


@cache
def leagues() -> tuple[list[League], list[League]]:
    """Adaptive ones, and as many pairs spent evenly."""
    spent = [play(seed, adaptive=True) for seed in range(LEAGUES)]
    size = sum(spent[0].met.values())
    return spent, [play(seed, adaptive=False, pairs=size) for seed in range(LEAGUES)]


def test_more_pairs_go_to_those_whom_little_parts_and_none_is_forgotten() -> None:
    met: Counter[frozenset[str]] = sum((league.met for league in leagues()[0]), Counter())
    apart = {pair: abs(TRUE[min(pair)] - TRUE[max(pair)]) for pair in met}
    assert set(met) == set(map(frozenset, combinations(TRUE, 2)))
    close = [met[pair] for pair in met if apart[pair] <= 60]
    far = [met[pair] for pair in met if apart[pair] >= 160]
    assert np.mean(close) > 1.15 * np.mean(far)


def test_the_same_pairs_tell_more_of_every_bot_together_than_spent_evenly() -> None:
    spent, evenly = leagues()
    assert sum(spent[0].met.values()) == sum(evenly[0].met.values())
    product = [np.mean([np.log(league.sizes).sum() for league in some]) for some in (spent, evenly)]
    assert product[0] < product[1] + 0.05


@pytest.mark.parametrize("place", range(len(TRUE)), ids=list(TRUE))
def test_ratings_stay_unbiased_though_results_decide_who_plays(place: int) -> None:
    """The mean of so many errors, each of deviation 1, is itself known to 1/√n."""
    errors = np.array([league.errors[place] for league in leagues()[0]])
    assert abs(errors.mean()) < 3.3 / np.sqrt(LEAGUES)
    assert 0.6 < errors.std(ddof=1) < 1.5
