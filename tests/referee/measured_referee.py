"""Plays jobs in a process of its own, as a tournament's worker does, and says what each cost.

    python -m tests.referee.measured_referee < JOBS > MEASURED

A line for each job and one for what it cost, as JSON: `Job` and `Measured`. A pair between two
peaceful bots comes before the first job, so that what is measured is not the cost of the first
match.
"""

import gc
import os
import resource
import sys
import threading
from pathlib import Path

import msgspec

from arena.records import MatchRecord, PairPlan, PlayedPair
from arena.referee import BotProgram, MatchJob, MatchSettings, play
from arena.rules import Ruleset
from arena.sandbox import Launcher, open_launcher
from arena.wire import TimeControl

LOOK_S = 0.01
MOST_BYTES = 512 << 20
"""An attack that succeeds ends this process, and not the machine."""
FEW_DESCRIPTORS = 128
"""Less than an attack may cost, as 1,024 would be on a larger scale."""


class Bot(msgspec.Struct, frozen=True):
    """A program to play against; `name` is also what the record calls it."""

    name: str
    folder: str
    run: tuple[str, ...]

    @property
    def program(self) -> BotProgram:
        return BotProgram(self.name, "0", Path(self.folder), self.run)


PEACEFUL = Bot("good", str(Path(__file__).parents[2] / "bots" / "random"), ("python3", "bot.py"))


class Job(msgspec.Struct, frozen=True):
    """Two bots and how often they meet."""

    bots: tuple[Bot, Bot]
    pairs: int
    time: TimeControl


class Measured(msgspec.Struct, frozen=True):
    """What a job came to and what it cost the referee's process."""

    records: list[MatchRecord]
    voids: list[str]
    """Why pairs were void."""
    resident_kib: int
    """Before the first job."""
    most_resident_kib: int
    """The highest during the job."""
    descriptors: int
    """Before the job."""
    most_descriptors: int
    descriptors_left: int
    """After the job."""


class Watch(threading.Thread):
    """Counts this process's descriptors all the time."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.most = 0
        self._ended = threading.Event()

    def run(self) -> None:
        while not self._ended.wait(LOOK_S):
            self.most = max(self.most, descriptors())

    def stop(self) -> None:
        self._ended.set()
        self.join()


def descriptors() -> int:
    return len(os.listdir("/proc/self/fd"))


def memory_kib(field: str) -> int:
    for line in Path("/proc/self/status").read_text().splitlines():
        name, _, value = line.partition(":")
        if name == field:
            return int(value.split()[0])
    raise LookupError(field)


def matches(bots: tuple[Bot, Bot], pairs: int, time: TimeControl) -> MatchJob:
    """The first bot has seat 0 in the first half of each pair."""
    plans = tuple(PairPlan(f"{n + 1}:x:y", f"seed {n}", 0) for n in range(pairs))
    settings = MatchSettings(Ruleset(target=1), time)
    return MatchJob("job", (bots[0].program, bots[1].program), plans, settings)


def measure(job: Job, launcher: Launcher, resident: int) -> Measured:
    gc.collect()
    # Has the kernel forget the highest so far (proc_pid_clear_refs(5)).
    Path("/proc/self/clear_refs").write_text("5")
    before = descriptors()
    watch = Watch()
    watch.start()
    outcomes = list(play(matches(job.bots, job.pairs, job.time), launcher))
    most_resident = memory_kib("VmHWM")
    watch.stop()
    played = [outcome for outcome in outcomes if isinstance(outcome, PlayedPair)]
    return Measured(
        records=[half.record for pair in played for half in pair.halves],
        voids=[outcome.reason for outcome in outcomes if not isinstance(outcome, PlayedPair)],
        resident_kib=resident,
        most_resident_kib=most_resident,
        descriptors=before,
        most_descriptors=watch.most,
        descriptors_left=descriptors(),
    )


def main() -> None:
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    resource.setrlimit(resource.RLIMIT_DATA, (MOST_BYTES, resource.RLIM_INFINITY))
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (FEW_DESCRIPTORS, most))
    with open_launcher() as launcher:
        list(play(matches((PEACEFUL, PEACEFUL), 1, TimeControl()), launcher))
        gc.collect()
        resident = memory_kib("VmRSS")
        for line in sys.stdin.buffer:
            measured = measure(msgspec.json.decode(line, type=Job), launcher, resident)
            sys.stdout.buffer.write(msgspec.json.encode(measured) + b"\n")
            sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
