"""What is checked, step by step: the table, and the loop that goes through it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from arena.check.habits import blocked, later, repeats, usage
from arena.check.playing import again, bye, ids, matches, positions
from arena.check.report import Finding, Said, StepResult, Verdict
from arena.check.starting import build, folder, start
from arena.check.trial import Trial

Run: TypeAlias = Callable[[Trial], Said | Finding | None]
"""None says that there was nothing to look at."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the check."""

    name: str
    title: str
    run: Run
    needs: str = ""
    """The step without which this one says nothing."""


STEPS = (
    Step("folder", "bot.toml and the folder are in order", folder),
    Step("build", "it builds, and what it needs to run is there", build, "folder"),
    Step("start", "it starts in time", start, "build"),
    Step("positions", "it meets every phase and number of legal actions", positions, "start"),
    Step("matches", "full matches from each seat against shipped bots", matches, "positions"),
    Step("ids", "its answers carry the id of the request", ids, "start"),
    Step("again", "it plays again after match_end, in the same process", again, "positions"),
    Step("bye", "it ends on bye", bye, "positions"),
    Step("usage", "it keeps within memory, output and time", usage, "positions"),
    Step("repeats", "deterministic or not", repeats, "positions"),
    Step("blocked", "it tries nothing that the sandbox blocks", blocked, "positions"),
    Step("later", "what a later protocol may add does not break it", later, "positions"),
)


def check(trial: Trial, first: str = STEPS[0].name) -> Iterator[StepResult]:
    """Go through the steps, each result given out as it comes.

    Args:
        trial: what they work on.
        first: the step to begin with; what the ones before it leave has to be in the trial.

    Raises:
        HostError: this machine failed, not the bot.
    """
    numbers = {step.name: number for number, step in enumerate(STEPS, start=1)}
    missing: set[str] = set()
    for step in STEPS[numbers[first] - 1 :]:
        number = numbers[step.name]
        if step.needs in missing:
            result = _skipped(number, step, f"not tried without step {numbers[step.needs]}")
        else:
            trial.step = step.name
            trial.tick()
            began = trial.now()
            result = _result(number, step, step.run(trial), trial.now() - began)
        if result.verdict in (Verdict.FAILED, Verdict.SKIPPED):
            missing.add(step.name)
        yield result


def _skipped(number: int, step: Step, text: str) -> StepResult:
    return StepResult(number, step.name, step.title, Verdict.SKIPPED, text, 0.0)


def _result(number: int, step: Step, found: Said | Finding | None, seconds: float) -> StepResult:
    if found is None:
        return _skipped(number, step, "nothing to look at")
    if isinstance(found, Finding):
        return StepResult(
            number, step.name, step.title, Verdict.FAILED, found.problem, seconds, finding=found
        )
    return StepResult(
        number,
        step.name,
        step.title,
        Verdict.WARNED if found.remarks else Verdict.PASSED,
        found.text,
        seconds,
        found.remarks,
        found.figures,
    )
