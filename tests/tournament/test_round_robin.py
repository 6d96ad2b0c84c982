"""Who meets whom: the published tables, everyone once, and identities instead of counts."""

import itertools
import tracemalloc
from collections import Counter
from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.rules import match_seed
from arena.schedules import Pairing, berger_rounds, pair_id, round_robin, total_pairs

SIZES = range(2, 13)

BERGER = {
    4: "(1,4)(2,3) | (4,3)(1,2) | (2,4)(3,1)",
    6: "(1,6)(2,5)(3,4) | (6,4)(5,3)(1,2) | (2,6)(3,1)(4,5) | (6,5)(1,4)(2,3) | (3,6)(4,2)(5,1)",
    8: "(1,8)(2,7)(3,6)(4,5) | (8,5)(6,4)(7,3)(1,2) | (2,8)(3,1)(4,7)(5,6) | (8,6)(7,5)(1,4)(2,3)"
    " | (3,8)(4,2)(5,1)(6,7) | (8,7)(1,6)(2,5)(3,4) | (4,8)(5,3)(6,2)(7,1)",
}
"""The tables of the FIDE handbook, C.05, annex 1: first seat, second seat."""


def written(rounds: Sequence[Sequence[tuple[int, int]]]) -> str:
    return " | ".join("".join(f"({a},{b})" for a, b in games) for games in rounds)


def schedule(
    names: Sequence[str] = ("a", "b", "c"),
    cycles: int = 2,
    batch: int = 1,
    seed: str = "seed",
    done: Sequence[str] = (),
) -> list[Pairing]:
    return list(round_robin(names, cycles, batch, seed, done))


def identities(jobs: Sequence[Pairing]) -> list[str]:
    return [plan.pair for job in jobs for plan in job.pairs]


def tracked(act: Callable[[], object]) -> int:
    """The most memory that it took meanwhile, in bytes."""
    tracemalloc.start()
    try:
        act()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def bots(count: int) -> list[str]:
    return [f"bot{number}" for number in range(count)]


# Rounds


@pytest.mark.parametrize("size", BERGER)
def test_rounds_are_those_of_the_published_table(size: int) -> None:
    assert written(list(berger_rounds(range(1, size + 1)))) == BERGER[size]


@pytest.mark.parametrize("size", [3, 5, 7])
def test_with_an_odd_number_the_published_table_gives_its_last_number_a_bye(size: int) -> None:
    with_byes = berger_rounds(range(1, size + 2))
    expected = [[game for game in games if size + 1 not in game] for games in with_byes]
    assert list(berger_rounds(range(1, size + 1))) == expected


@pytest.mark.parametrize("size", SIZES)
def test_everyone_meets_everyone_once_and_plays_at_most_once_a_round(size: int) -> None:
    rounds = list(berger_rounds(range(size)))
    met = [frozenset(game) for games in rounds for game in games]
    assert sorted(map(sorted, met)) == sorted(map(list, itertools.combinations(range(size), 2)))
    assert len(rounds) == (size - 1 if size % 2 == 0 else size)
    for games in rounds:
        players = [player for game in games for player in game]
        assert len(players) == len(set(players)) == size - size % 2


@pytest.mark.parametrize("size", [size for size in SIZES if size % 2])
def test_with_an_odd_number_everyone_rests_once(size: int) -> None:
    resting = [
        set(range(size)) - {player for game in games for player in game}
        for games in berger_rounds(range(size))
    ]
    assert sorted(map(sorted, resting)) == [[player] for player in range(size)]


# A round-robin


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("cycles", "batch"), [(1, 1), (1, 10), (3, 1), (5, 2), (4, 2)])
def test_every_pair_of_every_cycle_is_there_once(size: int, cycles: int, batch: int) -> None:
    expected = [
        pair_id(cycle, pairing)
        for cycle in range(1, cycles + 1)
        for pairing in itertools.combinations(sorted(bots(size)), 2)
    ]
    found = identities(schedule(bots(size), cycles, batch))
    assert sorted(found) == sorted(expected)
    assert len(found) == total_pairs(size, cycles)


def test_a_cycle_ends_before_the_next_begins_so_that_early_standings_mean_something() -> None:
    found = identities(schedule(bots(5), cycles=4))
    cycles = [int(identity.split(":")[0]) for identity in found]
    assert cycles == sorted(cycles)


def test_a_batch_holds_consecutive_cycles_of_one_pairing_and_no_block_starts_early() -> None:
    jobs = schedule(cycles=7, batch=3)
    blocks = [job.job.split(":")[0] for job in jobs]
    assert blocks == ["1-3"] * 3 + ["4-6"] * 3 + ["7-7"] * 3
    for job in jobs:
        low, high = map(int, job.job.split(":")[0].split("-"))
        assert [plan.pair for plan in job.pairs] == [
            pair_id(cycle, job.names) for cycle in range(low, high + 1)
        ]


