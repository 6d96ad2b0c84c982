"""Who did what against whom: every pairing of a tournament, and where no rating can show it."""

from dataclasses import dataclass
from functools import cache
from itertools import combinations

from arena.ratings import (
    GoodnessOfFit,
    HeadToHead,
    PairTable,
    circles,
    expected_score,
    goodness_of_fit,
    head_to_head,
    rate,
    residuals,
)
from arena.results.standings import joined_bots, pair_table
from arena.store import Store
from arena.wire import Format


@dataclass(frozen=True, slots=True)
class Cell:
    """One bot against another, as seen from the first."""

    bot: str
    opponent: str
    cell: HeadToHead
    expected: float
    """Score that the ratings expect, 0 to 1."""
    z: float
    """How far the score is from that, in standard deviations."""
    surprising: bool
    """Whether that is more than chance explains: |z| > 3."""

    @property
    def low(self) -> float:
        """Lower end of the 95 % interval of the score, 0 to 1."""
        elo = self.cell.elo_interval.lo
        return 0.0 if elo is None else expected_score(elo)

    @property
    def high(self) -> float:
        """Its upper end."""
        elo = self.cell.elo_interval.hi
        return 1.0 if elo is None else expected_score(elo)


@dataclass(frozen=True, slots=True)
class Crosstable:
    """Every pairing that met."""

    tournament: str
    format: Format
    bots: tuple[str, ...]
    """In the order of the standings."""
    cells: dict[tuple[str, str], Cell]
    """By bot and opponent; each pairing from both sides."""
    fit: GoodnessOfFit
    rated_with: str | None = None
    """The other tournament whose results between these bots count here too, as in the standings."""

    def pairings(self) -> list[Cell]:
        """Each pairing once, as seen from the bot that stands higher."""
        return [self.cells[pair] for pair in combinations(self.bots, 2) if pair in self.cells]


@dataclass(frozen=True, slots=True)
class Circle:
    """Three bots, each of which surely beats the next, the last one the first."""

    bots: tuple[str, str, str]
    edges: tuple[HeadToHead, HeadToHead, HeadToHead]
    """First against second, second against third, third against first."""

    @property
    def weakest(self) -> float:
        """The least likelihood of superiority among the three."""
        return min(edge.superiority or 0.0 for edge in self.edges)


def crosstable(store: Store, tournament: str) -> Crosstable:
    """All pairings that are stored of a tournament, and those it is rated with.

    Raises:
        InputError: there is no such tournament.
    """
    stored = store.rated(tournament)
    table = _evidence(store, tournament)
    bots = tuple([row.name for row in rate(table).rows])
    found = residuals(table)
    cells: dict[tuple[str, str], Cell] = {}
    compared = cache(head_to_head)  # in a large pool most tallies come again and again
    for residual in found:
        i, j, expected, z = residual.first, residual.second, residual.expected, residual.z
        one, other, marked = table.names[i], table.names[j], residual.surprising
        there, back = compared(table.tally(i, j)), compared(table.tally(j, i))
        cells[one, other] = Cell(one, other, there, expected, z, marked)
        cells[other, one] = Cell(other, one, back, 1 - expected, -z, marked)
    return Crosstable(
        stored.name, stored.format, bots, cells, goodness_of_fit(found), stored.rated_with
    )


def circles_of(store: Store, tournament: str) -> list[Circle]:
    """The circles of a tournament, the surest first.

    Raises:
        InputError: there is no such tournament.
    """
    table = _evidence(store, tournament)
    found = []
    for i, j, k in circles(table):
        edges = [head_to_head(table.tally(*edge)) for edge in ((i, j), (j, k), (k, i))]
        names = (table.names[i], table.names[j], table.names[k])
        found.append(Circle(names, (edges[0], edges[1], edges[2])))
    return sorted(found, key=lambda circle: -circle.weakest)


def _evidence(store: Store, tournament: str) -> PairTable:
    stored = store.rated(tournament)
    names = tuple([entrant.name for entrant in stored.entrants])
    meetings = store.meetings(tournament)
    if both := joined_bots(store, stored):
        others = store.meetings(stored.rated_with or "")
        meetings += [one for one in others if {one.first, one.second} <= both]
    return pair_table(names, meetings)
