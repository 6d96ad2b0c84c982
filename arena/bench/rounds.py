"""Runs the cases: each once in every round, so that drift of the machine hits them all alike."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby

from arena.bench.figures import PROCESSOR, Case, Figure, Report
from arena.errors import HostError


def measure(cases: Sequence[Case], rounds: int, say: Callable[[int, Case], None]) -> Report:
    """Measure everything.

    R is measured again before each group of cases: what follows is compared with it.

    Args:
        cases: R first, with a figure `""`, its round trips a second, and `PROCESSOR`, microseconds
            of processor time for one; it has to work. Another that fails is given up and reported.
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

    def note(case: Case, number: int, r: Mapping[str, float] | None) -> Mapping[str, float]:
        """Measure a case, R itself without an `r`."""
        say(number, case)
        measured = case.measure()
        r = measured if r is None else r
        for figure in case.figures:
            name = case.full_name(figure)
            values[name].append(measured[figure])
            waits = figure not in case.processor
            references[name].append(r[""] if waits else 1e6 / r[PROCESSOR])
        return measured

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
