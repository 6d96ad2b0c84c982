"""What a stored tournament plays next: its schedule, asked with what its config and store say."""

import json
from collections.abc import Collection, Container, Sequence
from dataclasses import replace

import msgspec

from arena.schedules import (
    Names,
    Stage,
    continuous,
    cycle_of,
    dutch,
    gauntlet,
    gauntlet_pairs,
    knockout,
    most_telling,
    results_by_pairing,
    round_robin,
    swiss,
    total_pairs,
)
from arena.store import Store, StoredTournament
from arena.tournament.config import TournamentTable


def next_stage(
    stored: StoredTournament,
    table: TournamentTable,
    playing: Sequence[str],
    store: Store,
    without: Collection[str] = (),
) -> Stage:
    """What can be played now of a tournament.

    Args:
        stored: the tournament; its bots stand in the order of their seeds.
        table: what the config says of it.
        playing: names of the bots that take part.
        store: is asked which pairs are stored, as the stage goes on.
        without: pairs that were given up, which only a league without an end passes over.
    """
    name, seed, batch = stored.name, stored.seed, table.batch
    done = store.pairs_done(name)
    total = planned_pairs(table, len(playing))
    seeds = [entrant.name for entrant in stored.entrants]
    pairs, rounds = table.pairs or 1, table.rounds or 1
    if table.schedule == "knockout":
        results = results_by_pairing(store.pair_results(name))
        return knockout(seeds, pairs, table.sudden_death or 0, batch, seed, results)
    if table.schedule == "swiss":
        results = results_by_pairing(store.pair_results(name))
        return swiss(seeds, rounds, pairs, batch, seed, results, dutch.draw)
    if table.schedule == "continuous":
        return _continuous(stored, table, playing, store, without)
    if table.schedule == "gauntlet":
        challengers = table.challengers or ()
        pool = [bot for bot in playing if bot not in challengers]
        jobs = gauntlet(challengers, pool, table.cycles or 0, batch, seed, done)
        return Stage(jobs, total, last=True)
    jobs = round_robin(playing, table.cycles or 0, batch, seed, done)
    return Stage(jobs, total, last=True)


def _continuous(
    stored: StoredTournament,
    table: TournamentTable,
    playing: Sequence[str],
    store: Store,
    without: Collection[str],
) -> Stage:
    done = store.pairs_done(stored.name)

    def choose(before: int) -> Sequence[Names]:
        rows = store.pair_results(stored.name)
        earlier = [row for row in rows if cycle_of(row.pair) < before]
        return most_telling(playing, earlier, table.batch)

    stage = continuous(
        playing,
        store.last_number(stored.name),
        table.batch,
        stored.seed,
        _Either(done, without) if without else done,
        choose if table.adaptive else None,
    )
    return replace(stage, total=stage.total + len(done) + len(without))


class _Either(Container[str]):
    """What is in one of two."""

    def __init__(self, one: Container[str], other: Container[str]) -> None:
        self._both = (one, other)

    def __contains__(self, pair: object) -> bool:
        return any(pair in some for some in self._both)


def known_total(stored: StoredTournament, store: Store) -> int | None:
    """How many mirror pairs a stored tournament has, sudden death as far as it has come.

    None where nobody knows: a league without an end, a comparison that ends when it can tell.
    """
    keys = json.loads(stored.config).get("tournament", {})
    # No other name than a comparison's holds a colon.
    if keys.get("schedule") in (None, "continuous") or ":" in stored.name:
        return None
    table = msgspec.convert({**keys, "name": stored.name}, TournamentTable)
    if table.schedule == "knockout":
        return next_stage(stored, table, (), store).total
    return planned_pairs(table, len(stored.entrants))


def planned_pairs(table: TournamentTable, bots: int) -> int:
    """How many mirror pairs a tournament has, as far as that is known before it begins.

    Of one without an end: those of its first block.
    """
    cycles, pairs = table.cycles or 0, table.pairs or 0
    if table.schedule == "gauntlet":
        challengers = len(table.challengers or ())
        return gauntlet_pairs(challengers, bots - challengers, cycles)
    if table.schedule == "knockout":
        return (bots - 1) * pairs
    if table.schedule == "swiss":
        return (table.rounds or 0) * (bots // 2) * pairs
    if table.schedule == "continuous":
        return total_pairs(bots, table.batch)
    return total_pairs(bots, cycles)
