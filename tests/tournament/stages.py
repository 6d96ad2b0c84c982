"""Schedules played to their end in memory: fates are given, nothing is started."""

from collections.abc import Callable, Iterable

from arena.schedules import Results, Stage, results_by_pairing
from arena.store import PairResult

Fate = Callable[[str], tuple[int, int, int, int]]
"""What comes of a pair, by its identity: lost, halved, won and points of the bot named first."""
Ask = Callable[[Results], Stage]
"""What a schedule gives for what is stored."""


def result(pair: str, fate: Fate) -> PairResult:
    """The pair as it is stored."""
    _, first, second = pair.split(":")
    return PairResult(pair, first, second, *fate(pair))


def identities(stage: Stage) -> list[str]:
    """Pairs that a stage asks for, in order."""
    return [plan.pair for job in stage.missing for plan in job.pairs]


def play(ask: Ask, fate: Fate, stored: Iterable[str] = (), stop: int | None = None) -> list[str]:
    """All pairs in the order in which they are stored, those included that were.

    Args:
        ask: the schedule.
        fate: what comes of a pair.
        stored: pairs to begin with.
        stop: how many pairs to store at most, then it stops in the middle of a stage.
    """
    done = list(stored)
    while True:
        stage = ask(results_by_pairing(result(pair, fate) for pair in done))
        asked = identities(stage)
        assert not set(asked) & set(done), "a pair is asked for again"
        assert len(asked) == len(set(asked))
        for pair in asked:
            if stop is not None and len(done) >= stop:
                return done
            done.append(pair)
        if stage.last or not asked:
            return done
