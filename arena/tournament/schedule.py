"""Who meets whom, and in which order: pure functions of names, seed and what is stored already.

A cycle is every pairing once, one mirror pair each. Pairs have identities that depend on the cycle
and the two names alone, so that a tournament goes on where it stopped by asking for what is
missing, never by counting.
"""

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import TypeVar

from arena.referee import PairPlan
from arena.rules import match_seed

Bot = TypeVar("Bot")


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two bots, by name in alphabetical order, and the mirror pairs they are to play."""

    job: str
    """Identity of the job that plays them, such as `11-20:naive:value`."""
    names: tuple[str, str]
    pairs: tuple[PairPlan, ...]


def berger_rounds(bots: Sequence[Bot]) -> Iterator[list[tuple[Bot, Bot]]]:
    """Round by round, the games of a round-robin in Berger order (FIDE handbook C.05, annex 1).

    The first of a pair has the first seat. With an odd number one bot rests in each round.
    """
    size = len(bots) + len(bots) % 2
    last = size - 1
    for number in range(last):
        # Seats but the last one turn by half a table from round to round; the last one stays.
        turn = [(place + number * (size // 2)) % last for place in range(last)]
        pairings = [(turn[0], last) if number % 2 == 0 else (last, turn[0])]
        pairings += [(turn[place], turn[last - place]) for place in range(1, size // 2)]
        yield [(bots[a], bots[b]) for a, b in pairings if max(a, b) < len(bots)]


def pair_id(cycle: int, names: tuple[str, str]) -> str:
    """A pair's identity in its tournament, such as `12:naive:value`; no name holds a colon."""
    return ":".join((str(cycle), *names))


def cycle_of(pair: str) -> int:
    """The cycle that a pair belongs to, by its identity."""
    return int(pair.partition(":")[0])


def round_robin(
    names: Sequence[str], cycles: int, batch: int, seed: str, done: Container[str] = ()
) -> Iterator[Pairing]:
    """What is left to play of a round-robin, in order; each `Pairing` is one job.

    Worked out as it is asked for: a large league has more pairs than fit in memory.

    Args:
        names: of the bots, at least two, all different.
        cycles: how often every bot meets every other.
        batch: how many consecutive cycles' pairs of one pairing make a job, so that bots are not
            started anew for each.
        seed: the tournament's.
        done: identities of the pairs that are stored.
    """
    for block in range(0, cycles, batch):
        numbers = range(block + 1, min(block + batch, cycles) + 1)
        order = _shuffled(names, f"hokm-arena order 2|{seed}|{numbers[0]}")
        for one, two in (pairing for games in berger_rounds(order) for pairing in games):
            pairing = (min(one, two), max(one, two))
            ids = [pair_id(cycle, pairing) for cycle in numbers]
            missing = tuple([_plan(id_, seed) for id_ in ids if id_ not in done])
            if missing:
                yield Pairing(
                    f"{numbers[0]}-{numbers[-1]}:{pairing[0]}:{pairing[1]}", pairing, missing
                )


def total_pairs(bots: int, cycles: int) -> int:
    """How many mirror pairs a round-robin has."""
    return cycles * bots * (bots - 1) // 2


def _shuffled(names: Sequence[str], label: str) -> list[str]:
    """In an order that the label and the names alone decide."""
    return sorted(names, key=lambda name: sha256(f"{label}|{name}".encode()).digest())


def _plan(pair: str, seed: str) -> PairPlan:
    # Which bot has seat 0 in the first half is drawn too: a bot must not know its half by its seat.
    coin = sha256(f"hokm-arena first 1|{seed}|{pair}".encode()).digest()[0]
    return PairPlan(pair, match_seed(seed, pair), 0 if coin % 2 == 0 else 1)