def test_jobs_have_different_identities() -> None:
    names = [job.job for job in schedule(bots(6), cycles=7, batch=3)]
    assert len(names) == len(set(names))


def test_a_pairing_names_its_bots_in_order() -> None:
    assert all(job.names == tuple(sorted(job.names)) for job in schedule(bots(6)))


def test_the_order_of_pairings_changes_from_block_to_block_and_with_the_seed() -> None:
    jobs = schedule(bots(6), cycles=3)
    cycle = [[job.names for job in jobs[start : start + 15]] for start in (0, 15, 30)]
    assert sorted(cycle[0]) == sorted(cycle[1]) == sorted(cycle[2])
    assert len(set(map(tuple, cycle))) == 3
    other = [job.names for job in schedule(bots(6), cycles=1, seed="another")]
    assert other != cycle[0]


@given(st.permutations(bots(5)))
def test_the_order_of_the_bots_in_the_config_changes_nothing(names: list[str]) -> None:
    assert schedule(names, cycles=3, batch=2) == schedule(bots(5), cycles=3, batch=2)


def test_identities_depend_on_nothing_but_cycle_and_names() -> None:
    expected = set(identities(schedule(bots(4), cycles=6, batch=1)))
    assert set(identities(schedule(bots(4), cycles=6, batch=4, seed="another"))) == expected
    # One bot more adds pairs and renames none.
    assert expected < set(identities(schedule(bots(5), cycles=6, batch=2)))
    assert expected < set(identities(schedule(bots(4), cycles=9, batch=2)))


def test_no_two_pairs_share_an_identity_whatever_names_and_cycles_are_made_of() -> None:
    names = ["1", "11", "1.1", "1-1", "a", "1a"]
    found = identities(schedule(names, cycles=12))
    assert len(found) == len(set(found)) == total_pairs(6, 12)


def test_the_first_jobs_of_a_large_league_are_found_without_working_out_the_rest() -> None:
    jobs = round_robin(bots(1000), cycles=1_000_000, batch=10, seed="seed")
    first = [next(jobs) for _ in range(1000)]
    assert len({job.job for job in first}) == 1000
    assert tracked(lambda: next(jobs)) < 10_000_000


# Decks and seats


def test_decks_are_fresh_for_each_pairing_and_cycle() -> None:
    seeds = [plan.seed for job in schedule(bots(6), cycles=20, batch=3) for plan in job.pairs]
    assert len(seeds) == len(set(seeds)) == total_pairs(6, 20)


def test_a_pairs_deck_comes_from_the_seed_and_its_identity_alone() -> None:
    for job in schedule(cycles=3, batch=2):
        for plan in job.pairs:
            assert plan.seed == match_seed("seed", plan.pair)
    assert {plan.seed for job in schedule(seed="another") for plan in job.pairs}.isdisjoint(
        plan.seed for job in schedule() for plan in job.pairs
    )


@given(st.text(min_size=1))
def test_each_bot_has_the_first_seat_first_in_about_half_of_its_pairs(seed: str) -> None:
    firsts = Counter(
        plan.first for job in schedule(["a", "b"], cycles=400, seed=seed) for plan in job.pairs
    )
    # Six standard deviations: one seed in 500 million is further away by chance.
    assert abs(firsts[0] - 200) <= 60


def test_who_has_the_first_seat_is_drawn_for_each_pair_and_does_not_alternate() -> None:
    draws = [plan.first for job in schedule(["a", "b"], cycles=400) for plan in job.pairs]
    changes = sum(one != two for one, two in itertools.pairwise(draws))
    assert 140 <= changes <= 260


# Going on


@given(st.sets(st.sampled_from(identities(schedule(bots(4), cycles=5, batch=3)))))
def test_lesson_12_resume_asks_for_identities_not_for_counts(done: set[str]) -> None:
    """Whatever is stored, in whichever order it came, the rest is played: that and no more."""
    whole = schedule(bots(4), cycles=5, batch=3)
    left = schedule(bots(4), cycles=5, batch=3, done=sorted(done))
    assert identities(left) == [pair for pair in identities(whole) if pair not in done]
    plans = {plan.pair: plan for job in whole for plan in job.pairs}
    jobs = {job.job: job for job in whole}
    for job in left:
        assert job.names == jobs[job.job].names
        assert all(plan == plans[plan.pair] for plan in job.pairs)


def test_lesson_12_what_is_stored_of_something_else_is_not_counted() -> None:
    foreign = ["1:a:z", "99:a:b", "a:b", "", "1:b:a"]
    assert schedule(done=foreign) == schedule()


def test_nothing_is_left_of_a_tournament_that_is_over() -> None:
    assert schedule(done=identities(schedule())) == []


def test_lesson_23_seed_and_names_decide_every_deck_and_no_bots_choice_can() -> None:
    """Nothing but seed, cycle and names goes in, and nothing is drawn while bots play."""
    assert schedule(bots(7), cycles=9, batch=4) == schedule(bots(7), cycles=9, batch=4)
