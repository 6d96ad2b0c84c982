"""All records of a tournament verified, from a file or a store, by one process or several."""

import contextlib
import multiprocessing
import signal
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from itertools import chain, islice

from arena.trust.brief import Brief, look
from arena.trust.finding import Finding, Wrong
from arena.trust.known import Known
from arena.trust.results import Results
from arena.trust.stream import Stream

CHUNK = 200
"""Lines looked at in one go: a quarter of a second's work."""


@dataclass(frozen=True, slots=True)
class Verified:
    """What was found."""

    matches: int
    """In order, before the finding if there is one."""
    pairs: int
    head: str | None
    """The last link of the chain; None where records have no links."""
    unlinked: int
    """Records without a link."""
    unshown: int
    """Records without digests of what was shown."""
    planned: int | None
    """Pairs that were committed to; None where it is not known or not decided beforehand."""
    finding: Finding | None
    """The first thing that is wrong."""


def verify(
    lines: Iterable[bytes],
    known: Known,
    processes: int = 1,
    results: Results | None = None,
) -> Generator[int, None, Verified]:
    """Verify records, yielding now and then how many are in order.

    Args:
        lines: records as they are given out, in the order of the chain.
        known: what they must agree with.
        processes: how many look at records at the same time.
        results: of the pairs, compared with what is said of them.
    """
    results = results or Results()
    stream = Stream(known, results.take)
    finding: Finding | None = None
    with contextlib.closing(_looked_at(iter(lines), processes)) as chunks:
        try:
            for chunk in chunks:
                for found in chunk:
                    if isinstance(found, Finding):
                        raise Wrong(found)
                    stream.take(found)
                yield stream.matches
            stream.end()
            results.end()
        except Wrong as wrong:
            finding = wrong.finding
    return Verified(
        stream.matches,
        stream.pairs,
        stream.head,
        stream.matches - stream.linked,
        stream.unshown,
        known.pairs,
        finding,
    )


def _looked_at(
    lines: Iterator[bytes], processes: int
) -> Generator[list[Brief | Finding], None, None]:
    """What `look` says of each chunk, in order."""
    chunks = iter(lambda: list(islice(lines, CHUNK)), [])
    first, second = next(chunks, []), next(chunks, None)
    if second is None or processes == 1:
        # To start processes takes longer than to look at a few hundred records.
        yield look(first)
        for rest in chain([second] if second else [], chunks):
            yield look(rest)
        return
    spawn = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(processes, spawn, _initialise)
    waiting: deque[Future[list[Brief | Finding]]] = deque()
    try:
        for each in chain([first, second], chunks):
            waiting.append(pool.submit(look, each))
            if len(waiting) > 2 * processes:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)


def _initialise() -> None:
    # Ctrl-C reaches the whole process group; the command decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
