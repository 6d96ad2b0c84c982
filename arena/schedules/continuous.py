"""A league without an end: block after block of cycles, among whoever takes part by then.

A block is some consecutive cycles. The one that is played is the highest of which anything is
stored, until nothing of it is missing; what was before it is left as it is. So a bot that comes
later begins with the latest block, and nobody waits until it has caught up with all of them.
"""

from collections.abc import Callable, Container, Sequence

from arena.schedules.pairing import Names, Stage, missing_of
from arena.schedules.round_robin import block_of

FULL_CYCLES = 2
"""So many are played in full before pairs are spent where they tell most."""

Choose = Callable[[int], Sequence[Names]]
"""Which pairings tell most, by what is stored of the cycles before a number."""


def continuous(
    names: Sequence[str],
    last: int,
    batch: int,
    seed: str,
    done: Container[str],
    choose: Choose | None = None,
) -> Stage:
    """The block that can be played now; its total counts what is missing alone.

    Args:
        names: of the bots that take part now, at least two.
        last: the highest cycle of which anything is stored, 0 if nothing is.
        batch: cycles of a block.
        seed: the tournament's.
        done: identities of the pairs that are stored, or that it goes on without.
        choose: which pairings a block is made of, after the first full cycles; None for all.
    """
    start = max(0, last - 1) // batch * batch + 1
    while True:
        numbers = range(start, start + batch)
        if choose is None or start <= FULL_CYCLES:
            jobs = list(block_of(names, numbers, seed, done))
        else:
            chosen = choose(start)
            jobs = [job for pair in chosen for job in missing_of(pair, numbers, seed, done)]
        if jobs:
            total = sum(len(job.pairs) for job in jobs)
            return Stage(iter(jobs), total, last=False, goes_without=True)
        start += batch
