"""What a check found, as text and for programs."""

import re
import shutil
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from arena.check import Finding, StepResult, Verdict, passed, result_json
from arena.cli.text import duration, plural
from arena.registry import Bot
from arena.views.text import harmless, harmless_line

MARKS = {
    Verdict.PASSED: click.style("ok  ", fg="green"),
    Verdict.WARNED: click.style("ok !", fg="yellow"),
    Verdict.FAILED: click.style("FAIL", fg="red", bold=True),
    Verdict.SKIPPED: click.style("–   ", dim=True),
}
INDENT = 10
NARROWEST, WIDEST = 60, 100
SHOWN_CHARACTERS = 1000
"""Of one message; the bundle has it whole."""
SHOWN_MESSAGES = 3
SHOWN_LINES = 12
"""Of standard error, the last ones."""


def result_text(result: StepResult, earlier: list[StepResult]) -> str:
    """One step: what was checked, what was found, and all about a failure.

    `earlier` are those that were shown before; what they told already is not told again.
    """
    line = f"{result.number:>2}  {MARKS[result.verdict]}  {result.title}"
    if result.verdict is Verdict.SKIPPED:
        return click.style(f"{line} ({result.text})", dim=True)
    lines = [line]
    if result.finding is None:
        lines += _wrapped("", result.text)
        lines += [line for remark in result.remarks for line in _wrapped("! ", remark)]
    else:
        lines += _finding(result.finding, earlier)
    return "\n".join(lines)


def verdict_line(results: list[StepResult], bundle: Path | None, seconds: float) -> str:
    """The last lines of a check."""
    failed = [result for result in results if result.verdict is Verdict.FAILED]
    skipped = sum(result.verdict is Verdict.SKIPPED for result in results)
    if passed(results):
        remarks = sum(len(result.remarks) for result in results)
        said = f"all {len(results)} steps passed"
        said += f", with {plural(remarks, 'remark')}" if remarks else ""
        return click.style(f"{said} ({duration(seconds)})", fg="green")
    numbers = ", ".join(f"{result.number} ({result.name})" for result in failed)
    said = f"failed: {numbers}" + (f"; {skipped} not tried" if skipped else "")
    lines = [click.style(f"{said} ({duration(seconds)})", fg="red")]
    if bundle is not None:
        lines.append(f"the same decision again: arena repro {harmless_line(str(bundle))}")
    return "\n".join(lines)


def report_json(
    bot: Bot | None, sandbox: dict[str, str], results: list[StepResult], bundle: Path | None
) -> dict[str, Any]:
    """The whole check."""
    return {
        "bot": {"name": bot.name, "version": bot.version} if bot else None,
        "passed": passed(results),
        "sandbox": sandbox,
        "steps": [result_json(result) for result in results],
        "bundle": str(bundle) if bundle else None,
    }


def _finding(finding: Finding, earlier: list[StepResult]) -> Iterator[str]:
    yield from _wrapped("", finding.problem)
    same = (r.number for r in earlier if r.finding and _told(r.finding) == _told(finding))
    if number := next(same, None):
        yield from labelled("sent", f"see step {number}")
        yield from labelled("try", finding.advice)
        return
    if finding.sent is not None:
        yield message_line("sent", finding.sent)
    for message in finding.came[:SHOWN_MESSAGES]:
        yield message_line("came back", message)
    if left := len(finding.came[SHOWN_MESSAGES:]):
        yield from labelled("", f"and {plural(left, 'message')} more")
    if finding.sent is not None and not finding.came:
        yield from labelled("came back", "nothing")
    yield from labelled("rule", finding.rule)
    yield from labelled("try", finding.advice)
    if finding.stderr.strip():
        yield from labelled("it wrote", "")
        yield from stderr_lines(finding.stderr)


def _told(finding: Finding) -> tuple[str | None, tuple[str, ...], str]:
    return finding.sent, finding.came, finding.problem


def labelled(label: str, text: str) -> Iterator[str]:
    """A sentence behind its name."""
    yield from _wrapped(f"{label:<11}", text)


def message_line(label: str, message: str) -> str:
    """A message behind its name, on one line so that it can be copied; what is long is left out."""
    text = harmless_line(_LEGAL.sub(r"\1,…,\2", message))
    if len(text) > SHOWN_CHARACTERS:
        text = f"{text[: SHOWN_CHARACTERS // 2]} … {text[-SHOWN_CHARACTERS // 2 :]}"
    return f"{' ' * INDENT}{label:<11}{text}"


_LEGAL = re.compile(r'("legal":\[\{[^{}]*\}),.*,(\{[^{}]*\}\])')
"""A list of three actions or more, of which the first and the last are shown."""


def stderr_lines(text: str) -> Iterator[str]:
    """The last lines that a bot has written."""
    for line in harmless(text).splitlines()[-SHOWN_LINES:]:
        yield f"{' ' * INDENT}  {line[:WIDEST]}"


def _wrapped(label: str, text: str) -> list[str]:
    width = max(NARROWEST, min(WIDEST, shutil.get_terminal_size().columns))
    first = " " * INDENT + label
    return textwrap.wrap(
        harmless_line(text),
        width,
        initial_indent=first,
        subsequent_indent=" " * len(first),
        break_on_hyphens=False,
    ) or [first.rstrip()]
