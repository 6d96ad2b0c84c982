"""A tournament ready to run: seed drawn, bots kept, everything decided before the first match.

A tournament that is stored goes on as it began: same seed, same bots, same settings, or it is
refused.
"""

import json
import secrets
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arena.errors import InputError
from arena.referee import MatchJob, MatchSettings
from arena.registry import Bot, Build, Registry, keep_bot
from arena.schedules import Pairing, Stage
from arena.store import Store, StoredTournament, utc_now
from arena.tournament.config import TournamentConfig
from arena.tournament.entrants import entrant, named_as_stored
from arena.tournament.entry import Entry, LeftOut, read_entry
from arena.tournament.reveal import check_secret, commitment
from arena.tournament.seeding import check_rated_with, seeded
from arena.tournament.stages import next_stage, planned_pairs


@dataclass(frozen=True, slots=True)
class Tournament:
    """Everything decided before the first match."""

    stored: StoredTournament
    config: TournamentConfig
    bots: tuple[Bot, ...]
    left_out: tuple[LeftOut, ...]
    settings: MatchSettings
    path: Path
    """Of the config."""

    @property
    def name(self) -> str:
        """Its name, unique in a store."""
        return self.stored.name

    @property
    def pairs(self) -> int:
        """How many mirror pairs it has, as far as that is known before it begins."""
        return planned_pairs(self.config.tournament, len(self.bots))

    def job(self, pairing: Pairing) -> MatchJob:
        """The job that plays these pairs."""
        program = {bot.name: bot.program for bot in self.bots}
        zero, one = pairing.names
        return MatchJob(pairing.job, (program[zero], program[one]), pairing.pairs, self.settings)

    def missing(self, store: Store) -> Iterator[Pairing]:
        """What can be played now and is not stored, in the order of play."""
        return self.stage(store).missing

    def stage(self, store: Store, without: Collection[str] = ()) -> Stage:
        """What can be played now; asks the store as it goes.

        Args:
            store: where it is stored.
            without: pairs that were given up.

        Raises:
            StoreError: the store cannot be read.
        """
        names = [bot.name for bot in self.bots]
        return next_stage(self.stored, self.config.tournament, names, store, without)

    def renewed(self, store: Store, builds: Build | None = None) -> tuple["Tournament", list[str]]:
        """The same with the bots that its config lists by now, and what is to be said of that.

        A tournament that ends does not change. A config that is not in order changes nothing.

        Args:
            store: where it is stored.
            builds: for new bots that have to be built.

        Raises:
            StoreError: the store cannot be written.
        """
        if self.config.tournament.schedule != "continuous":
            return self, []
        try:
            found = open_tournament(read_entry(self.path, Registry(store.path)), store, builds)
        except InputError as error:
            return self, [f"{error}. Until that is mended the bots stay as they are"]
        before, now = ([bot.name for bot in one.bots] for one in (self, found))
        notes = [f"{name} takes part from now on" for name in now if name not in before]
        return found, notes + [f"{name} takes part no more" for name in before if name not in now]


def open_tournament(entry: Entry, store: Store, builds: Build | None = None) -> Tournament:
    """Store a tournament that begins, or find it stored, and keep its bots beside the store.

    Args:
        entry: what is asked for.
        store: where it is stored.
        builds: for bots that have to be built.

    Raises:
        InputError: it differs from what is stored under that name, its seed was revealed before it
            was over, `rated_with` is not to be compared with it, or a bot cannot be built.
        StoreError: the store cannot be written.
    """
    config, decided = entry.config, entry.decided
    stored = store.find_tournament(config.tournament.name)
    if stored is None:
        check_rated_with(entry, store)
    elif changes := _differences(json.loads(stored.config), json.loads(decided), stored, config):
        raise InputError(
            f"{entry.path}: tournament {stored.name!r} is stored in {store.path} with other "
            f"settings: {'; '.join(changes)}. Put them back, or begin a new one with another "
            "`tournament.name` or another --store"
        )
    # First of all: a bot that cannot be built is no part yet of anything that is stored.
    bots = [keep_bot(bot, store.beside("bots"), builds) for bot in entry.bots]
    if stored is None:
        stored = _begin(entry, store)
        store.add_tournament(stored)
    elif stored.anchor != config.tournament.anchor:
        store.set_anchor(stored.name, config.tournament.anchor)
    check_secret(stored, store)
    if config.tournament.schedule == "continuous":
        bots, newcomers = named_as_stored(bots, stored.entrants)
        if newcomers:
            store.add_entrants(stored.name, map(entrant, newcomers))
            stored = store.tournament(stored.name)
    settings = config.settings(stored.commitment)
    return Tournament(stored, config, tuple(bots), entry.left_out, settings, entry.path)


def _begin(entry: Entry, store: Store) -> StoredTournament:
    table = entry.config.tournament
    seed = table.seed or secrets.token_hex(32)
    entrants = [entrant(bot) for bot in seeded(entry, store)]
    return StoredTournament(
        table.name,
        seed,
        commitment(seed, entry.decided),
        entry.decided,
        table.anchor,
        utc_now(),
        tuple(entrants),
    )


def _differences(
    before: dict[str, Any], now: dict[str, Any], stored: StoredTournament, config: TournamentConfig
) -> list[str]:
    old, new = _flat(before), _flat(now)
    if config.tournament.seed is not None:
        # Not in the list below: a seed stays secret until the tournament is over.
        same = config.tournament.seed == stored.seed
        old["tournament.seed"], new["tournament.seed"] = "…", "…" if same else "another"
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
