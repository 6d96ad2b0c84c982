"""The Bradley–Terry likelihood and its maximum.

With W[i, j] the points of bot i against bot j and N = W + Wᵀ, the fit maximises

    Σ W[i, j] log σ(θᵢ − θⱼ)  +  Σ ½ v (log σ(θᵢ) + log σ(−θᵢ)).

The second sum is a drawn set of v games of every bot against a phantom of strength 0. It keeps
the strength of a bot that won or lost everything finite, and costs the others next to nothing.
With v = 0 it is the plain fit of the literature, which exists only where every bot is linked to
every other by a chain of wins and by a chain of losses (L. R. Ford, American Mathematical Monthly
64 (1957) 28).

Sources: R. A. Bradley and M. E. Terry, Biometrika 39 (1952) 324, for the model; D. R. Hunter,
Annals of Statistics 32 (2004) 384, for its concavity, which is why Newton's method is safe.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from arena.errors import InputError
from arena.ratings.scale import (
    FloatArray,
    elo_from_theta,
    log_win_probability,
    win_probability,
)

PHANTOM_GAMES: Final = 1.0
"""v, the drawn games of every bot against the phantom."""

_NEWTON_STEPS: Final = 100
_STEP_TOLERANCE: Final = 1e-11
"""In units of θ: far below the 1e-9 or so that rounding leaves of a strength."""


@dataclass(frozen=True, slots=True, eq=False)
class Strengths:
    """The maximum of the likelihood."""

    theta: FloatArray
    """(n,) strengths: relative to the phantom, or to their own mean where there is none."""
    information: FloatArray
    """(n, n) minus the second derivative at the maximum."""

    def elo(self) -> FloatArray:
        """(n,) Elo, centred on 0."""
        return elo_from_theta(self.theta - self.theta.mean())

    def fisher_errors(self) -> FloatArray:
        """(n,) standard errors in Elo as if all games were independent: not so for mirror pairs.

        Relative to the mean of the bots, from the inverse of the information.
        """
        # A plain fit's information has no inverse, because it says nothing of the mean. A constant
        # adds the missing direction, and centring takes it out again.
        inverse = np.asarray(np.linalg.inv(self.information + 1.0), dtype=np.float64)
        return elo_from_theta(np.sqrt(np.diag(centred(inverse))))


def maximise(points: npt.ArrayLike, phantom_games: float = PHANTOM_GAMES) -> Strengths:
    """Fit strengths to an (n, n) matrix of points, row against column.

    Raises `InputError` if `points` is not square or holds negative or infinite numbers, and,
    with `phantom_games=0`, if the results leave some strength unlimited.
    """
    won = np.array(points, dtype=np.float64)
    if won.ndim != 2 or won.shape[0] != won.shape[1]:
        raise InputError(f"points must be a square matrix, not one of shape {won.shape}")
    if not np.isfinite(won).all() or (won < 0).any():
        raise InputError("points must be finite numbers from 0 up")
    np.fill_diagonal(won, 0.0)
    if phantom_games == 0 and not _is_strongly_connected(won > 0):
        raise InputError("a plain fit needs a chain of wins from every bot to every other")
    return _newton(won, phantom_games)


def centred(covariance: FloatArray) -> FloatArray:
    """Π V Π with Π = I − 11ᵀ/n: the covariance of the strengths minus their mean."""
    rows = covariance.mean(axis=0, keepdims=True)
    columns = covariance.mean(axis=1, keepdims=True)
    result: FloatArray = covariance - rows - columns + covariance.mean()
    return result


def _newton(won: FloatArray, phantom_games: float) -> Strengths:
    """Newton's method from θ = 0, each step halved until the likelihood does not fall."""
    theta = np.zeros(len(won))
    logs = _log_chances(theta)
    value = _log_likelihood(won, phantom_games, theta, logs)
    for _ in range(_NEWTON_STEPS):
        gradient, information = _derivatives(won, phantom_games, theta, logs)
        # Without a phantom the mean is free; the constant holds it where it is.
        held = information if phantom_games else information + 1.0
        step = np.linalg.solve(held, gradient)
        if np.abs(step).max(initial=0.0) < _STEP_TOLERANCE:
            break
        logs = _log_chances(theta + step)
        reached = _log_likelihood(won, phantom_games, theta + step, logs)
        # Near the maximum a sound step changes the sum by less than its rounding error.
        slack = 1e-12 * abs(value)
        while reached < value - slack:
            step /= 2
            logs = _log_chances(theta + step)
            reached = _log_likelihood(won, phantom_games, theta + step, logs)
        theta, value = theta + step, reached
    _, information = _derivatives(won, phantom_games, theta, logs)
    return Strengths(theta, information)


def _log_chances(theta: FloatArray) -> FloatArray:
    """(n, n) log σ(θᵢ − θⱼ): half the work of a step, so it is done once for each θ."""
    return log_win_probability(theta[:, None] - theta)


def _log_likelihood(
    won: FloatArray, phantom_games: float, theta: FloatArray, logs: FloatArray
) -> float:
    results = won * logs
    phantom = log_win_probability(theta) + log_win_probability(-theta)
    return float(results.sum() + phantom_games / 2 * phantom.sum())


def _derivatives(
    won: FloatArray, phantom_games: float, theta: FloatArray, logs: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """The gradient (n,) and minus the Hessian (n, n) of the log-likelihood."""
    games = won + won.T
    p = np.exp(logs)
    above_phantom = win_probability(theta)
    gradient = (won - games * p).sum(axis=1) + phantom_games * (0.5 - above_phantom)
    weights = games * p * p.T
    information = np.diag(weights.sum(axis=1) + phantom_information(theta, phantom_games)) - weights
    return gradient, information


def phantom_information(theta: FloatArray, phantom_games: float = PHANTOM_GAMES) -> FloatArray:
    """(n,) what the games against the phantom add to the diagonal of the information."""
    return phantom_games * win_probability(theta) * win_probability(-theta)


def _is_strongly_connected(beats: npt.NDArray[np.bool_]) -> bool:
    return _reaches_all(beats) and _reaches_all(beats.T)


def _reaches_all(edges: npt.NDArray[np.bool_]) -> bool:
    """Whether every node can be reached from the first along `edges`, row to column."""
    reached = np.arange(len(edges)) == 0
    while True:
        spread = reached | edges[reached].any(axis=0)
        if np.array_equal(spread, reached):
            return bool(reached.all())
        reached = spread
