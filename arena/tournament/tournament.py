"""A tournament ready to run: config and bots read, seed drawn, everything decided.

A tournament that is stored goes on as it began: same seed, same bots, same settings, or it is
refused.
"""

import hashlib
import json
import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from arena.errors import InputError
from arena.ratings import Anchor
from arena.referee import MatchJob, MatchSettings
from arena.rules import Ruleset
from arena.sandbox import Limits
from arena.store import Entrant, Store, StoredTournament, utc_now
from arena.tournament.bots import Bot, load_bot, missing_program
from arena.tournament.config import TournamentConfig, load_config
from arena.tournament.names import same_name
from arena.tournament.schedule import Pairing, round_robin, total_pairs


@dataclass(frozen=True, slots=True)
class LeftOut:
    """An optional bot that this host cannot run."""

    name: str
    program: str
    """What is missing."""


@dataclass(frozen=True, slots=True)
class Tournament:
    """Everything decided before the first match."""

    stored: StoredTournament
    config: TournamentConfig
    bots: tuple[Bot, ...]
    left_out: tuple[LeftOut, ...]
    settings: MatchSettings
    anchor: Anchor | None

    @property
    def name(self) -> str:
        """Its name, unique in a store."""
        return self.stored.name

    @property
    def pairs(self) -> int:
        """How many mirror pairs it has."""
        return total_pairs(len(self.bots), self.config.tournament.cycles)

    def job(self, pairing: Pairing) -> MatchJob:
        """The job that plays these pairs."""
        program = {bot.name: bot.program for bot in self.bots}
        zero, one = pairing.names
        return MatchJob(pairing.job, (program[zero], program[one]), pairing.pairs, self.settings)

    def missing(self, store: Store) -> "list[Pairing]":
        """What is not stored yet, in the order of play."""
        table = self.config.tournament
        names = [bot.name for bot in self.bots]
        done = store.pairs_done(self.name)
        return list(round_robin(names, table.cycles, table.batch, self.stored.seed, done))


def open_tournament(path: Path, store: Store) -> Tournament:
    """Read a config and its bots, and store the tournament, or find it stored.

    Raises:
        InputError: config or bots are not in order, or differ from what is stored under that name.
        StoreError: the store cannot be written.
    """
    config = load_config(path)
    bots, left_out = _entrants(config, path)
    anchor = _anchor(config, bots, path)
    decided = _canonical(config, bots)
    stored = store.find_tournament(config.tournament.name)
    if stored is None:
        stored = _begin(config, bots, decided)
        store.add_tournament(stored)
    elif changes := _differences(json.loads(stored.config), json.loads(decided), stored, config):
        raise InputError(
            f"{path}: tournament {stored.name!r} is stored in {store.path} with other settings: "
            f"{'; '.join(changes)}. Put them back, or begin a new one with another "
            "`tournament.name` or another --store"
        )
    settings = MatchSettings(
        Ruleset(**msgspec.structs.asdict(config.rules)),
        config.time,
        Limits(**msgspec.structs.asdict(config.limits)),
        stored.commitment,
    )
    return Tournament(stored, config, bots, left_out, settings, anchor)


def commitment(seed: str, decided: str) -> str:
    """What is published before the first match: it fixes seed, settings and bots, and hides them.

    Args:
        seed: the tournament's.
        decided: all that decides results but the seed, as canonical JSON.
    """
    digest = hashlib.sha256(decided.encode()).hexdigest()
    return hashlib.sha256(f"hokm-arena commitment 1|{seed}|{digest}".encode()).hexdigest()


def _entrants(config: TournamentConfig, path: Path) -> tuple[tuple[Bot, ...], tuple[LeftOut, ...]]:
    bots: list[Bot] = []
    left_out: list[LeftOut] = []
    for number, table in enumerate(config.bots):
        try:
            bot = load_bot(path.parent / table.path)
        except InputError as error:
            raise InputError(f"{path}: key `bots[{number}].path`: {error}") from None
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


def _anchor(config: TournamentConfig, bots: tuple[Bot, ...], path: Path) -> Anchor | None:
    if config.tournament.anchor is None:
        return None
    try:
        anchor = Anchor.parse(config.tournament.anchor)
    except InputError as error:
        raise InputError(f"{path}: key `tournament.anchor`: {error}") from None
    if anchor.bot not in [bot.name for bot in bots]:
        raise InputError(f"{path}: key `tournament.anchor`: {anchor.bot!r} does not take part")
    return anchor


def _canonical(config: TournamentConfig, bots: tuple[Bot, ...]) -> str:
    """All that decides results but the seed, as JSON with sorted keys."""
    table = config.tournament
    decided = {
        "schedule": table.schedule,
        "cycles": table.cycles,
        "batch": table.batch,
        "rules": msgspec.structs.asdict(config.rules),
        "time": msgspec.structs.asdict(config.time),
        "limits": msgspec.structs.asdict(config.limits),
        "bots": {bot.name: bot.version for bot in bots},
    }
    return json.dumps(decided, sort_keys=True, ensure_ascii=False)


def _begin(config: TournamentConfig, bots: tuple[Bot, ...], decided: str) -> StoredTournament:
    seed = config.tournament.seed or secrets.token_hex(32)
    entrants = [
        Entrant(bot.name, bot.version, bot.manifest.author, bot.manifest.language) for bot in bots
    ]
    return StoredTournament(
        config.tournament.name,
        seed,
        commitment(seed, decided),
        decided,
        utc_now(),
        tuple(entrants),
    )


def _differences(
    before: dict[str, Any], now: dict[str, Any], stored: StoredTournament, config: TournamentConfig
) -> list[str]:
    old, new = _flat(before), _flat(now)
    if config.tournament.seed is not None:
        # Not in the list below: a seed stays secret until the tournament is over.
        old["seed"], new["seed"] = "…", "…" if config.tournament.seed == stored.seed else "another"
    return [
        f"`{key}` was {old.get(key, 'absent')}, is {new.get(key, 'absent')}"
        for key in sorted({*old, *new})
        if old.get(key) != new.get(key)
    ]


def _flat(table: dict[str, Any], prefix: str = "") -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for key, value in table.items():
        if isinstance(value, dict):
            flat |= _flat(value, f"{prefix}{key}.")
        else:
            flat[prefix + key] = value
    return flat
