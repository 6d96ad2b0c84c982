"""What the tests of configs share: every key, what it may be, and configs in order."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from arena.errors import InputError
from arena.tournament import (
    Tournament,
    TournamentConfig,
)
from arena.tournament.config import BotTable
from tests.tournament.places import Place

NO_PROGRAM = "a-program-that-no-host-has"

RANGES = {
    "tournament.cycles": (1, 1_000_000),
    "tournament.batch": (1, 1_000),
    "tournament.decks": (1, 1_000),
    "tournament.rounds": (1, 32),
    "tournament.pairs": (1, 100_000),
    "tournament.sudden_death": (0, 10_000),
    "rules.target": (1, 100),
    "rules.kot_hakem": (1, 100),
    "rules.kot_other": (1, 100),
    "time.startup_ms": (1, 600_000),
    "time.move_ms": (1, 600_000),
    "time.bank_ms": (0, 3_600_000),
    "time.increment_ms": (0, 600_000),
    "limits.memory_mib": (16, 65_536),
    "limits.processes": (1, 4_096),
    "limits.cpu_seconds": (1, 86_400),
    "limits.cpus": (1, 1_024),
    "limits.tmp_mib": (1, 4_096),
    "limits.open_files": (16, 65_536),
    "limits.output_kib": (1, 1_048_576),
}

NUMBERS: dict[str, Callable[[Tournament], int]] = {
    "tournament.decks": lambda t: t.settings.decks,
    "rules.target": lambda t: t.settings.rules.target,
    "rules.kot_hakem": lambda t: t.settings.rules.kot_hakem,
    "rules.kot_other": lambda t: t.settings.rules.kot_other,
    "time.startup_ms": lambda t: t.settings.time.startup_ms,
    "time.move_ms": lambda t: t.settings.time.move_ms,
    "time.bank_ms": lambda t: t.settings.time.bank_ms,
    "time.increment_ms": lambda t: t.settings.time.increment_ms,
    "limits.memory_mib": lambda t: t.settings.limits.memory_mib,
    "limits.processes": lambda t: t.settings.limits.processes,
    "limits.cpu_seconds": lambda t: t.settings.limits.cpu_seconds,
    "limits.cpus": lambda t: t.settings.limits.cpus,
    "limits.tmp_mib": lambda t: t.settings.limits.tmp_mib,
    "limits.open_files": lambda t: t.settings.limits.open_files,
    "limits.output_kib": lambda t: t.settings.limits.output_kib,
}

OTHERS = {
    "tournament.name": "text",
    "tournament.cycles": "number",
    "tournament.schedule": "text",
    "tournament.format": "text",
    "tournament.seed": "text",
    "tournament.batch": "number",
    "tournament.anchor": "text",
    "tournament.challengers": "names",
    "tournament.rounds": "number",
    "tournament.pairs": "number",
    "tournament.sudden_death": "number",
    "tournament.seeding": "text",
    "tournament.adaptive": "flag",
    "tournament.rated_with": "text",
    "time.ponder": "flag",
    "bots.path": "text",
    "bots.bot": "text",
    "bots.optional": "flag",
}
"""Keys with a test of their own below."""

KEYS = {**OTHERS, **dict.fromkeys(NUMBERS, "number")}


def keys_of_the_program() -> set[str]:
    tables = {field.name: field.type for field in msgspec.structs.fields(TournamentConfig)}
    tables["bots"] = BotTable
    return {
        f"{table}.{field.name}"
        for table, kind in tables.items()
        for field in msgspec.structs.fields(kind)
    }


SCHEDULES: dict[str, dict[str, Any]] = {
    "round-robin": {"cycles": 3},
    "gauntlet": {"cycles": 3, "challengers": ["two"]},
    "knockout": {},
    "swiss": {"rounds": 1},
    "continuous": {},
}
"""What each schedule needs."""
BELONGS = {
    "cycles": {"round-robin", "gauntlet"},
    "challengers": {"gauntlet"},
    "rounds": {"swiss"},
    "pairs": {"knockout", "swiss"},
    "sudden_death": {"knockout"},
    "seeding": {"knockout", "swiss"},
    "adaptive": {"continuous"},
}
"""Keys that belong to some schedules alone."""


def scheduled(place: Place, schedule: str) -> dict[str, Any]:
    """A config in order with this schedule and nothing that it does not need."""
    table = {"name": "league", "seed": "s", "schedule": schedule, **SCHEDULES[schedule]}
    return {**place.league(), "tournament": table}


def fitting(place: Place, key: str) -> dict[str, Any]:
    """A config in order to which the key can be added."""
    schedules = BELONGS.get(key.removeprefix("tournament."), {"round-robin"})
    return scheduled(place, min(schedules & set(SCHEDULES), key=list(SCHEDULES).index))


def refused(place: Place, tables: Any) -> str:
    """What is said about a config that is refused; every message names the file first."""
    with pytest.raises(InputError) as caught:
        place.open(tables)
    text = str(caught.value)
    assert text.startswith(f"{place.folder / 'config.toml'}: ")
    return text.removeprefix(f"{place.folder / 'config.toml'}: ")
