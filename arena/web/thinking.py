"""How long a bot thinks, phase by phase, in its newest matches."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from arena.records import replay
from arena.rules import Phase
from arena.store import Store

MATCHES: Final = 20
"""Records are read for this, some milliseconds each."""


@dataclass(frozen=True, slots=True)
class PhaseTimes:
    """Decisions of one phase, in milliseconds charged to the bot."""

    phase: Phase
    decisions: int
    median: float
    most: float
    """Of 95 in 100."""
    longest: float


@dataclass(frozen=True, slots=True)
class Thinking:
    """One bot's."""

    matches: int
    phases: tuple[PhaseTimes, ...]


def thinking(store: Store, tournament: str, bot: str) -> Thinking:
    """Of the bot's newest matches."""
    times: dict[Phase, list[float]] = {phase: [] for phase in Phase}
    newest = store.matches(tournament, bot=bot, limit=MATCHES)
    for row in newest:
        played = store.match(tournament, row.match)
        if played is None:
            continue
        record = played.record
        for (state, _), micros in zip(replay(record), record.times_us, strict=False):
            deal = state.deal_in_progress
            if record.bots[deal.turn].name == bot:
                times[deal.phase].append(micros / 1000)
    return Thinking(
        len(newest),
        tuple([_phase(phase, found) for phase, found in times.items() if found]),
    )


def _phase(phase: Phase, found: list[float]) -> PhaseTimes:
    median, most = np.percentile(found, (50, 95))
    return PhaseTimes(phase, len(found), float(median), float(most), max(found))
