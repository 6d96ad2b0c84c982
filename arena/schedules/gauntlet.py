"""Challengers against a pool: each meets every bot of the pool, and nobody else."""

from collections.abc import Container, Iterator, Sequence

from arena.schedules.pairing import Pairing, blocks, missing_of, pairing_of, shuffled


def gauntlet(
    challengers: Sequence[str],
    pool: Sequence[str],
    cycles: int,
    batch: int,
    seed: str,
    done: Container[str] = (),
) -> Iterator[Pairing]:
    """What is left to play of a gauntlet, in order; each `Pairing` is one job.

    Round by round: no bot waits for others to be through before it plays.

    Args:
        challengers: their names, at least one.
        pool: the names of the others, at least one.
        cycles: how often every challenger meets every bot of the pool.
        batch: how many consecutive cycles' pairs of one pairing make a job.
        seed: the tournament's.
        done: identities of the pairs that are stored.
    """
    for numbers in blocks(1, cycles, batch):
        label = f"hokm-arena gauntlet 1|{seed}|{numbers[0]}"
        few, many = sorted((shuffled(challengers, label), shuffled(pool, label)), key=len)
        for turn in range(len(many)):
            for place, one in enumerate(few):
                names = pairing_of(one, many[(place + turn) % len(many)])
                yield from missing_of(names, numbers, seed, done)


def gauntlet_pairs(challengers: int, pool: int, cycles: int) -> int:
    """How many mirror pairs a gauntlet has."""
    return cycles * challengers * pool
