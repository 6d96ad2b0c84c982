"""Pools of special shapes, and what their rows must say."""

import itertools
import time

import numpy as np
import pytest

from arena.errors import InputError
from arena.ratings import (
    Anchor,
    Bound,
    PairTable,
    RankRange,
    Rating,
    Standings,
    circles,
    fit,
    head_to_head,
    maximise,
    rate,
    residuals,
)

PERFECT = PairTable(
    ("Low", "Mid", "Top"),
    {(2, 1): (0, 0, 0, 0, 10), (2, 0): (0, 0, 0, 0, 10), (1, 0): (2, 0, 3, 0, 5)},
)
ISLANDS = PairTable(
    ("B1", "B2", "A1", "A2", "A3", "Idle"),
    {(0, 1): (5, 0, 6, 0, 9), (2, 3): (2, 0, 4, 0, 14), (3, 4): (3, 0, 3, 0, 3)},
)


def rating(standings: Standings, name: str) -> Rating:
    found = next(row.rating for row in standings.rows if row.name == name)
    assert found is not None
    return found


def test_no_bots() -> None:
    standings = rate(PairTable((), {}))
    assert (standings.rows, standings.groups, standings.pairs_saved) == ((), 0, None)


def test_bots_without_a_pair_have_rows_without_numbers() -> None:
    standings = rate(PairTable(("a", "b"), {}))
    assert [(row.name, row.pairs, row.rating) for row in standings.rows] == [
        ("a", 0, None),
        ("b", 0, None),
    ]
    assert rate(PairTable(("only",), {})).rows[0].rating is None


def test_rows_run_from_strong_to_weak() -> None:
    assert [row.name for row in rate(PERFECT).rows] == ["Top", "Mid", "Low"]


def test_a_perfect_score_is_shown_as_a_lower_bound() -> None:
    top = rating(rate(PERFECT), "Top")
    assert top.bound is Bound.AT_LEAST
    assert top.interval.lo == top.elo
    assert top.interval.hi is None
    assert top.ranks == RankRange(1, 1)
    # Ten pairs against each of two bots: more than ten against one of them prove, 183 Elo.
    assert top.elo > rating(rate(PERFECT), "Mid").elo + 183


def test_losing_everything_is_shown_as_an_upper_bound() -> None:
    mirrored = PairTable(PERFECT.names, {(j, i): tally for (i, j), tally in PERFECT.counts.items()})
    top, bottom = rating(rate(PERFECT), "Top"), rating(rate(mirrored), "Top")
    assert bottom.bound is Bound.AT_MOST
    assert bottom.interval.lo is None
    assert bottom.elo - 1500 == pytest.approx(1500 - top.elo)


@pytest.mark.parametrize("pairs", [1, 5, 10, 1000])
def test_two_bots_of_which_one_always_wins(pairs: int) -> None:
    winner, loser = rate(PairTable(("a", "b"), {(1, 0): (0, 0, 0, 0, pairs)})).rows
    assert (winner.name, loser.name) == ("b", "a")
    assert winner.rating is not None
    assert loser.rating is not None
    assert (winner.rating.bound, loser.rating.bound) == (Bound.AT_LEAST, Bound.AT_MOST)
    # Together the two bounds claim exactly the difference that the pairs prove.
    chance = 0.05 ** (1 / pairs)
    proven = 400 * np.log10(chance / (1 - chance))
    assert winner.rating.elo - loser.rating.elo == pytest.approx(proven, abs=1e-6)


def test_groups_that_never_met_are_blocks_of_their_own() -> None:
    standings = rate(ISLANDS)
    assert [row.rating and row.rating.group for row in standings.rows] == [0, 0, 0, 1, 1, None]
    assert standings.groups == 2
    for group in (("A1", "A2", "A3"), ("B1", "B2")):
        assert np.mean([rating(standings, name).elo for name in group]) == pytest.approx(1500)


def test_another_group_changes_only_the_shared_dispersion() -> None:
    alone = fit(PairTable(("B1", "B2"), {(0, 1): ISLANDS.tally(0, 1)}))
    assert fit(ISLANDS).elo(np.array([0, 1])) == pytest.approx(alone.elo(), abs=1e-9)


