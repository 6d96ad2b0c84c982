"""Tournament configs: TOML files, each key documented in `configs/README.md`."""

from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from arena.errors import InputError
from arena.referee import MatchSettings
from arena.rules import Ruleset
from arena.sandbox import Limits
from arena.tournament.names import NAME_RULE, valid_name
from arena.tournament.toml_file import load_toml
from arena.wire import Format, TimeControl

_RULES = Ruleset()
_LIMITS = Limits()
_SETTINGS = MatchSettings()


class TournamentTable(Struct, frozen=True, forbid_unknown_fields=True):
    """`[tournament]`."""

    name: str
    cycles: Annotated[int, Meta(ge=1, le=1_000_000)]
    """How often every bot meets every other, one mirror pair each time."""
    schedule: Literal["round-robin"] = "round-robin"
    format: Format = "match"
    """Whole matches, or rows of single deals without a running score."""
    decks: Annotated[int, Meta(ge=1, le=1_000)] = _SETTINGS.decks
    """In the `deals` format: how many decks make a mirror pair."""
    seed: Annotated[str, Meta(min_length=1, max_length=64)] | None = None
    """Drawn from the operating system if it is not given. Whoever knows it knows every deck."""
    batch: Annotated[int, Meta(ge=1, le=1_000)] = 10
    """How many cycles' pairs of one pairing are played in a row by the same bot processes."""
    anchor: Annotated[str, Meta(max_length=60)] | None = None
    """`bot:rating` fixes that bot's Elo in the display; without it the mean is 1500."""


class RulesTable(Struct, frozen=True, forbid_unknown_fields=True):
    """`[rules]`."""

    target: Annotated[int, Meta(ge=1, le=100)] = _RULES.target
    kot_hakem: Annotated[int, Meta(ge=1, le=100)] = _RULES.kot_hakem
    kot_other: Annotated[int, Meta(ge=1, le=100)] = _RULES.kot_other


class LimitsTable(Struct, frozen=True, forbid_unknown_fields=True):
    """`[limits]`."""

    memory_mib: Annotated[int, Meta(ge=16, le=65_536)] = _LIMITS.memory_mib
    processes: Annotated[int, Meta(ge=1, le=4_096)] = _LIMITS.processes
    cpu_seconds: Annotated[int, Meta(ge=1, le=86_400)] = _LIMITS.cpu_seconds
    cpus: Annotated[int, Meta(ge=1, le=1_024)] = _LIMITS.cpus
    tmp_mib: Annotated[int, Meta(ge=1, le=4_096)] = _LIMITS.tmp_mib
    open_files: Annotated[int, Meta(ge=16, le=65_536)] = _LIMITS.open_files
    output_kib: Annotated[int, Meta(ge=1, le=1_048_576)] = _LIMITS.output_kib


class BotTable(Struct, frozen=True, forbid_unknown_fields=True):
    """One of `[[bots]]`."""

    path: Annotated[str, Meta(min_length=1, max_length=1_000)]
    """The bot's folder, relative to the config file."""
    optional: bool = False
    """Left out, which is said, where this host lacks the program that runs it."""


class TournamentConfig(Struct, frozen=True, forbid_unknown_fields=True):
    """A config file."""

    tournament: TournamentTable
    bots: Annotated[tuple[BotTable, ...], Meta(min_length=2, max_length=4_096)]
    rules: RulesTable = field(default_factory=RulesTable)
    time: TimeControl = field(default_factory=TimeControl)
    limits: LimitsTable = field(default_factory=LimitsTable)


def load_config(path: Path) -> TournamentConfig:
    """Read a config.

    Raises:
        InputError: the message names the file, the key and what is allowed.
    """
    config = load_toml(path, TournamentConfig)
    if not valid_name(config.tournament.name):
        name = config.tournament.name
        raise InputError(f"{path}: key `tournament.name`: {name!r} is not allowed; {NAME_RULE}")
    return config
