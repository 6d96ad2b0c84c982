"""A mean with luck taken out: unbiased whatever the luck is good for, with honest intervals."""

import numpy as np
import numpy.typing as npt
import pytest

from arena.ratings import luck_out

Floats = npt.NDArray[np.float64]


def sample(rng: np.random.Generator, n: int, weight: float) -> tuple[Floats, Floats]:
    """Scores of 0, ½ and 1 with expectation 0.5, of which luck is responsible for some."""
    luck = rng.choice([-0.2, 0.0, 0.4], n, p=[0.5, 0.25, 0.25])
    chance = 0.25 + weight * luck
    return (rng.random(n) < chance) / 2 + (rng.random(n) < 0.75) / 2, luck


@pytest.mark.parametrize("weight", [0.0, 0.5])
def test_the_mean_is_not_moved_and_intervals_cover(weight: float) -> None:
    rng = np.random.default_rng(7)
    found = [luck_out(*sample(rng, 40, weight)) for _ in range(4_000)]
    errors = np.array([(each.score - 0.5, each.error) for each in found if each])
    assert len(errors) == 4_000
    assert abs(errors[:, 0].mean()) < 3 * errors[:, 0].std() / np.sqrt(4_000)
    assert 0.93 <= (np.abs(errors[:, 0]) <= errors[:, 1]).mean() <= 0.97


def test_luck_that_explains_all_leaves_nothing() -> None:
    luck = np.tile([-0.5, 0.5], 20)
    found = luck_out(0.5 + luck, luck)
    assert found is not None
    assert (found.raw, found.removed) == (0.5, 1.0)
    assert found.score == pytest.approx(0.5)
    assert found.error == pytest.approx(0.0, abs=1e-9)
    assert found.raw_error > 0.15


def test_luck_that_explains_nothing_does_little_harm() -> None:
    rng = np.random.default_rng(1)
    found = luck_out(rng.integers(0, 3, 1_000) / 2, rng.normal(0, 5, 1_000))
    assert found is not None
    assert -0.01 < found.removed < 0.01


def test_where_there_is_no_luck_the_score_stays() -> None:
    found = luck_out(np.full(20, 0.5), np.zeros(20))
    assert found is not None
    assert (found.score, found.error, found.removed) == (0.5, 0.0, 0.0)


def test_too_few_pieces_say_nothing() -> None:
    assert luck_out(np.full(19, 0.5), np.zeros(19)) is None
