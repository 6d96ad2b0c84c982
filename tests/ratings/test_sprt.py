"""The sequential test: every golden row, what must hold for any results, and its error rates."""

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.errors import InputError
from arena.ratings import (
    INDEPENDENT_VARIANCE,
    Model,
    SequentialTest,
    Trial,
    Verdict,
    expected_pairs,
    expected_pairs_left,
    expected_score,
    log_likelihood_ratio,
    log_likelihood_ratios,
)

ROWS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "golden" / "sprt.json").read_text(encoding="utf-8")
)["rows"]
TOLERANCE = 1e-4
PUBLISHED = 0.005 + TOLERANCE
"""Published to two digits."""

MATCHES = {"game": 1, "pair": 2}
MODELS = st.sampled_from(Model)
COUNTS = st.integers(0, 5).flatmap(lambda digits: st.integers(0, 10**digits))
TALLIES = st.sampled_from([3, 5]).flatmap(
    lambda scores: st.lists(COUNTS, min_size=scores, max_size=scores).filter(any)
)

LOOKS = st.lists(st.sampled_from([(1, 0, 0), (0, 1, 0), (0, 0, 1)]), max_size=60)
SLOW = settings(max_examples=30, deadline=None)


@st.composite
def hypotheses(draw: st.DrawFn) -> SequentialTest:
    """Tests with windows on either side of 0, or across it."""
    low, width = draw(st.integers(-100, 90)), draw(st.integers(1, 50))
    errors = st.floats(0.001, 0.4)
    return SequentialTest(low, low + width, draw(errors), draw(errors), draw(MODELS))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['model']}-{row['llr']}")
def test_golden(row: dict[str, Any]) -> None:
    test = SequentialTest(row["elo0"], row["elo1"], model=Model(row["model"]))
    llr = log_likelihood_ratio(test, row["counts"], MATCHES[row["unit"]])
    assert llr == pytest.approx(row["llr"], abs=TOLERANCE)


@pytest.mark.parametrize(
    "row", [row for row in ROWS if row["published"] is not None], ids=lambda row: str(row["llr"])
)
def test_published_values(row: dict[str, Any]) -> None:
    # One row was published by a program that stops its iteration early.
    early = row["published"] == 111.82
    assert row["llr"] == pytest.approx(row["published"], abs=0.03 if early else PUBLISHED)


def test_the_bounds_of_five_percent() -> None:
    test = SequentialTest(0, 20)
    assert test.lower == pytest.approx(-2.944439, abs=1e-6)
    assert test.upper == pytest.approx(2.944439, abs=1e-6)
    assert test.verdict(2.95) is Verdict.H1
    assert test.verdict(-2.95) is Verdict.H0
    assert test.verdict(2.9) is None


@SLOW
@given(hypotheses(), TALLIES)
def test_exchanging_the_bots_and_turning_the_window_round_negates_the_llr(
    test: SequentialTest, counts: list[int]
) -> None:
    turned = SequentialTest(-test.elo1, -test.elo0, test.beta, test.alpha, test.model)
    llr = log_likelihood_ratio(test, counts)
    assert log_likelihood_ratio(turned, counts[::-1]) == pytest.approx(-llr, rel=1e-6, abs=1e-6)
    assert turned.upper == pytest.approx(-test.lower)


@SLOW
@given(hypotheses(), st.lists(st.integers(1, 500), min_size=3, max_size=5), st.integers(2, 1000))
def test_more_evidence_in_the_same_proportions_scales_the_llr(
    test: SequentialTest, counts: list[int], times: int
) -> None:
    once = log_likelihood_ratio(test, counts)
    often = log_likelihood_ratio(test, [times * count for count in counts])
    assert often == pytest.approx(times * once, rel=1e-6, abs=1e-6)


