"""What `arena bench` prints: tables for people, JSON for programs."""

import os
import platform
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from arena.bench import Case, Fallen, Figure, Report, Unit
from arena.cli.options import cores
from arena.cli.table import table

TITLES: dict[tuple[str, Unit], str] = {
    ("floors", "/s"): "floors: round trips a second on one core",
    ("play", "/s"): "play: refereed decisions a second on one core, by bot and referee's lane",
    ("play", "µs"): "play: processor time of one decision, in microseconds",
    ("split", "µs"): "split: where the time of one decision goes",
    ("run", "/s"): "run: a whole tournament, with runner and store",
    ("start", "ms"): "start: milliseconds from starting a bot to its first message",
    ("store", "/s"): "store: storing matches, and rating them",
}


def report_text(report: Report) -> str:
    """A table for each group of cases, or for each unit where their figures have several."""
    parts = [
        f"min–median–max of {report.rounds} rounds. R: a rate divided by that of `floors/R`, "
        "a time counted in its round trips"
    ]
    for group, members in groupby(report.cases, key=lambda case: case.group):
        cases = list(members)
        units = list(dict.fromkeys(unit for case in cases for unit in case.figures.values()))
        if len(cases) > 1 and all(case.figures == cases[0].figures for case in cases):
            parts += [f"{TITLES[group, unit]}\n{_by_case(report, cases, unit)}" for unit in units]
        else:
            title = next(TITLES[group, unit] for unit in units if (group, unit) in TITLES)
            if len(cases) == 1 and "" not in cases[0].figures:
                title = f"{title}: {cases[0].about}"
            parts.append(f"{title}\n{_by_figure(report, cases)}")
    return "\n\n".join(parts)


def _by_case(report: Report, cases: Sequence[Case], unit: Unit) -> str:
    """A row for each case, a column for each figure of that unit."""
    figures = [figure for figure in cases[0].figures if cases[0].figures[figure] == unit]
    headers = ["case", ""]
    for figure in figures:
        headers += [f"{figure} {unit}".strip(), "R"]
    rows = []
    for case in cases:
        row = [case.name.partition("/")[2], case.about]
        for figure in figures:
            row += _cells(report.figures[case.full_name(figure)])
        rows.append(row)
    return table(rows, headers)


def _by_figure(report: Report, cases: Sequence[Case]) -> str:
    """A row for each figure."""
    rows = []
    for case in cases:
        for figure, unit in case.figures.items():
            name = case.full_name(figure).partition("/")[2]
            about = "" if figure else case.about
            rows.append([name, *_cells(report.figures[case.full_name(figure)]), unit, about])
    return table(rows, ["", "min–median–max", "R", "unit", ""])


def _cells(figure: Figure) -> tuple[str, str]:
    values = "–".join(number(value) for value in (figure.low, figure.median, figure.high))
    return values, "" if figure.ratio is None else number(figure.ratio)


def number(value: float) -> str:
    """Three digits, and no more places than they need."""
    if abs(value) >= 100:
        return f"{value:,.0f}"
    if abs(value) >= 10:
        return f"{value:.1f}"
    return f"{value:.2f}" if abs(value) >= 0.1 or value == 0 else f"{value:.2g}"


def report_json(report: Report, behind: Iterable[Fallen] | None) -> dict[str, Any]:
    """The report; `behind` only if ratios were checked."""
    said: dict[str, Any] = {
        "host": {
            "cores": cores(),
            "kernel": platform.release(),
            "python": platform.python_version(),
            "load": list(os.getloadavg()),
        },
        "rounds": report.rounds,
        "figures": {name: _figure_json(figure) for name, figure in report.figures.items()},
        "failed": dict(report.failed),
    }
    if behind is not None:
        said["behind"] = [
            {"name": each.name, "stored": each.stored, "now": each.now, "share": each.share}
            for each in behind
        ]
    return said


def _figure_json(figure: Figure) -> dict[str, Any]:
    return {
        "unit": figure.unit,
        "min": figure.low,
        "median": figure.median,
        "max": figure.high,
        "ratio": figure.ratio,
        "more_is_better": figure.more_is_better,
    }
