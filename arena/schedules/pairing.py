"""What a schedule gives: pairings, and the identities of the mirror pairs in them.

Pairs have identities that depend on their number and the two names alone, so that a tournament goes
on where it stopped by asking for what is missing, never by counting.
"""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from arena.records import PairPlan
from arena.rules import match_seed
from arena.store import PairResult

Names = tuple[str, str]
"""Two bots, by name in alphabetical order."""
Results = Mapping[Names, Mapping[int, PairResult]]
"""Stored pairs, by who met and then by the pair's number."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two bots, by name in alphabetical order, and the mirror pairs they are to play."""

    job: str
    """Identity of the job that plays them, such as `11-20:naive:value`."""
    names: Names
    pairs: tuple[PairPlan, ...]


@dataclass(frozen=True, slots=True)
class Stage:
    """What can be played now; where results decide what follows, the next is asked for then."""

    missing: Iterator[Pairing]
    """Not stored yet, in the order of play."""
    total: int
    """Mirror pairs of the whole tournament, as far as they are known."""
    last: bool
    """Whether nothing follows, whatever comes of it."""
    goes_without: bool = False
    """Whether the next stage can be asked for though a pair was given up."""


def pairing_of(one: str, other: str) -> Names:
    """The two names in order."""
    return (min(one, other), max(one, other))


def pair_id(cycle: int, names: Names) -> str:
    """A pair's identity in its tournament, such as `12:naive:value`; no name holds a colon."""
    return ":".join((str(cycle), *names))


def cycle_of(pair: str) -> int:
    """The cycle that a pair belongs to, or its number, by its identity."""
    return int(pair.partition(":")[0])


def results_by_pairing(rows: Iterable[PairResult]) -> Results:
    """Stored pairs as schedules look at them."""
    found: dict[Names, dict[int, PairResult]] = {}
    for row in rows:
        found.setdefault((row.first, row.second), {})[cycle_of(row.pair)] = row
    return found


def missing_of(
    names: Names, numbers: Sequence[int], seed: str, done: Container[str] = ()
) -> Iterator[Pairing]:
    """The job that plays the pairs of these numbers that are not stored; none if all are.

    Args:
        names: of the two bots, in order.
        numbers: ascending, at least one.
        seed: the tournament's.
        done: identities of the pairs that are stored.
    """
    ids = [pair_id(number, names) for number in numbers]
    missing = tuple([plan_pair(id_, seed) for id_ in ids if id_ not in done])
    if missing:
        yield Pairing(f"{numbers[0]}-{numbers[-1]}:{names[0]}:{names[1]}", names, missing)


def blocks(first: int, last: int, batch: int) -> Iterator[range]:
    """The numbers from first to last, so many at a time."""
    for start in range(first, last + 1, batch):
        yield range(start, min(start + batch, last + 1))


def shuffled(names: Sequence[str], label: str) -> list[str]:
    """In an order that the label and the names alone decide."""
    return sorted(names, key=lambda name: sha256(f"{label}|{name}".encode()).digest())


def plan_pair(pair: str, seed: str) -> PairPlan:
    """What the tournament's seed decides about the pair of that identity."""
    # Which bot has seat 0 in the first half is drawn too: a bot must not know its half by its seat.
    coin = sha256(f"hokm-arena first 1|{seed}|{pair}".encode()).digest()[0]
    return PairPlan(pair, match_seed(seed, pair), 0 if coin % 2 == 0 else 1)
