"""What a check finds, as values: one result for each step."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from arena.check.bundle import Bundle


class Verdict(StrEnum):
    """How a step ended."""

    PASSED = "passed"
    WARNED = "warned"
    """It plays, but something about it is worth knowing."""
    FAILED = "failed"
    SKIPPED = "skipped"
    """Not tried, as an earlier step failed."""


@dataclass(frozen=True, slots=True)
class Said:
    """What a step has found where nothing is wrong."""

    text: str
    remarks: tuple[str, ...] = ()
    """What the author should know, though it costs no match."""
    figures: Mapping[str, object] = field(default_factory=dict)
    """The same for programs."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What is wrong. All but `rule` and `advice` may hold text of the bot's: untrusted."""

    problem: str
    rule: str
    advice: str
    sent: str | None = None
    """The message that the bot was to answer, None where there was none."""
    came: tuple[str, ...] = ()
    """What came back."""
    stderr: str = ""
    """The end of what the process wrote."""
    bundle: Bundle | None = None
    """What `arena repro` needs to do it again; None where no decision failed."""


@dataclass(frozen=True, slots=True)
class StepResult:
    """One step."""

    number: int
    name: str
    title: str
    verdict: Verdict
    text: str
    seconds: float
    remarks: tuple[str, ...] = ()
    figures: Mapping[str, object] = field(default_factory=dict)
    finding: Finding | None = None


def passed(results: list[StepResult]) -> bool:
    """Whether nothing failed."""
    return all(result.verdict in (Verdict.PASSED, Verdict.WARNED) for result in results)


def result_json(result: StepResult) -> dict[str, Any]:
    """A step's result for programs: of what is in a finding, all but the bundle."""
    finding = result.finding
    return {
        "number": result.number,
        "name": result.name,
        "title": result.title,
        "verdict": result.verdict.value,
        "text": result.text,
        "remarks": result.remarks,
        "figures": dict(result.figures),
        "seconds": round(result.seconds, 3),
        "finding": None
        if finding is None
        else {
            "problem": finding.problem,
            "sent": finding.sent,
            "came": finding.came,
            "rule": finding.rule,
            "advice": finding.advice,
            "stderr": finding.stderr,
        },
    }
