"""Brackets: the published order of seeds, every size, ties to the end, and going on."""

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.results import leaderboard
from arena.schedules import (
    Bracket,
    Results,
    Stage,
    bracket,
    bracket_order,
    knockout,
    pairing_of,
    results_by_pairing,
)
from arena.store import Store
from tests.store.matches import concedes, first, played
from tests.tournament.places import Place, with_key
from tests.tournament.running import SHORT, Arena
from tests.tournament.stages import Fate, identities, play, result

SIZES = range(2, 10)


def seeds(count: int) -> list[str]:
    return [f"b{number}" for number in range(1, count + 1)]


def favourite(pair: str) -> tuple[int, int, int, int]:
    """The better seed wins."""
    return (0, 0, 1, 5)


def outsider(pair: str) -> tuple[int, int, int, int]:
    """The worse seed wins."""
    return (1, 0, 0, -5)


def level(pair: str) -> tuple[int, int, int, int]:
    """Nobody is ever ahead."""
    return (0, 1, 0, 0)


def chance(salt: str) -> Fate:
    """Anything can happen, the same whenever it is asked."""

    def fate(pair: str) -> tuple[int, int, int, int]:
        draw = sha256(f"{salt}|{pair}".encode()).digest()
        return ((1, 0, 0), (0, 1, 0), (0, 1, 0), (0, 0, 1))[draw[0] % 4] + (draw[1] % 5 - 2,)

    return fate


def played_out(count: int, fate: Fate, pairs: int = 1, sudden_death: int = 3) -> Bracket:
    def ask(results: Results) -> Stage:
        return knockout(seeds(count), pairs, sudden_death, 2, "seed", results)

    done = play(ask, fate)
    return bracket(
        seeds(count), pairs, sudden_death, results_by_pairing(result(pair, fate) for pair in done)
    )


@pytest.mark.parametrize(
    ("size", "order"),
    [
        (2, [1, 2]),
        (4, [1, 4, 2, 3]),
        (8, [1, 8, 4, 5, 2, 7, 3, 6]),
        (16, [1, 16, 8, 9, 4, 13, 5, 12, 2, 15, 7, 10, 3, 14, 6, 11]),
    ],
)
def test_seeds_stand_as_in_the_usual_bracket(size: int, order: list[int]) -> None:
    assert bracket_order(size) == order


@pytest.mark.parametrize("count", SIZES)
@pytest.mark.parametrize("fate", [favourite, outsider, level, chance("x"), chance("y")])
def test_every_bracket_ends_with_one_winner_and_everyone_else_lost_once(
    count: int, fate: Fate
) -> None:
    found = played_out(count, fate)
    ties = [tie for round_ in found.rounds for tie in round_]
    lost = [tie.low if tie.winner == tie.high else tie.high for tie in ties if tie.low is not None]
    assert found.winner is not None
    assert sorted([*lost, found.winner], key=str) == sorted(seeds(count))
    assert len(found.rounds) == (count - 1).bit_length()
    for round_ in found.rounds:
        bots = [bot for tie in round_ for bot in (tie.high, tie.low) if bot is not None]
        assert len(bots) == len(set(bots))


@pytest.mark.parametrize("count", SIZES)
def test_byes_are_in_the_first_round_alone_and_go_to_the_best_seeds(count: int) -> None:
    found = played_out(count, chance("byes"))
    size = 1 << (count - 1).bit_length()
    byes = sorted(tie.high for tie in found.rounds[0] if tie.low is None)
    assert byes == seeds(count)[: size - count]
    assert all(tie.low is not None for round_ in found.rounds[1:] for tie in round_)
    assert all((tie.how == "bye") == (tie.low is None) for ties in found.rounds for tie in ties)


@pytest.mark.parametrize("count", SIZES)
def test_where_favourites_win_the_best_seeds_meet_as_late_as_possible(count: int) -> None:
    found = played_out(count, lambda pair: favourite(pair))
    assert found.winner == "b1"
    for number, round_ in enumerate(reversed(found.rounds)):
        left = {bot for tie in round_ for bot in (tie.high, tie.low) if bot is not None}
        assert left == set(seeds(count)[: 2 ** (number + 1)])


def test_an_outsider_takes_the_place_of_whom_it_beat() -> None:
    found = played_out(8, outsider)
    assert [(tie.high, tie.low) for tie in found.rounds[1]] == [("b5", "b8"), ("b6", "b7")]


# Ties


def tie_of(scores: dict[int, tuple[int, int, int, int]], pairs: int = 2, death: int = 3) -> Bracket:
    results = results_by_pairing(
        result(f"{number}:a:b", lambda pair, score=score: score)  # type: ignore[misc]
        for number, score in scores.items()
    )
    return bracket(["a", "b"], pairs, death, results)


WIN, DRAW, LOSS = (0, 0, 1, 3), (0, 1, 0, 0), (1, 0, 0, -2)


def test_a_tie_waits_for_all_its_pairs_though_it_could_be_told_earlier() -> None:
    (tie,) = tie_of({1: WIN, 3: WIN}, pairs=4).rounds[0]
    assert (tie.winner, tie.waiting, tie.score) == (None, (2, 4), (2, 0))


