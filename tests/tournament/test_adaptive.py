"""Pairs spent where they tell most: simulated leagues of bots whose strength is known."""

from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import combinations

import numpy as np

from arena.ratings import PairTable, expected_score, fit
from arena.schedules import continuous, cycle_of, most_telling
from arena.store import PairResult

TRUE = {"a": 120.0, "b": 100.0, "c": 20.0, "d": -40.0, "e": -80.0, "f": -120.0}
"""Elo around a mean of nothing: two leaders whom little parts, and a field behind."""
BATCH = 4
BLOCKS = 25
LEAGUES = 40


@dataclass(frozen=True)
class League:
    """What came of one."""

    errors: "np.ndarray[tuple[int], np.dtype[np.float64]]"
    """Rating minus truth, in standard errors, by bot."""
    leaders: float
    """Standard error of the two leaders' difference, in Elo."""
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
    errors = (found.elo() - np.array(list(TRUE.values()))) / found.standard_errors()
    # Of two members the mean is half their difference away.
    leaders = 2 * float(found.standard_errors(np.arange(2))[0])
    return League(errors, leaders, Counter(frozenset((row.first, row.second)) for row in rows))


@cache
def leagues() -> list[League]:
    return [play(seed, adaptive=True) for seed in range(LEAGUES)]


def test_more_pairs_go_to_those_whom_little_parts_and_none_is_forgotten() -> None:
    met: Counter[frozenset[str]] = sum((league.met for league in leagues()), Counter())
    apart = {pair: abs(TRUE[min(pair)] - TRUE[max(pair)]) for pair in met}
    assert set(met) == set(map(frozenset, combinations(TRUE, 2)))
    close = [met[pair] for pair in met if apart[pair] <= 60]
    far = [met[pair] for pair in met if apart[pair] >= 160]
    assert np.mean(close) > 2 * np.mean(far)


def test_as_many_pairs_spent_evenly_tell_less_of_who_is_the_best() -> None:
    size = sum(leagues()[0].met.values())
    evenly = [play(seed, adaptive=False, pairs=size) for seed in range(4)]
    assert {sum(league.met.values()) for league in [*evenly, *leagues()]} == {size}
    there, here = (np.mean([one.leaders for one in some]) for some in (evenly, leagues()))
    assert here < 0.97 * there


def test_ratings_stay_right_within_their_errors_though_results_decide_who_plays() -> None:
    """They are drawn apart a little: by a quarter of a standard error at the ends of the field."""
    errors = np.array([league.errors for league in leagues()])
    assert np.abs(errors.mean(axis=0)).max() < 0.25 + 3 / np.sqrt(LEAGUES)
    noise = 3 * np.sqrt(0.95 * 0.05 / errors.size)
    assert abs((np.abs(errors) < 1.96).mean() - 0.95) < noise
