"""Two bots against each other until a test can tell: a tournament whose end the results decide.

A comparison is stored as a tournament, so everything that reads one reads it too. Its pairs do not
depend on the question: two questions about the same two bots share what is stored, and each looks
at it pair by pair in the order of their numbers. Which referee process was quicker changes nothing.
"""

import hashlib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import msgspec

from arena.errors import InputError
from arena.ratings import SequentialTest, Trial
from arena.registry import Bot, Build
from arena.registry.names import same_name
from arena.schedules import cycle_of
from arena.store import Store
from arena.tournament.config import BotTable, TournamentConfig, TournamentTable
from arena.tournament.entrants import with_version
from arena.tournament.entry import Entry
from arena.tournament.tournament import Tournament, open_tournament
from arena.wire import Format

CYCLES: Final = 1_000_000
"""Stored as the length of every comparison: how far one was let run is no part of what it is."""

NAME_DIGITS: Final = 8


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two bots ready to be compared."""

    tournament: Tournament
    """Two bots, and no more pairs than the comparison may take."""
    first: Bot
    """The one that the test is about; under the name that it plays by."""
    second: Bot

    def trial(self, store: Store, test: SequentialTest) -> Trial:
        """The test as far as what is stored goes."""
        return self.continued(store, Trial(test))

    def continued(self, store: Store, trial: Trial) -> Trial:
        """A trial and what was stored since.

        One look after each mirror pair, up to the first pair that is missing: it may be in play,
        and what comes behind it waits for it.
        """
        looks = []
        swapped = self.first.name > self.second.name
        results = {cycle_of(row.pair): row for row in store.pair_results(self.tournament.name)}
        for cycle in range(len(trial.path) + 1, self.tournament.pairs + 1):
            if cycle not in results:
                break
            row = results[cycle]
            counts = (row.lost, row.halved, row.won)
            looks.append(counts[::-1] if swapped else counts)
        return trial.after(looks)


def open_comparison(
    bots: tuple[Bot, Bot],
    form: Format,
    max_pairs: int,
    seed: str | None,
    store: Store,
    builds: Build | None = None,
) -> Comparison:
    """Begin a comparison, or find it stored.

    Args:
        bots: the one that the test is about, and the one it is measured against, `told_apart`.
        form: what a mirror pair is made of.
        max_pairs: pieces of evidence after which it ends undecided.
        seed: decides the decks, and makes it a comparison of its own; drawn if None.
        store: where it is stored.
        builds: for bots that have to be built.

    Raises:
        InputError: a bot cannot be built.
        StoreError: the store cannot be written.
    """
    first, second = bots
    both = (first, second) if first.name < second.name else (second, first)
    tables = tuple([BotTable(str(bot.program.folder)) for bot in both])
    table = TournamentTable("", CYCLES, format=form, seed=seed)
    entry = Entry(Path(), TournamentConfig(table, tables), both, ())
    # A name of a config holds no colon, so this is nobody else's.
    label = hashlib.sha256(f"{seed}|{entry.decided}".encode()).hexdigest()[:NAME_DIGITS]
    name = f"compare:{both[0].name}:{both[1].name}:{label}"
    cycles = max_pairs if form == "match" else -(-max_pairs // table.decks)
    tournament = open_tournament(_with(entry, name, CYCLES), store, builds)
    return Comparison(replace(tournament, config=_with(entry, name, cycles).config), first, second)


def told_apart(one: Bot, other: Bot) -> tuple[Bot, Bot]:
    """The two under names that differ: two versions of one bot are called `name@version`.

    Raises:
        InputError: they are one and the same version.
    """
    if one.version == other.version:
        raise InputError(
            f"{one.program.folder} and {other.program.folder} hold the same bot, "
            f"{one.name} ({one.version})"
        )
    if same_name(one.name) != same_name(other.name):
        return one, other
    return with_version(one), with_version(other)


def _with(entry: Entry, name: str, cycles: int) -> Entry:
    table = msgspec.structs.replace(entry.config.tournament, name=name, cycles=cycles)
    return replace(entry, config=msgspec.structs.replace(entry.config, tournament=table))
