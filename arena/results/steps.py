"""The parts in which a tournament is finished one by one: cycles, or the rounds of a knockout."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from arena.schedules import bracket, cycle_of, pairing_of, results_by_pairing
from arena.store import PairResult, StoredTournament


@dataclass(frozen=True, slots=True)
class Steps:
    """Numbered from 1."""

    kind: Literal["cycle", "round"]
    of: Callable[[PairResult], int]
    """The number of the one that a pair belongs to."""
    finished: int
    """The last of which, and of all before it, every pair is stored; 0 if there is none."""


def steps_of(stored: StoredTournament, results: Sequence[PairResult]) -> Steps:
    """How a tournament falls into parts, by what is stored of it."""
    table = json.loads(stored.config).get("tournament", {})
    schedule = table.get("schedule")
    if schedule == "knockout":
        return _rounds(stored, table, results)
    if schedule == "continuous":
        # A block begins once nothing is missing of the one before, whoever took part in it.
        last = max(map(_cycle, results), default=0)
        before = max(0, last - 1) // table["batch"] * table["batch"]
    else:
        before = 0
    return Steps("cycle", _cycle, _finished(results, _pairings(stored, table), before))


def _cycle(result: PairResult) -> int:
    return cycle_of(result.pair)


def _pairings(stored: StoredTournament, table: dict[str, Any]) -> int:
    """How many pairs have each number: the pairings of a cycle, or of a round of a Swiss."""
    bots = len(stored.entrants)
    if table.get("schedule") == "gauntlet":
        challengers = len(table["challengers"])
        return challengers * (bots - challengers)
    return bots // 2 if table.get("schedule") == "swiss" else bots * (bots - 1) // 2


def _finished(results: Iterable[PairResult], pairings: int, before: int = 0) -> int:
    """How many cycles are complete, counted from those before, which are."""
    pairs = Counter(map(_cycle, results))
    cycle = before
    while pairs[cycle + 1] >= pairings:
        cycle += 1
    return cycle


def _rounds(
    stored: StoredTournament, table: dict[str, Any], results: Sequence[PairResult]
) -> Steps:
    seeds = [entrant.name for entrant in stored.entrants]
    rows = results_by_pairing(results)
    drawn = bracket(seeds, table["pairs"], table["sudden_death"], rows).rounds
    # Who has lost is out, so two bots meet in one round only.
    rounds = {
        pairing_of(tie.high, tie.low): number
        for number, ties in enumerate(drawn, start=1)
        for tie in ties
        if tie.low is not None
    }
    over = all(tie.winner is not None for tie in drawn[-1])
    return Steps(
        "round", lambda row: rounds[row.first, row.second], len(drawn) if over else len(drawn) - 1
    )