def test_an_anchor_leaves_other_groups_alone() -> None:
    anchored = rate(ISLANDS, Anchor.parse("B2:1000"))
    assert rating(anchored, "B2").elo == pytest.approx(1000)
    assert rating(anchored, "A1") == rating(rate(ISLANDS), "A1")


def test_an_anchor_that_has_not_played_shifts_nothing() -> None:
    assert rate(ISLANDS, Anchor("Idle", 0)) == rate(ISLANDS)


def test_an_unknown_anchor_is_refused() -> None:
    with pytest.raises(InputError, match="'Nobody' is not one of the bots"):
        rate(ISLANDS, Anchor("Nobody", 1500))


@pytest.mark.parametrize("text", ["greedy:1500", "team:greedy:-12.5"])
def test_an_anchor_reads_and_writes_one_text(text: str) -> None:
    assert str(Anchor.parse(text)) == text


@pytest.mark.parametrize("text", ["", "greedy", "greedy:", ":1500", "greedy:high", "greedy:inf"])
def test_an_anchor_without_both_parts_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="bot:rating"):
        Anchor.parse(text)


def test_calm_pairs_save_pairs() -> None:
    calm = rate(PairTable(("a", "b"), {(0, 1): (5, 0, 90, 0, 5)}))
    wild = rate(PairTable(("a", "b"), {(0, 1): (45, 0, 10, 0, 45)}))
    assert calm.pairs_saved == pytest.approx(0.8, abs=0.03)
    assert wild.dispersion > 1
    assert wild.pairs_saved is None


def test_a_head_to_head_cell_is_never_certain() -> None:
    cell = head_to_head((0, 0, 0, 0, 10))
    assert (cell.pairs, cell.score) == (10, 1.0)
    assert cell.elo_interval.lo is not None
    assert cell.elo_interval.hi is None
    drawn = head_to_head((0, 0, 10, 0, 0)).elo_interval
    assert drawn.lo is not None
    assert drawn.hi is not None
    assert drawn.lo < 0 < drawn.hi


def test_bots_that_have_not_met_have_no_cell() -> None:
    with pytest.raises(InputError, match="not met"):
        head_to_head(ISLANDS.tally(0, 2))


def test_a_circle_is_found_and_its_pairings_are_marked() -> None:
    lost = (30, 0, 15, 0, 5)
    table = PairTable(
        ("rock", "paper", "scissors", "well"),
        {(0, 1): lost, (1, 2): lost, (2, 0): lost, (0, 3): (20, 0, 20, 0, 20)},
    )
    assert circles(table) == ((0, 2, 1),)
    marked = {(r.first, r.second) for r in residuals(table) if r.surprising}
    assert marked == {(0, 1), (0, 2), (1, 2)}


def test_a_thousand_bots_with_few_pairings_can_be_rated() -> None:
    rng = np.random.default_rng(5)
    bots = 1000
    order = rng.permutation(bots).tolist()
    scores = rng.choice([0.0, 0.5, 1.0], size=(bots, 3)).tolist()
    table = PairTable.from_scores(
        (f"bot {i}" for i in range(bots)),
        (
            (order[i], order[(i + step) % bots], scores[i][nth])
            for i in range(bots)
            for nth, step in enumerate((1, 17, 300))
        ),
    )
    standings = rate(table)
    assert standings.groups == 1
    assert len(standings.rows) == bots


def test_a_thousand_bots_that_all_met_are_rated_in_ten_seconds() -> None:
    """A million mirror pairs; 3 s were measured. Seconds of this process, not of a busy machine."""
    rng = np.random.default_rng(6)
    strength = rng.normal(0, 1, 1000)
    first, second = np.triu_indices(1000, 1)
    chance = 1 / (1 + np.exp(strength[second] - strength[first]))
    won = rng.binomial(2, np.stack([chance, chance], axis=1))
    tallies = np.stack([(won == score).sum(axis=1) for score in (0, 1, 2)], axis=1).tolist()
    keys = zip(first.tolist(), second.tolist(), strict=True)
    counts = {key: (a, 0, b, 0, c) for key, (a, b, c) in zip(keys, tallies, strict=True)}
    began = time.process_time()
    table = PairTable(tuple(f"bot {i}" for i in range(1000)), counts)
    standings = rate(table)
    assert time.process_time() - began < 10
    assert sum(row.pairs for row in standings.rows) == 2 * 999_000
    order = [row.bot for row in standings.rows]
    assert np.corrcoef(strength[order], np.arange(1000))[0, 1] < -0.9


