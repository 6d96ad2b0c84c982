"""The table of cases, and which of them a run takes."""

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from arena.bench.figures import Case
from arena.bench.floors import floor_cases, reference
from arena.bench.place import Place
from arena.bench.refereeing import play_cases
from arena.bench.split import split_case
from arena.bench.starts import start_cases
from arena.bench.storage import leaderboard_case, write_case
from arena.bench.throughput import throughput_case
from arena.errors import InputError


@dataclass(frozen=True, slots=True)
class Size:
    """How much a run measures. A case itself is the same in all, so that ratios compare."""

    rounds: int
    every_lane: bool = True
    """Shipped bots on libzmq's lane too."""
    leaderboards: tuple[int, ...] = (10_000,)
    """Over how many matches."""


QUICK = Size(rounds=2, every_lane=False)
USUAL = Size(rounds=5)
FULL = Size(rounds=7, leaderboards=(10_000, 1_000_000))


def all_cases(place: Place, size: Size) -> list[Case]:
    """Every case of a run, R first."""
    return [
        reference(place),
        *floor_cases(place),
        *play_cases(place, every_lane=size.every_lane),
        split_case(place),
        throughput_case(place, len(os.sched_getaffinity(0))),
        *start_cases(place),
        write_case(place),
        *[leaderboard_case(place, matches) for matches in size.leaderboards],
    ]


def chosen(cases: Sequence[Case], names: Iterable[str]) -> list[Case]:
    """R and the cases of these names; a name's beginning up to a slash means all that begin so.

    Raises:
        InputError: a name means none.
    """
    found = {cases[0].name}
    for name in names:
        meant = {case.name for case in cases if f"{case.name}/".startswith(f"{name}/")}
        if not meant:
            groups = ", ".join(dict.fromkeys(case.group for case in cases))
            raise InputError(
                f"--only {name}: no such case; there are the groups {groups}, and in them "
                + ", ".join(case.name for case in cases)
            )
        found |= meant
    return [case for case in cases if case.name in found]
