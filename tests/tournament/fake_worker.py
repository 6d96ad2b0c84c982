"""Stands in for `arena.tournament.worker.work` in referee processes: no bot is started."""

import os
import signal
import time
from pathlib import Path

from arena.errors import SandboxError
from arena.records import PairOutcome, VoidPair
from arena.referee import MatchJob
from arena.tournament import worker
from tests.store.matches import concedes, crashes, first, played

SPOILED = "the host kept a bot from running for 31 s"

DIE = Path("die")
"""In the working directory, which referee processes have in common with their runner."""


def plays(job: MatchJob) -> list[PairOutcome]:
    """All goes well."""
    return [played(plan.pair) for plan in job.pairs]


def spoils_the_first_cycle(job: MatchJob) -> list[PairOutcome]:
    """The host gets in the way of the first cycle, whenever it is played."""
    return [
        VoidPair(plan.pair, SPOILED) if plan.pair.startswith("1:") else played(plan.pair)
        for plan in job.pairs
    ]


def says_its_cores(job: MatchJob) -> list[PairOutcome]:
    """No pair is played; the reason is how many cores the process may use."""
    return [VoidPair(plan.pair, str(len(os.sched_getaffinity(0)))) for plan in job.pairs]


def dies_at_the_last_cycle(job: MatchJob) -> list[PairOutcome]:
    """The process is killed by a job that is too much for it."""
    if any(plan.pair.startswith("3:") for plan in job.pairs):
        os.kill(os.getpid(), signal.SIGKILL)
    return plays(job)


def dies(job: MatchJob) -> list[PairOutcome]:
    """Nothing can run on this machine."""
    os.kill(os.getpid(), signal.SIGKILL)
    return []


def dies_in_the_middle_of_a_job(job: MatchJob) -> list[PairOutcome]:
    """The second cycle is too much for the process."""
    assert worker._worker is not None
    for place, plan in enumerate(job.pairs):
        worker._worker.playing.value = place
        if plan.pair.startswith("2:"):
            os.kill(os.getpid(), signal.SIGKILL)
    return plays(job)


def dies_when_told(job: MatchJob) -> list[PairOutcome]:
    """Waits for a file, and is killed."""
    while not DIE.exists():
        time.sleep(0.01)
    os.kill(os.getpid(), signal.SIGKILL)
    return []


def cannot_confine(job: MatchJob) -> list[PairOutcome]:
    """This host has no sandbox after all."""
    raise SandboxError("bubblewrap is gone")


def first_wins(job: MatchJob) -> list[PairOutcome]:
    """The bot whose name comes first wins every match."""
    return [played(plan.pair, (first, concedes)) for plan in job.pairs]


def second_crashes(job: MatchJob) -> list[PairOutcome]:
    """The bot whose name comes second crashes in every match."""
    return [played(plan.pair, (first, crashes)) for plan in job.pairs]


def spoils_a_pair_once(job: MatchJob) -> list[PairOutcome]:
    """The host gets in the way of the third pair the first time."""
    outcomes = first_wins(job)
    if not DIE.exists() and job.pairs[0].pair.startswith("1:"):
        DIE.touch()
        outcomes[2] = VoidPair(job.pairs[2].pair, SPOILED)
    return outcomes


def always_spoils_the_third_pair(job: MatchJob) -> list[PairOutcome]:
    """The host gets in its way whenever it is played."""
    return [
        VoidPair(plan.pair, SPOILED)
        if plan.pair.startswith("3:")
        else played(plan.pair, (first, concedes))
        for plan in job.pairs
    ]
