"""What a stored tournament plays next: its schedule, asked with what its config and store say."""

from collections.abc import Sequence

from arena.store import Store, StoredTournament
from arena.tournament.config import TournamentTable
from arena.tournament.schedules import (
    Stage,
    gauntlet,
    gauntlet_pairs,
    knockout,
    results_by_pairing,
    round_robin,
    total_pairs,
)


def next_stage(
    stored: StoredTournament, table: TournamentTable, playing: Sequence[str], store: Store
) -> Stage:
    """What can be played now of a tournament.

    Args:
        stored: the tournament; its bots stand in the order of their seeds.
        table: what the config says of it.
        playing: names of the bots that take part.
        store: is asked which pairs are stored, as the stage goes on.
    """
    name, seed, batch = stored.name, stored.seed, table.batch
    done = store.pairs_done(name)
    total = planned_pairs(table, len(playing))
    seeds = [entrant.name for entrant in stored.entrants]
    if table.schedule == "knockout":
        results = results_by_pairing(store.pair_results(name))
        return knockout(seeds, table.pairs or 1, table.sudden_death or 0, batch, seed, results)
    if table.schedule == "gauntlet":
        challengers = table.challengers or ()
        pool = [bot for bot in playing if bot not in challengers]
        jobs = gauntlet(challengers, pool, table.cycles or 0, batch, seed, done)
        return Stage(jobs, total, last=True)
    jobs = round_robin(playing, table.cycles or 0, batch, seed, done)
    return Stage(jobs, total, last=True)


def planned_pairs(table: TournamentTable, bots: int) -> int:
    """How many mirror pairs a tournament has, as far as that is known before it begins."""
    cycles, pairs = table.cycles or 0, table.pairs or 0
    if table.schedule == "gauntlet":
        challengers = len(table.challengers or ())
        return gauntlet_pairs(challengers, bots - challengers, cycles)
    if table.schedule == "knockout":
        return (bots - 1) * pairs
    return total_pairs(bots, cycles)
