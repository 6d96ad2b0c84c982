"""Tournament configs: TOML files, each key documented in `configs/README.md`."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct, field

from arena.errors import InputError
from arena.referee import MatchSettings
from arena.registry.names import NAME_RULE, valid_name
from arena.rules import Ruleset
from arena.sandbox import Limits
from arena.toml_file import load_toml
from arena.wire import Format, TimeControl

ScheduleName = Literal["round-robin", "gauntlet", "knockout", "swiss", "continuous"]
Seeding = Literal["order", "rating"]

_Name = Annotated[str, Meta(min_length=1, max_length=100)]
_RULES = Ruleset()
_LIMITS = Limits()
_SETTINGS = MatchSettings()


class TournamentTable(Struct, frozen=True, forbid_unknown_fields=True):
    """`[tournament]`."""

    name: str
    cycles: Annotated[int, Meta(ge=1, le=1_000_000)] | None = None
    """How often two bots meet that meet at all, one mirror pair each time."""
    schedule: ScheduleName = "round-robin"
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
    challengers: Annotated[tuple[_Name, ...], Meta(min_length=1, max_length=4_095)] | None = None
    """Bots that meet all the others, which do not meet one another."""
    rounds: Annotated[int, Meta(ge=1, le=32)] | None = None
    """Of a Swiss; at most half as many as there are bots."""
    pairs: Annotated[int, Meta(ge=1, le=100_000)] | None = None
    """Mirror pairs of a tie: of two bots that meet once."""
    sudden_death: Annotated[int, Meta(ge=0, le=10_000)] | None = None
    """How many pairs follow at most, one at a time, where a tie is level."""
    seeding: Seeding | None = None
    """Whether seeds follow the config or the ratings of `rated_with`."""
    adaptive: bool | None = None
    """Whether pairs are spent where they tell most, after two full cycles."""
    rated_with: _Name | None = None
    """Another tournament in the store, whose results count in the standings too."""


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

    path: Annotated[str, Meta(min_length=1, max_length=1_000)] | None = None
    """The bot's folder, relative to the config file."""
    bot: Annotated[str, Meta(min_length=1, max_length=100)] | None = None
    """A bot that was submitted, or comes with the arena: `name` or `name@version`."""
    optional: bool = False
    """Left out, which is said, where this host lacks the program that runs it."""


class TournamentConfig(Struct, frozen=True, forbid_unknown_fields=True):
    """A config file."""

    tournament: TournamentTable
    bots: Annotated[tuple[BotTable, ...], Meta(min_length=2, max_length=4_096)]
    rules: RulesTable = field(default_factory=RulesTable)
    time: TimeControl = field(default_factory=TimeControl)
    limits: LimitsTable = field(default_factory=LimitsTable)

    def settings(self, commitment: str = "") -> MatchSettings:
        """What its matches have in common, with what was published before the first of them."""
        return MatchSettings(
            Ruleset(**msgspec.structs.asdict(self.rules)),
            self.time,
            Limits(**msgspec.structs.asdict(self.limits)),
            self.tournament.format,
            self.tournament.decks,
            commitment,
        )


def load_config(path: Path) -> TournamentConfig:
    """Read a config.

    Raises:
        InputError: the message names the file, the key and what is allowed.
    """
    config = load_toml(path, TournamentConfig)
    if not valid_name(config.tournament.name):
        name = config.tournament.name
        raise InputError(f"{path}: key `tournament.name`: {name!r} is not allowed; {NAME_RULE}")
    _check_schedule(config.tournament, path)
    _check_bots(config.bots, path)
    return msgspec.structs.replace(config, tournament=_with_defaults(config.tournament))


def _check_bots(bots: tuple[BotTable, ...], path: Path) -> None:
    """Each is either named or pointed at."""
    for number, bot in enumerate(bots):
        if (bot.path is None) == (bot.bot is None):
            raise InputError(
                f"{path}: `bots[{number}]`: needs one of `path`, a bot's folder, and `bot`, the "
                "name of one that was submitted or comes with the arena"
            )
        if bot.bot is not None and "/" in bot.bot:
            raise InputError(
                f"{path}: key `bots[{number}].bot`: {bot.bot!r} is a path; for a bot's folder "
                "there is the key `path`"
            )


_SCHEDULES_OF: Mapping[str, tuple[ScheduleName, ...]] = MappingProxyType(
    {
        "cycles": ("round-robin", "gauntlet"),
        "challengers": ("gauntlet",),
        "rounds": ("swiss",),
        "pairs": ("swiss", "knockout"),
        "sudden_death": ("knockout",),
        "seeding": ("swiss", "knockout"),
        "adaptive": ("continuous",),
    }
)
"""The schedules to which a key belongs that does not belong to all."""
_DEFAULTS: Mapping[str, object] = MappingProxyType(
    {"pairs": 10, "sudden_death": 100, "seeding": "order", "adaptive": False}
)
"""Of these keys where they belong; the others among them have to be given."""


def _check_schedule(table: TournamentTable, path: Path) -> None:
    """Every key that is given means something, and every one that is needed is given."""
    for key, schedules in _SCHEDULES_OF.items():
        given, belongs = getattr(table, key) is not None, table.schedule in schedules
        if given and not belongs:
            raise InputError(
                f"{path}: key `tournament.{key}`: means nothing in the schedule "
                f"{table.schedule!r}, only in {', '.join(map(repr, schedules))}"
            )
        if belongs and not given and key not in _DEFAULTS:
            raise InputError(f"{path}: key `tournament.{key}` is missing")
    if table.seeding == "rating" and table.rated_with is None:
        raise InputError(
            f"{path}: key `tournament.seeding`: 'rating' needs `tournament.rated_with`, a "
            "tournament in the same store that rates the bots"
        )


def _with_defaults(table: TournamentTable) -> TournamentTable:
    found = {
        key: value
        for key, value in _DEFAULTS.items()
        if table.schedule in _SCHEDULES_OF[key] and getattr(table, key) is None
    }
    return msgspec.structs.replace(table, **found)