def test_a_table_refuses_what_is_not_a_result() -> None:
    names = ("a", "b")
    with pytest.raises(InputError, match="'a' is given twice"):
        PairTable(("a", "a"), {})
    with pytest.raises(InputError, match="cannot meet itself"):
        PairTable.from_scores(names, [(1, 1, 0.5)])
    with pytest.raises(InputError, match="outside a pool of 2 bots"):
        PairTable.from_scores(names, [(0, 2, 0.5)])
    with pytest.raises(InputError, match=r"not 0\.3"):
        PairTable.from_scores(names, [(0, 1, 0.3)])
    with pytest.raises(InputError, match="five counts"):
        PairTable(names, {(0, 1): (0, 0, -1, 0, 0)})


def test_adding_pairs_leaves_the_first_table_as_it_was() -> None:
    first = PairTable.from_scores(("a", "b"), [(0, 1, 1.0)])
    second = first.adding([(1, 0, 0.25)])
    assert first.tally(0, 1) == (0, 0, 0, 0, 1)
    assert second.tally(0, 1) == (0, 0, 0, 1, 1)
    assert second.tally(1, 0) == (1, 1, 0, 0, 0)


@pytest.mark.parametrize(
    ("points", "reason"),
    [
        ([[0, 1], [0, 0]], "chain of wins"),
        ([[0, 1]], "square"),
        ([[0, -1], [1, 0]], "from 0 up"),
    ],
)
def test_a_plain_fit_refuses_what_it_cannot_fit(points: list[list[int]], reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        maximise(points, phantom_games=0)


@pytest.mark.parametrize("mirroring", [0.0, 0.6])
def test_intervals_cover_the_truth_in_95_of_100_pools(mirroring: float) -> None:
    """Seeded; `mirroring` is the share of pairs whose second match mirrors the first's luck."""
    rng = np.random.default_rng(1961)
    bots, pairs, pools = 5, 20, 300
    covered = []
    for _ in range(pools):
        truth = rng.normal(0, 100, bots)
        counts = {}
        for i, j in itertools.combinations(range(bots), 2):
            chance = 1 / (1 + 10 ** ((truth[j] - truth[i]) / 400))
            luck, other = rng.random((2, pairs))
            luck_again = np.where(rng.random(pairs) < mirroring, 1 - luck, other)
            won = (luck < chance).astype(int) + (luck_again < chance)
            lost, even, both = np.bincount(won, minlength=3).tolist()
            counts[i, j] = (lost, 0, even, 0, both)
        truth += 1500 - truth.mean()
        for row in rate(PairTable(tuple("abcde"), counts)).rows:
            assert row.rating is not None
            lo, hi = row.rating.interval.lo, row.rating.interval.hi
            covered.append(lo is not None and hi is not None and lo < truth[row.bot] < hi)
    assert 0.93 < np.mean(covered) < 0.97


def test_ranks_are_told_apart_by_the_difference_not_by_the_two_intervals() -> None:
    # Two close bots that both crush a third: each interval holds the wide gap to the third, the
    # difference between the two does not.
    table = PairTable(
        ("strong", "close", "weak"),
        {(0, 1): (20, 0, 30, 0, 50), (0, 2): (0, 0, 1, 0, 99), (1, 2): (0, 0, 1, 0, 99)},
    )
    strong, close, weak = (row.rating for row in rate(table).rows)
    assert strong
    assert close
    assert weak
    assert strong.interval.lo is not None
    assert close.interval.hi is not None
    assert strong.interval.lo < close.interval.hi
    assert [r.ranks for r in (strong, close, weak)] == [RankRange(n, n) for n in (1, 2, 3)]
