"""Every number in golden/ratings.json, one test a field.

Each test computes a tree of the same shape as the file and compares one leaf, so a field that the
code does not know about fails too.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from arena.errors import InputError
from arena.ratings import (
    HeadToHead,
    PairTable,
    elo_from_theta,
    expected_score,
    fit,
    goodness_of_fit,
    head_to_head,
    maximise,
    residuals,
    strength_at_least,
)
from arena.ratings.bradley_terry import MEAT_PRIOR_PAIRS
from arena.ratings.dispersion import DISPERSION_PRIOR_PAIRS
from arena.ratings.likelihood import PHANTOM_GAMES
from arena.ratings.scale import Z95

GOLDEN: dict[str, Any] = json.loads(
    (Path(__file__).parents[1] / "golden" / "ratings.json").read_text(encoding="utf-8")
)

INPUTS = {"about", "case", "names", "order", "pairs", "wins", "wins_row_over_column"}
"""What is given rather than expected; under head_to_head `pairs` is a result."""

POINT, STANDARD_ERROR, ROUNDING = 1e-3, 5e-3, 2e-5
TOLERANCES = {
    "elo": POINT,
    "elo_lo": POINT,
    "elo_hi": POINT,
    "err": POINT,
    "nelo": POINT,
    "nelo_err": POINT,
    "plain_mle_elo": POINT,
    "one_sided_95_lower_elo": POINT,
    "se_fisher": STANDARD_ERROR,
    "se_elo": STANDARD_ERROR,
    "ci95": Z95 * STANDARD_ERROR,
    "z": 1e-4,
    "theta_relative_to_Bal": 1e-4,
}


def leaves(tree: dict[str, Any], path: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    found = []
    for key, value in tree.items():
        if key in INPUTS and "head_to_head" not in path:
            continue
        found += leaves(value, (*path, key)) if isinstance(value, dict) else [(*path, key)]
    return found


def at(tree: Any, path: tuple[str, ...]) -> Any:
    for key in path:
        tree = tree[key]
    return tree


def tolerance(path: tuple[str, ...]) -> float:
    if path[-1] == "se":  # of a rating in Elo, but of a score in a head-to-head cell
        return ROUNDING if "head_to_head" in path else STANDARD_ERROR
    named = [TOLERANCES[key] for key in path if key in TOLERANCES]
    return named[-1] if named else ROUNDING


def agrees(actual: Any, expected: Any, within: float) -> bool:
    """Equal up to `within`; the file's inf, nan and null are all `None` here."""
    if expected in (None, "inf", "-inf", "nan"):
        return actual is None
    return actual is not None and bool(np.allclose(actual, expected, rtol=0, atol=within))


@cache
def computed(name: str) -> dict[str, Any]:
    """The results for one of the file's pools, in the file's own shape."""
    given = GOLDEN["sets"][name]
    names = tuple(given["names"])
    counts = {}
    for pairing, tally in given["pairs"].items():
        i, j = map(names.index, pairing.split("|"))
        counts[i, j] = tuple(tally)
    table = PairTable(names, counts)
    joint = fit(table)
    misfits = residuals(table)
    quality = goodness_of_fit(misfits)

    def versus(i: int, j: int) -> str:
        return f"{names[i]} v {names[j]}"

    return {
        "virtual": PHANTOM_GAMES,
        "k": MEAT_PRIOR_PAIRS,
        "kappa": DISPERSION_PRIOR_PAIRS,
        "phi": joint.dispersion,
        "elo": joint.elo(),
        "se": joint.standard_errors(),
        "ci95": Z95 * joint.standard_errors(),
        "los": joint.superiority(),
        "plain_mle": plain_fit(table),
        "head_to_head": {versus(*key): cell(table, *key) for key in table.counts},
        "residuals": {
            versus(r.first, r.second): {"observed": r.observed, "expected": r.expected, "z": r.z}
            for r in misfits
        },
        "gof_x2_over_phi": quality.statistic,
        "gof_df": quality.degrees_of_freedom,
    }


def plain_fit(table: PairTable) -> dict[str, Any] | None:
    """Bradley–Terry without the phantom, or None where it does not exist."""
    try:
        strengths = maximise(table.pairings().match_points(), phantom_games=0)
    except InputError:
        return None
    elo = dict(zip(table.names, strengths.elo(), strict=True))
    return {"elo": elo, "se_fisher": strengths.fisher_errors()}


def cell(table: PairTable, i: int, j: int) -> dict[str, Any]:
    raw: HeadToHead = head_to_head(table.tally(i, j), added=0)
    return {
        "pairs": raw.pairs,
        "score": raw.score,
        "var": raw.variance,
        "se": raw.standard_error,
        "elo": raw.elo,
        "elo_lo": raw.elo_interval.lo,
        "elo_hi": raw.elo_interval.hi,
        "err": raw.elo_margin,
        "nelo": raw.normalised_elo,
        "nelo_err": raw.normalised_elo_margin,
        "los": raw.superiority,
    }


@cache
def published() -> dict[str, Any]:
    """The two data sets from the literature, in the file's own shape."""
    citations = GOLDEN["public"]["stigler_citations"]["wins"]
    journals = ("Bio", "Comm", "JASA", "JRSSB")
    points = np.zeros((4, 4))
    for pairing, (first_won, second_won) in citations.items():
        i, j = map(journals.index, pairing.split("-"))
        points[i, j], points[j, i] = first_won, second_won
    stigler = maximise(points, phantom_games=0)
    baseball = maximise(
        GOLDEN["public"]["agresti_baseball_1987"]["wins_row_over_column"], phantom_games=0
    )

    def by_journal(values: Any) -> dict[str, float]:
        return dict(zip(journals, values, strict=True))

    return {
        "stigler_citations": {
            "theta_relative_to_Bio": by_journal(stigler.theta - stigler.theta[0]),
            "plain_mle_elo": by_journal(stigler.elo()),
            "se_elo": by_journal(stigler.fisher_errors()),
        },
        "agresti_baseball_1987": {"theta_relative_to_Bal": baseball.theta - baseball.theta[-1]},
    }


@pytest.mark.parametrize("path", leaves(GOLDEN["sets"]), ids="/".join)
def test_pool(path: tuple[str, ...]) -> None:
    name, *field = path
    actual, expected = at(computed(name), tuple(field)), at(GOLDEN["sets"], path)
    assert agrees(actual, expected, tolerance(path)), f"{actual} is not {expected}"


@pytest.mark.parametrize("path", leaves(GOLDEN["public"]), ids="/".join)
def test_published_values(path: tuple[str, ...]) -> None:
    actual, expected = at(published(), path), at(GOLDEN["public"], path)
    assert agrees(actual, expected, tolerance(path)), f"{actual} is not {expected}"


def test_perfect_score_bound() -> None:
    bound = elo_from_theta(strength_at_least(np.array([0.0]), np.array([10.0])))
    expected = GOLDEN["perfect_score_bound"]["one_sided_95_lower_elo"]
    assert bound == pytest.approx(expected, abs=POINT)


@pytest.mark.parametrize(("difference", "score"), GOLDEN["expected_score"].items())
def test_expected_score(difference: str, score: float) -> None:
    assert expected_score(float(difference)) == pytest.approx(score, abs=1e-6)
    assert expected_score(-float(difference)) == pytest.approx(1 - score, abs=1e-6)
