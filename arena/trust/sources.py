"""Where records come from: a file of `arena export`, an archive, or a store."""

from collections.abc import Generator, Iterator
from itertools import chain, islice
from pathlib import Path

from arena.errors import InputError
from arena.records import MatchRecord, decode_record
from arena.store import Store, is_crash, read_lines
from arena.trust.finding import Wrong, same
from arena.trust.known import Known
from arena.trust.results import PublishedResults, Results, StoredResults
from arena.trust.verifying import Verified, verify

Verifying = Generator[int, None, Verified]


def verify_file(
    path: Path,
    processes: int,
    told: bytes | None = None,
    standings: bytes | None = None,
    heads: tuple[str, ...] = (),
) -> Verifying:
    """Verify the records in a file.

    Args:
        path: of an archive, or of what `arena export` wrote, compressed or not.
        processes: how many look at records at the same time.
        told: what `arena reveal --json` printed, if it is known.
        standings: what `arena leaderboard --json` printed, if it is to be compared.
        heads: links that were published.

    Raises:
        InputError: the file cannot be read or holds nothing, or `told` or `standings` is something
            else.
    """
    results = Results() if standings is None else PublishedResults(standings)
    header, lines = read_lines(path)
    records: Iterator[bytes] = (line for line in lines if header is None or not is_crash(line))
    if header is None:
        # An export that came to nothing must not pass for one in which all is well.
        if (first := next(records, None)) is None:
            raise InputError(f"{path}: holds no record; `arena export` writes one a line")
        records = chain((first,), records)
    try:
        known = Known(heads=heads) if header is None else Known.of(header.tournament, heads)
        if told is not None:
            known = Known.revealed(told, heads)
            if header is not None:
                same(None, None, "commitment", known.commitment, header.tournament.commitment)
    except Wrong as wrong:
        return _nothing(wrong)
    return (yield from verify(records, known, processes, results))


def verify_tournament(
    store: Store, name: str, processes: int, heads: tuple[str, ...] = ()
) -> Verifying:
    """Verify the records of a stored tournament, and all that the store has made of them.

    Raises:
        InputError: there is no such tournament.
        StoreError: the store cannot be read.
    """
    with store.snapshot():
        stored = store.rated(name)
        try:
            known = Known.of(stored, heads)
        except Wrong as wrong:
            return _nothing(wrong)
        lines = (line for line, _ in store.exported(stored.name))
        results = StoredResults(store, stored.name)
        return (yield from verify(lines, known, processes, results))


def some_records(source: Path | tuple[Store, str], count: int) -> Iterator[MatchRecord]:
    """Records, so many at most, spread evenly over a file or over a store's tournament.

    Raises:
        InputError: the file cannot be read, or a line in it is no record.
        StoreError: the store cannot be read.
    """

    def lines() -> Iterator[bytes]:
        if isinstance(source, Path):
            return (line for line in read_lines(source)[1] if not is_crash(line))
        store, tournament = source
        return store.record_lines(tournament)

    total = (
        sum(1 for _ in lines())
        if isinstance(source, Path)
        else 2 * len(source[0].pairs_done(source[1]))
    )
    step = max(1, total // count)
    return map(decode_record, islice(lines(), 0, step * count, step))


def _nothing(wrong: Wrong) -> Verified:
    return Verified(0, 0, None, 0, 0, None, wrong.finding)
