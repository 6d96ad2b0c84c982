"""Rounds of a Swiss: no rematch, at most one bye each, equals against equals, and going on."""

import itertools
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.errors import HostError
from arena.results import leaderboard
from arena.schedules import (
    Contestant,
    Names,
    Results,
    Stage,
    dutch,
    results_by_pairing,
    rounds_limit,
    swiss,
    swiss_table,
)
from arena.store import Store
from tests.tournament.running import SHORT, Arena
from tests.tournament.stages import Fate, identities, play, result
from tests.tournament.test_knockout import chance, favourite, level, outsider, seeds

FEW = settings(max_examples=40)


def rounds_of(done: list[str], pairs: int) -> list[set[Names]]:
    """Who met whom, round by round, by the numbers of the pairs."""
    found: dict[int, set[Names]] = {}
    for pair in done:
        number, one, two = pair.split(":")
        found.setdefault((int(number) - 1) // pairs, set()).add((one, two))
    return [found[number] for number in sorted(found)]


def played_out(count: int, rounds: int, fate: Fate, pairs: int = 1) -> list[str]:
    def ask(results: Results) -> Stage:
        return swiss(seeds(count), rounds, pairs, 2, "seed", results, dutch.draw)

    return play(ask, fate)


@pytest.mark.parametrize("count", range(2, 13))
@pytest.mark.parametrize("fate", [favourite, outsider, level, chance("x"), chance("y")])
def test_nobody_meets_anybody_twice_and_nobody_has_two_byes(count: int, fate: Fate) -> None:
    rounds = rounds_limit(count)
    found = rounds_of(played_out(count, rounds, fate), 1)
    assert len(found) == rounds
    met = [names for round_ in found for names in round_]
    assert len(met) == len(set(met)) == rounds * (count // 2)
    byes = []
    for round_ in found:
        playing = [name for names in round_ for name in names]
        assert len(playing) == len(set(playing)) == count - count % 2
        byes += sorted(set(seeds(count)) - set(playing))
    assert len(byes) == len(set(byes)) == rounds * (count % 2)


@FEW
@given(st.integers(2, 16), st.text(max_size=4))
def test_whatever_the_results_every_round_can_be_drawn(count: int, salt: str) -> None:
    rounds = rounds_limit(count)
    found = rounds_of(played_out(count, rounds, chance(salt)), 1)
    assert [len(round_) for round_ in found] == [count // 2] * rounds


@pytest.mark.parametrize("count", [4, 6, 8, 12])
def test_the_first_round_sets_the_upper_half_against_the_lower(count: int) -> None:
    names, half = seeds(count), count // 2
    (first, *_) = rounds_of(played_out(count, 1, level), 1)
    assert first == {
        (min(one, two), max(one, two)) for one, two in zip(names, names[half:], strict=False)
    }


def weight(drawn: set[Names], score: dict[str, Fraction]) -> Fraction:
    return sum((abs(score[one] - score[two]) for one, two in drawn), Fraction(0))


def matchings(names: list[str]) -> list[list[Names]]:
    """Every way in which all can be paired."""
    if not names:
        return [[]]
    one, rest = names[0], names[1:]
    return [
        [(min(one, two), max(one, two)), *others]
        for two in rest
        for others in matchings([name for name in rest if name != two])
    ]


@pytest.mark.parametrize("salt", ["a", "b", "c", "d"])
def test_of_eight_as_many_as_can_meet_an_equal_do(salt: str) -> None:
    """Compared with every way to pair them: no other has more ties within a score group."""
    fate = chance(salt)
    score = {name: Fraction(0) for name in seeds(8)}
    met: set[Names] = set()
    for number, drawn in enumerate(rounds_of(played_out(8, 4, fate), 1), start=1):
        possible = [way for way in matchings(seeds(8)) if not met & set(way)]
        top = max(score.values())
        group = {name for name in score if score[name] == top}
        within = max(sum(set(names) <= group for names in way) for way in possible)
        assert sum(set(names) <= group for names in drawn) == within
        met |= drawn
        for one, two in drawn:
            row = result(f"{number}:{one}:{two}", fate)
            score[one] += row.won + Fraction(row.halved, 2)
            score[two] += row.lost + Fraction(row.halved, 2)


def test_a_round_is_won_by_whoever_has_more_of_its_pairs() -> None:
    fates = {1: (0, 0, 1, 9), 2: (1, 0, 0, -1), 3: (1, 0, 0, -1)}
    rows = results_by_pairing(
        result(f"{number}:b1:b2", lambda pair, fate=fate: fate)  # type: ignore[misc]
        for number, fate in fates.items()
    )
    table = swiss_table(["b1", "b2", "b3"], 2, 3, rows)
    assert [(bot.name, bot.score, bot.bye) for bot in table.ranked()] == [
        ("b2", 1, False),
        ("b3", 1, True),
        ("b1", 0, False),
    ]
    assert [bot.floats for bot in table.contestants] == [("none",), ("none",), ("down",)]
    assert (table.over, table.rounds) == (1, 2)


def test_a_round_begins_once_the_one_before_is_over() -> None:
    def ask(done: list[str]) -> list[str]:
        rows = results_by_pairing(result(pair, level) for pair in done)
        return identities(swiss(seeds(4), 2, 2, 10, "seed", rows, dutch.draw))

    first = ["1:b1:b3", "2:b1:b3", "1:b2:b4", "2:b2:b4"]
    assert ask([]) == first
    assert ask(first[:3]) == first[3:]
    assert {pair.split(":")[0] for pair in ask(first)} == {"3", "4"}


# Going on


@FEW
@given(st.integers(2, 9), st.integers(1, 3), st.text(max_size=3), st.data())
def test_lesson_12_stopped_anywhere_what_is_missing_is_the_same(
    count: int, pairs: int, salt: str, data: st.DataObject
) -> None:
    def ask(results: Results) -> Stage:
        return swiss(seeds(count), rounds_limit(count), pairs, 2, "seed", results, dutch.draw)

    fate = chance(salt)
    whole = play(ask, fate)
    stop = data.draw(st.integers(0, len(whole)))
    half = play(ask, fate, stop=stop)
    assert half == whole[:stop]
    again = play(ask, fate, stored=data.draw(st.permutations(half)))
    assert sorted(again) == sorted(whole)
    assert ask({}).total == len(whole)


def test_a_round_that_would_be_drawn_otherwise_now_is_refused() -> None:
    rows = results_by_pairing([result("1:b1:b2", level)])
    with pytest.raises(HostError, match=r"round 1 is stored in part, .* was the pairing library "):
        swiss(seeds(4), 2, 1, 10, "seed", rows, dutch.draw)


@pytest.mark.parametrize(
    "drawn",
    [
        [],
        [("b1", "b2")],
        [("b1", "b2"), ("b1", "b3")],
        [("b1", "b4"), ("b2", "b3")],
    ],
)
def test_a_library_that_breaks_the_rules_is_not_followed(drawn: list[Names]) -> None:
    four = [Contestant(name) for name in seeds(4)]
    four[0] = Contestant("b1", met=frozenset({"b4"}))
    with pytest.raises(HostError, match="round 1 that breaks the rules"):
        dutch._check(drawn, four, 1)
    three = [Contestant("b1"), Contestant("b2"), Contestant("b3", bye=True)]
    with pytest.raises(HostError, match="round 1 that breaks the rules"):
        dutch._check([("b1", "b2")], three, 1)
    for names in itertools.combinations(("b1", "b3"), 2):
        dutch._check([names], three, 1)


@pytest.mark.parametrize("form", ["match", "deals"])
def test_a_swiss_is_run_and_its_scores_are_shown(arena: Arena, form: str) -> None:
    config = arena.write(
        ["value", "naive", "random"],
        schedule="swiss",
        rounds=2,
        pairs=2,
        format=form,
        **SHORT[form],
    )
    ran = arena.run("run", config, "-j", "2")
    assert ran.returncode == 0, ran.stderr
    assert "league, swiss, 2 rounds of 2 pairs: 4 mirror pairs = 8 matches" in ran.stderr
    assert "\nafter round 2 of 2: " in ran.stdout
    with Store(arena.place.store) as store:
        table = leaderboard(store, "league").swiss
    assert table is not None
    assert sum(bot.score for bot in table.contestants) == 4
    assert sum(bot.bye for bot in table.contestants) == 2
    assert len(arena.done()) == 4
    again = arena.run("run", config)
    assert (again.returncode, again.stdout) == (0, ran.stdout)
