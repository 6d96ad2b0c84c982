"""What must hold for any results."""

import math
from dataclasses import asdict
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.ratings import (
    Anchor,
    PairTable,
    Standing,
    Standings,
    circles,
    fit,
    goodness_of_fit,
    head_to_head,
    rate,
    residuals,
)
from tests.ratings.tables import names, scores, tables


def numbers(value: Any) -> list[float]:
    """Every number inside a result, however deep."""
    if isinstance(value, dict):
        return [number for part in value.values() for number in numbers(part)]
    if isinstance(value, list | tuple):
        return [number for part in value for number in numbers(part)]
    return [float(value)] if isinstance(value, int | float) else []


def by_name(standings: Standings) -> dict[str, Standing]:
    return {row.name: row for row in standings.rows}


@given(tables())
def test_nothing_is_ever_infinite_or_undefined(table: PairTable) -> None:
    joint = fit(table)
    shown = [asdict(rate(table))]
    shown += [asdict(residual) for residual in residuals(table)]
    shown += [asdict(goodness_of_fit(residuals(table)))]
    shown += [asdict(head_to_head(tally)) for tally in table.counts.values()]
    assert all(math.isfinite(number) for number in numbers(shown))
    for column in (joint.theta, joint.covariance, joint.elo(), joint.standard_errors()):
        assert np.isfinite(column).all()
    assert np.isfinite(joint.superiority()).all()


@given(tables())
def test_every_bot_has_one_row_and_numbers_once_it_has_played(table: PairTable) -> None:
    rows = rate(table).rows
    assert sorted(row.bot for row in rows) == list(range(len(table.names)))
    assert all((row.rating is None) == (row.pairs == 0) for row in rows)
    assert sum(row.pairs for row in rows) == 2 * sum(map(sum, table.counts.values()))


@given(tables())
def test_ranges_and_intervals_contain_the_estimate(table: PairTable) -> None:
    for row in rate(table).rows:
        if (rating := row.rating) is None:
            continue
        assert rating.ranks.low <= rating.ranks.high
        assert rating.interval.lo is None or rating.interval.lo <= rating.elo
        assert rating.interval.hi is None or rating.elo <= rating.interval.hi
        assert (rating.bound is None) == (0 < rating.score < 1)
        if rating.bound is None:
            assert rating.interval.lo is not None
            assert rating.interval.hi is not None
            assert rating.interval.lo < rating.interval.hi


@given(st.data())
def test_the_order_of_results_does_not_matter(data: st.DataObject) -> None:
    bots = data.draw(st.integers(2, 6))
    played = data.draw(scores(bots))
    shuffled = data.draw(st.permutations(played))
    assert rate(PairTable.from_scores(names(bots), played)) == rate(
        PairTable.from_scores(names(bots), shuffled)
    )


@given(st.data())
def test_it_does_not_matter_which_bot_is_named_first(data: st.DataObject) -> None:
    bots = data.draw(st.integers(2, 6))
    played = data.draw(scores(bots))
    swapped = [(j, i, 1 - score) for i, j, score in played]
    assert PairTable.from_scores(names(bots), played) == PairTable.from_scores(names(bots), swapped)


@given(st.data())
def test_relabelling_the_bots_only_permutes_the_rows(data: st.DataObject) -> None:
    bots = data.draw(st.integers(2, 6))
    played = data.draw(scores(bots))
    moved_to = data.draw(st.permutations(range(bots)))
    renamed = [""] * bots
    for old, new in enumerate(moved_to):
        renamed[new] = names(bots)[old]
    before = by_name(rate(PairTable.from_scores(names(bots), played)))
    after = by_name(
        rate(PairTable.from_scores(renamed, [(moved_to[i], moved_to[j], s) for i, j, s in played]))
    )
    for name, row in before.items():
        assert row.pairs == after[name].pairs
        old_rating, new_rating = row.rating, after[name].rating
        if old_rating is None or new_rating is None:
            assert old_rating is new_rating
            continue
        assert new_rating.elo == pytest.approx(old_rating.elo, abs=1e-6)
        assert new_rating.bound == old_rating.bound
        assert numbers(asdict(new_rating.interval)) == pytest.approx(
            numbers(asdict(old_rating.interval)), abs=1e-6
        )


@given(tables(least=2))
def test_exchanging_two_bots_mirrors_their_head_to_head(table: PairTable) -> None:
    for i, j in table.counts:
        there, back = head_to_head(table.tally(i, j)), head_to_head(table.tally(j, i))
        assert there.elo is not None
        assert back.elo is not None
        assert there.score == pytest.approx(1 - back.score)
        assert there.elo == pytest.approx(-back.elo, abs=1e-6)
        assert (there.elo_interval.lo is None) == (back.elo_interval.hi is None)


@given(tables(least=2), st.data(), st.floats(-3000, 3000))
def test_an_anchor_only_shifts_its_group(
    table: PairTable, data: st.DataObject, rating: float
) -> None:
    anchor = Anchor(data.draw(st.sampled_from(table.names)), rating)
    plain, anchored = by_name(rate(table)), by_name(rate(table, anchor))
    reference = anchored[anchor.bot].rating
    assert reference is None or reference.elo == pytest.approx(rating, abs=1e-6)
    shifts: dict[int, set[float]] = {}
    for name, row in plain.items():
        if (before := row.rating) is None or (after := anchored[name].rating) is None:
            continue
        assert (after.ranks, after.bound, after.group) == (before.ranks, before.bound, before.group)
        ends = [(before.elo, after.elo)]
        ends += [(before.interval.lo or 0, after.interval.lo or 0)] * (before.bound is None)
        ends += [(before.interval.hi or 0, after.interval.hi or 0)] * (before.bound is None)
        shifts.setdefault(before.group, set()).update(round(b - a, 5) + 0.0 for a, b in ends)
    for group, shift in shifts.items():
        assert max(shift) - min(shift) < 1e-4
        if reference is None or reference.group != group:
            assert shift == {0.0}


@given(st.integers(1, 10_000))
def test_two_bots_that_always_draw_are_equal(pairs: int) -> None:
    rows = rate(PairTable(("a", "b"), {(0, 1): (0, 0, pairs, 0, 0)})).rows
    assert [row.rating and row.rating.elo for row in rows] == [1500, 1500]
    assert all(row.rating and row.rating.ranks.high == 2 for row in rows)


@settings(max_examples=30)
@given(tables(least=3))
def test_circles_are_surely_won_all_the_way_round(table: PairTable) -> None:
    for i, j, k in circles(table):
        assert i == min(i, j, k)
        for winner, loser in ((i, j), (j, k), (k, i)):
            superiority = head_to_head(table.tally(winner, loser)).superiority
            assert superiority is not None
            assert superiority > 0.95
