"""How ratings came to be what they are: all results refitted after each finished cycle or round."""

from dataclasses import dataclass

from arena.ratings import POOL_MEAN, Z95, Anchor, PairTable, fit
from arena.results.steps import steps_of
from arena.store import Store

MOST_POINTS = 60
"""A fit takes a moment, and a picture shows no more."""


@dataclass(frozen=True, slots=True)
class History:
    """Elo of every bot after some of the finished cycles, or rounds of a knockout."""

    tournament: str
    bots: tuple[str, ...]
    cycles: tuple[int, ...]
    """Ascending; the last is the last that is finished. Empty before the first is."""
    elo: tuple[tuple[float, ...], ...]
    """By cycle, then by bot; the mean is 1500, or the anchor has its rating all the way."""
    errors: tuple[tuple[float, ...], ...]
    """Half the 95 % interval of each."""
    anchor: Anchor | None
    """The tournament's own."""
    kind: str = "cycle"
    """What the numbers count: "cycle", or "round" of a knockout."""


def history(store: Store, tournament: str, most: int = MOST_POINTS) -> History:
    """Refit a tournament as it stood after at most `most` of its finished cycles, or rounds.

    One is finished when all its pairs are stored, and so are those of all before.

    Raises:
        InputError: there is no such tournament.
    """
    stored = store.rated(tournament)
    bots = tuple([entrant.name for entrant in stored.entrants])
    index = {bot: number for number, bot in enumerate(bots)}
    anchor = None if stored.anchor is None else Anchor.parse(stored.anchor)
    results = store.pair_results(stored.name)
    steps = steps_of(stored, results)
    results.sort(key=steps.of)
    cycles = _chosen(steps.finished, most)
    elo: list[tuple[float, ...]] = []
    errors: list[tuple[float, ...]] = []
    counts: dict[tuple[int, int], list[int]] = {}
    place = 0
    for cycle in cycles:
        while place < len(results) and steps.of(results[place]) <= cycle:
            result = results[place]
            tally = counts.setdefault((index[result.first], index[result.second]), [0, 0, 0])
            for score, count in enumerate((result.lost, result.halved, result.won)):
                tally[score] += count
            place += 1
        table = {
            pairing: (lost, 0, halved, 0, won) for pairing, (lost, halved, won) in counts.items()
        }
        joint = fit(PairTable(bots, table))
        strength = joint.elo()
        shift = POOL_MEAN if anchor is None else anchor.rating - strength[index[anchor.bot]]
        elo.append(tuple((strength + shift).tolist()))
        errors.append(tuple((Z95 * joint.standard_errors()).tolist()))
    return History(stored.name, bots, cycles, tuple(elo), tuple(errors), anchor, steps.kind)


def _chosen(finished: int, most: int) -> tuple[int, ...]:
    """At most `most` of the cycles, evenly spread, the last among them."""
    if finished <= most:
        return tuple(range(1, finished + 1))
    return tuple(sorted({round((number + 1) * finished / most) for number in range(most)}))
