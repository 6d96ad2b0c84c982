"""Everyone meets everyone, cycle by cycle.

A cycle is every pairing once, one mirror pair each.
"""

from collections.abc import Container, Iterator, Sequence
from typing import TypeVar

from arena.schedules.pairing import Pairing, blocks, missing_of, pairing_of, shuffled

Bot = TypeVar("Bot")


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
    for numbers in blocks(1, cycles, batch):
        yield from block_of(names, numbers, seed, done)


def block_of(
    names: Sequence[str], numbers: Sequence[int], seed: str, done: Container[str] = ()
) -> Iterator[Pairing]:
    """What is left to play of some consecutive cycles, all pairs of one pairing in a row."""
    order = shuffled(names, f"hokm-arena order 2|{seed}|{numbers[0]}")
    for one, two in (pairing for games in berger_rounds(order) for pairing in games):
        yield from missing_of(pairing_of(one, two), numbers, seed, done)


def total_pairs(bots: int, cycles: int) -> int:
    """How many mirror pairs a round-robin has."""
    return cycles * bots * (bots - 1) // 2