def test_a_level_tie_goes_on_pair_by_pair_until_one_is_ahead() -> None:
    (tie,) = tie_of({1: WIN, 2: LOSS}).rounds[0]
    assert (tie.winner, tie.waiting) == (None, (3,))
    (tie,) = tie_of({1: WIN, 2: LOSS, 3: DRAW}).rounds[0]
    assert (tie.winner, tie.waiting) == (None, (4,))
    (tie,) = tie_of({1: WIN, 2: LOSS, 3: DRAW, 4: LOSS}).rounds[0]
    assert (tie.winner, tie.how, tie.score, tie.played) == ("b", "sudden death", (1.5, 2.5), 4)


def test_after_the_last_sudden_death_points_decide_and_then_the_seeds() -> None:
    (tie,) = tie_of({1: WIN, 2: LOSS}, death=0).rounds[0]
    assert (tie.winner, tie.how) == ("a", "points")
    (tie,) = tie_of(dict.fromkeys(range(1, 6), DRAW)).rounds[0]
    assert (tie.winner, tie.how) == ("a", "seed")
    assert played_out(9, level).winner == "b1"


def test_of_single_deals_every_deck_counts() -> None:
    (tie,) = tie_of({1: (4, 3, 3, 9), 2: (1, 4, 5, -1)}).rounds[0]
    assert (tie.winner, tie.how, tie.score) == ("a", "pairs", (11.5, 8.5))


# Going on


@given(st.integers(2, 9), st.integers(1, 3), st.text(max_size=3), st.data())
def test_lesson_12_stopped_anywhere_what_is_missing_is_the_same(
    count: int, pairs: int, salt: str, data: st.DataObject
) -> None:
    def ask(results: Results) -> Stage:
        return knockout(seeds(count), pairs, 2, 2, "seed", results)

    fate = chance(salt)
    whole = play(ask, fate)
    stop = data.draw(st.integers(0, len(whole)))
    half = play(ask, fate, stop=stop)
    assert half == whole[:stop]
    again = play(ask, fate, stored=data.draw(st.permutations(half)))
    assert sorted(again) == sorted(whole)


def test_the_total_grows_only_by_sudden_deaths() -> None:
    def ask(results: Results) -> Stage:
        return knockout(seeds(5), 2, 3, 10, "seed", results)

    assert ask({}).total == 8
    for fate in (favourite, level, chance("t")):
        done = play(ask, fate)
        end = ask(results_by_pairing(result(pair, fate) for pair in done))
        assert (end.total, end.last, identities(end)) == (len(done), True, [])


def test_all_ties_of_a_round_go_on_at_the_same_time() -> None:
    jobs = [job.job for job in knockout(seeds(4), 4, 0, 2, "seed", {}).missing]
    assert jobs == ["1-2:b1:b4", "1-2:b2:b3", "3-4:b1:b4", "3-4:b2:b3"]


# With a config and a store


def four(place: Place) -> dict[str, object]:
    league = place.league()
    for name in ("three", "four"):
        place.bot(name)
    return {
        "tournament": {"name": "cup", "schedule": "knockout", "pairs": 1, "seed": "s"},
        "bots": [*league["bots"], {"path": "three"}, {"path": "four"}],
    }


def test_seeds_are_those_of_the_config_when_it_began(place: Place) -> None:
    tables = four(place)
    assert [entrant.name for entrant in place.open(tables).stored.entrants] == [
        *("one", "two", "three", "four")
    ]
    bots = tables["bots"]
    assert isinstance(bots, list)
    again = place.open({**tables, "bots": bots[::-1]})
    with Store(place.store) as store:
        assert [job.names for job in again.missing(store)] == [("four", "one"), ("three", "two")]


def test_seeds_by_rating_are_those_of_the_other_tournament(place: Place) -> None:
    tables = four(place)
    place.open(place.league())
    with Store(place.store) as store:
        store.save("league", [played("1:one:two", (concedes, first))])
    rated = with_key(with_key(tables, "tournament.seeding", "rating"), "tournament.name", "r")
    found = place.open(with_key(rated, "tournament.rated_with", "league"))
    assert [entrant.name for entrant in found.stored.entrants] == ["two", "one", "three", "four"]


@pytest.mark.parametrize("form", ["match", "deals"])
def test_a_knockout_is_run_to_its_winner_who_is_named(arena: Arena, form: str) -> None:
    config = arena.write(
        ["value", "naive", "random"],
        schedule="knockout",
        pairs=2,
        format=form,
        **SHORT[form],
    )
    ran = arena.run("run", config, "-j", "2")
    assert ran.returncode == 0, ran.stderr
    assert "league, knockout, ties of 2 pairs: 4 mirror pairs = 8 matches, and more" in ran.stderr
    with Store(arena.place.store) as store:
        found = leaderboard(store, "league").bracket
        done = set(store.pairs_done("league"))
    assert found is not None
    assert f"\nwinner: {found.winner}\n" in ran.stdout
    assert "\nsemi-finals: value has a bye, " in ran.stdout
    assert "\nfinal: " in ran.stdout
    met = [pairing_of(tie.high, tie.low) for ties in found.rounds for tie in ties if tie.low]
    assert {tuple(pair.split(":")[1:]) for pair in done} == set(met)
    assert len(done) == sum(tie.played for ties in found.rounds for tie in ties)
    again = arena.run("run", config)
    assert (again.returncode, again.stdout) == (0, ran.stdout)
    assert arena.done() == done