@SLOW
@given(hypotheses(), TALLIES)
def test_a_lost_pair_that_had_been_won_lowers_the_llr(
    test: SequentialTest, counts: list[int]
) -> None:
    better, worse = list(counts), list(counts)
    better[-1] += 1
    worse[0] += 1
    assert log_likelihood_ratio(test, better) > log_likelihood_ratio(test, worse)


@SLOW
@given(hypotheses(), TALLIES, st.integers(0, 3))
def test_scores_that_never_come_change_next_to_nothing(
    test: SequentialTest, counts: list[int], least: int
) -> None:
    counts = [count + 10**least for count in counts[:3]]
    spread = [counts[0], 0, counts[1], 0, counts[2]]
    there, back = log_likelihood_ratio(test, counts), log_likelihood_ratio(test, spread)
    assert there == pytest.approx(back, rel=0.01, abs=0.01)


@SLOW
@given(hypotheses(), st.lists(st.lists(COUNTS, min_size=3, max_size=3).filter(any), min_size=1))
def test_observations_worked_out_together_are_those_worked_out_one_by_one(
    test: SequentialTest, rows: list[list[int]]
) -> None:
    together = log_likelihood_ratios(test, np.array(rows))
    assert np.isfinite(together).all()
    one_by_one = [log_likelihood_ratio(test, row) for row in rows]
    assert together == pytest.approx(one_by_one, rel=1e-6, abs=1e-6)


@SLOW
@given(hypotheses(), LOOKS)
def test_a_trial_ends_with_the_first_look_that_decides(
    test: SequentialTest, looks: list[tuple[int, int, int]]
) -> None:
    trial = Trial(test).after(looks)
    assert all(test.verdict(llr) is None for llr in trial.path[:-1])
    assert len(trial.path) == sum(trial.counts)
    if trial.verdict is None:
        assert len(trial.path) == len(looks)
        assert trial.after([(1, 0, 0)]).path[:-1] == trial.path
    else:
        assert trial.after(looks) == trial


@SLOW
@given(hypotheses(), LOOKS, st.integers(0, 60))
def test_a_trial_that_is_interrupted_goes_on_as_if_it_were_not(
    test: SequentialTest, looks: list[tuple[int, int, int]], cut: int
) -> None:
    assert Trial(test).after(looks[:cut]).after(looks[cut:]) == Trial(test).after(looks)


def test_twelve_sweeps_are_not_yet_proof() -> None:
    """The usual approximation would see an LLR of 2549."""
    trial = Trial(SequentialTest(0, 50)).after([(0, 0, 1)] * 12)
    assert trial.verdict is None
    assert trial.llr == pytest.approx(1.603, abs=1e-3)


@pytest.mark.parametrize(
    ("elo0", "elo1", "alpha", "model", "reason"),
    [
        (20, 0, 0.05, Model.LOGISTIC, "elo0 below elo1"),
        (0, 0, 0.05, Model.LOGISTIC, "elo0 below elo1"),
        (0, math.nan, 0.05, Model.LOGISTIC, "elo0 below elo1"),
        (0, 1001, 0.05, Model.LOGISTIC, "from -1000 to 1000"),
        (0, 151, 0.05, Model.NORMALISED, "from -150 to 150"),
        (0, 20, 0.5, Model.LOGISTIC, "between 0 and 0.5"),
        (0, 20, 0.0, Model.LOGISTIC, "between 0 and 0.5"),
    ],
)
def test_numbers_that_make_no_test_are_refused(
    elo0: float, elo1: float, alpha: float, model: Model, reason: str
) -> None:
    with pytest.raises(InputError, match=reason):
        SequentialTest(elo0, elo1, alpha=alpha, model=model)


@pytest.mark.parametrize("counts", [[1], [1, -1, 0], []])
def test_what_is_no_count_is_refused(counts: list[int]) -> None:
    with pytest.raises(InputError, match="counts from 0 up"):
        log_likelihood_ratio(SequentialTest(0, 20), counts)


# How long it takes


