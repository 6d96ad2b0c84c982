"""What a config asks for: the config itself, its bots, and which of them this host can run."""

import json
from dataclasses import dataclass
from pathlib import Path

import msgspec

from arena.errors import InputError
from arena.ratings import Anchor
from arena.registry import Bot, Registry, load_bot, missing_program
from arena.registry.names import same_name
from arena.schedules import BOTS_LIMIT, dutch, rounds_limit
from arena.tournament.config import TournamentConfig, load_config

_OF_SCHEDULES = (
    *("cycles", "challengers", "rounds", "pairs", "sudden_death", "seeding"),
    *("adaptive", "rated_with"),
)
"""Keys that decide results where they are given."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """An optional bot that this host cannot run."""

    name: str
    program: str
    """What is missing."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A tournament as its organiser asks for it; nothing is stored yet."""

    path: Path
    config: TournamentConfig
    bots: tuple[Bot, ...]
    left_out: tuple[LeftOut, ...]

    @property
    def decided(self) -> str:
        """All that decides results but the seed, as JSON with sorted keys."""
        table = self.config.tournament
        deals = {"format": table.format, "decks": table.decks} if table.format == "deals" else {}
        schedule = {key: getattr(table, key) for key in _OF_SCHEDULES}
        decided = {
            "tournament": {
                "schedule": table.schedule,
                "batch": table.batch,
                **{key: value for key, value in schedule.items() if value is not None},
                **deals,
            },
            "rules": msgspec.structs.asdict(self.config.rules),
            "time": msgspec.structs.asdict(self.config.time),
            "limits": msgspec.structs.asdict(self.config.limits),
        }
        if table.schedule != "continuous":
            decided["bots"] = {bot.name: bot.version for bot in self.bots}
        return json.dumps(decided, sort_keys=True, ensure_ascii=False)


def read_entry(path: Path, registry: Registry) -> Entry:
    """Read a config and its bots.

    Args:
        path: of the config.
        registry: knows the bots that it names.

    Raises:
        InputError: config or bots are not in order; the message names file and key.
        StoreError: a bot is named, and the store cannot be read.
    """
    config = load_config(path)
    bots, left_out = _entrants(config, path, registry)
    _check_anchor(config, bots, path)
    _check_challengers(config, bots, path)
    _check_swiss(config, bots, path)
    return Entry(path, config, bots, left_out)


def _entrants(
    config: TournamentConfig, path: Path, registry: Registry
) -> tuple[tuple[Bot, ...], tuple[LeftOut, ...]]:
    bots: list[Bot] = []
    left_out: list[LeftOut] = []
    for number, table in enumerate(config.bots):
        key = f"bots[{number}].{'path' if table.bot is None else 'bot'}"
        try:
            if table.bot is not None:
                bot = registry.find(table.bot)
            else:
                bot = load_bot(path.parent / (table.path or ""))
        except InputError as error:
            raise InputError(f"{path}: key `{key}`: {error}") from None
        program = missing_program(bot)
        if program is None:
            bots.append(bot)
        elif table.optional:
            left_out.append(LeftOut(bot.name, program))
        else:
            raise InputError(
                f"{path}: bot {bot.name!r} needs {program!r}, which this host does not have. "
                f"Install it, or set `bots[{number}].optional = true` to leave the bot out"
            )
    names = [same_name(bot.name) for bot in bots]
    for number, name in enumerate(names):
        if name in names[:number]:
            one, two = bots[names.index(name)].name, bots[number].name
            raise InputError(
                f"{path}: two bots are called {one!r} and {two!r}; names must differ, "
                "and in more than upper and lower case"
            )
    if len(bots) < 2:
        raise InputError(f"{path}: a tournament needs two bots that this host can run")
    return tuple(bots), tuple(left_out)


def _check_anchor(config: TournamentConfig, bots: tuple[Bot, ...], path: Path) -> None:
    if config.tournament.anchor is None:
        return
    try:
        anchor = Anchor.parse(config.tournament.anchor)
    except InputError as error:
        raise InputError(f"{path}: key `tournament.anchor`: {error}") from None
    if anchor.bot not in [bot.name for bot in bots]:
        raise InputError(f"{path}: key `tournament.anchor`: {anchor.bot!r} does not take part")


def _check_challengers(config: TournamentConfig, bots: tuple[Bot, ...], path: Path) -> None:
    challengers = config.tournament.challengers or ()
    names = [bot.name for bot in bots]
    for number, name in enumerate(challengers):
        problem = None
        if name not in names:
            problem = f"{name!r} does not take part"
        elif name in challengers[:number]:
            problem = f"{name!r} is named twice"
        elif number + 1 == len(names):
            problem = "all bots are challengers; the pool needs one that is not"
        if problem:
            raise InputError(f"{path}: key `tournament.challengers`: {problem}")


def _check_swiss(config: TournamentConfig, bots: tuple[Bot, ...], path: Path) -> None:
    if config.tournament.schedule != "swiss":
        return
    if not dutch.can_draw():
        raise InputError(
            f"{path}: key `tournament.schedule`: 'swiss' needs a pairing library that is not "
            "installed: pip install 'hokm-arena[swiss]'"
        )
    if len(bots) > BOTS_LIMIT:
        raise InputError(f"{path}: a Swiss takes {BOTS_LIMIT} bots at most, here are {len(bots)}")
    limit = rounds_limit(len(bots))
    if (config.tournament.rounds or 0) > limit:
        raise InputError(
            f"{path}: key `tournament.rounds`: {len(bots)} bots can have {limit} at most, half as "
            "many as there are bots; for more there is the schedule 'round-robin'"
        )
