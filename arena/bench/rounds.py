"""Runs the cases: each once in every round, so that drift of the machine hits them all alike."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import groupby

from arena.bench.figures import Case, Figure, Report
from arena.errors import HostError


def measure(cases: Sequence[Case], rounds: int, say: Callable[[int, Case], None]) -> Report:
    """Measure everything.

    R is measured again before each group of cases: what follows is compared with it.

    Args:
        cases: R first; it has to work. Another that fails is given up and reported.
        rounds: how often each is measured.
        say: told the round, from 1, and the case that is about to be measured.

    Raises:
        HostError: R cannot be measured.
    """
    reference, *others = cases
    groups = [list(group) for _, group in groupby(others, key=lambda case: case.group)]
    values: dict[str, list[float]] = defaultdict(list)
    references: dict[str, list[float]] = defaultdict(list)
    failed: dict[str, str] = {}

    def note(case: Case, number: int, r: float | None) -> float:
        """Measure a case; the first of its figures."""
        say(number, case)
        measured = case.measure()
        first, *_ = measured.values()
        for figure in case.figures:
            name = case.full_name(figure)
            values[name].append(measured[figure])
            references[name].append(first if r is None else r)
        return first

    for number in range(1, rounds + 1):
        for group in groups or [[]]:
            r = note(reference, number, None)
            for case in group:
                if case.name not in failed:
                    try:
                        note(case, number, r)
                    except HostError as error:
                        failed[case.name] = str(error)
    worked = [case for case in cases if case.name not in failed]
    figures = {}
    for case in worked:
        for figure, unit in case.figures.items():
            name = case.full_name(figure)
            checked = figure not in case.loose
            figures[name] = Figure(unit, tuple(values[name]), tuple(references[name]), checked)
    return Report(rounds, tuple(worked), figures, failed)