def test_the_expected_pairs_of_the_usual_windows() -> None:
    """About 600 at the edges of [0, 20] and 100 for [0, 50] where mirroring saves 27 %."""
    saved = 0.73 * INDEPENDENT_VARIANCE
    assert expected_pairs(SequentialTest(0, 20), saved).at_elo0 == pytest.approx(600, rel=0.05)
    assert expected_pairs(SequentialTest(-20, 0), saved).at_elo1 == pytest.approx(600, rel=0.05)
    assert expected_pairs(SequentialTest(0, 50), saved).at_elo1 == pytest.approx(100, rel=0.06)


@SLOW
@given(hypotheses(), st.floats(0.01, 0.25))
def test_a_test_takes_longest_between_its_hypotheses(test: SequentialTest, variance: float) -> None:
    pairs = expected_pairs(test, variance)
    assert 0 < pairs.at_elo0 < math.inf
    assert 0 < pairs.at_elo1 < math.inf
    if test.alpha == test.beta:
        assert pairs.between > max(pairs.at_elo0, pairs.at_elo1)


@SLOW
@given(hypotheses(), LOOKS)
def test_what_is_left_of_a_trial_is_a_number_and_0_at_its_end(
    test: SequentialTest, looks: list[tuple[int, int, int]]
) -> None:
    trial = Trial(test).after(looks)
    left = expected_pairs_left(trial, INDEPENDENT_VARIANCE)
    assert math.isfinite(left)
    assert (left > 0) == (trial.verdict is None)


# Error rates, simulated: 500 tests for each truth, fixed seeds


RUNS, LONGEST = 500, 500
HALVED = 0.6
"""Share of the pairs that are won once by either bot: mirroring saved 20 %."""


def simulated(test: SequentialTest, truth: float, seed: int) -> tuple[dict[Verdict, float], float]:
    """Shares of the verdicts, and the mean number of pairs, where `truth` is the real Elo."""
    won = expected_score(truth) - HALVED / 2
    rng = np.random.default_rng(seed)
    pairs = rng.choice(3, size=(RUNS, LONGEST), p=[1 - HALVED - won, HALVED, won])
    totals = np.cumsum(np.eye(3, dtype=np.int64)[pairs], axis=1)
    llr = log_likelihood_ratios(test, totals.reshape(-1, 3)).reshape(RUNS, LONGEST)
    over = (llr >= test.upper) | (llr <= test.lower)
    last = np.where(over.any(axis=1), over.argmax(axis=1), LONGEST - 1)
    verdicts = [test.verdict(value) for value in llr[np.arange(RUNS), last].tolist()]
    return {verdict: verdicts.count(verdict) / RUNS for verdict in Verdict}, float(last.mean()) + 1


@pytest.mark.parametrize(("truth", "wrong"), [(0, Verdict.H1), (50, Verdict.H0)])
def test_a_verdict_is_wrong_in_about_five_of_a_hundred_tests(truth: float, wrong: Verdict) -> None:
    """At most 5 % and three standard errors, √(0.05 · 0.95 / 500) each: 7.9 %."""
    shares, pairs = simulated(SequentialTest(0, 50), truth, seed=1947)
    assert shares[wrong] < 0.05 + 3 * math.sqrt(0.05 * 0.95 / RUNS)
    assert sum(shares.values()) > 0.99
    expected = expected_pairs(SequentialTest(0, 50), 0.8 * INDEPENDENT_VARIANCE).at_elo0
    assert pairs == pytest.approx(expected, rel=0.15)


@pytest.mark.parametrize(("truth", "wrong"), [(-30, Verdict.H1), (80, Verdict.H0)])
def test_beyond_the_window_a_verdict_is_next_to_never_wrong(truth: float, wrong: Verdict) -> None:
    shares, _ = simulated(SequentialTest(0, 50), truth, seed=1948)
    assert shares[wrong] < 0.02
