"""The scores of a stored tournament with luck taken out, from its match records."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from math import sqrt

import numpy as np

from arena.errors import StoreError
from arena.luck import Pieces, pieces
from arena.ratings import LuckOut, luck_out
from arena.records import MatchRecord, decode_record
from arena.results.standings import Leaderboard
from arena.store import Store

AT_ONCE = 100
"""Mirror pairs whose records are held in memory together."""


@dataclass(frozen=True, slots=True)
class PairingLuck:
    """Two bots against each other, as seen from the first."""

    bot: str
    opponent: str
    pieces: int
    luck_out: LuckOut | None
    """None where there are too few."""

    def seen_from(self, bot: str) -> LuckOut | None:
        """The same as seen from either of the two."""
        found = self.luck_out
        if found is None or bot == self.bot:
            return found
        return LuckOut(
            found.pieces,
            1 - found.raw,
            found.raw_error,
            1 - found.score,
            found.error,
            found.removed,
        )


def luck_of_pairings(store: Store, tournament: str) -> list[PairingLuck]:
    """Every pairing that met, by names.

    Reads every record: about 5 ms for a pair of single deals, 50 ms for a pair of matches.

    Raises:
        InputError: there is no such tournament.
        StoreError: the store is damaged.
    """
    name = store.rated(tournament).name
    found: dict[tuple[str, str], list[Pieces]] = {}
    pairs = _pairs(store, name)
    while part := list(islice(pairs, AT_ONCE)):
        by_bots: dict[tuple[str, str], list[tuple[MatchRecord, MatchRecord]]] = {}
        for pair in part:
            first, second = sorted(bot.name for bot in pair[0].bots)
            by_bots.setdefault((first, second), []).append(pair)
        for bots, played in by_bots.items():
            found.setdefault(bots, []).append(pieces(played, bots[0]))
    return [_pairing(bots, found[bots]) for bots in sorted(found)]


def with_luck_out(board: Leaderboard, pairings: Iterable[PairingLuck]) -> Leaderboard:
    """The standings with each bot's score with luck taken out beside its score."""
    known = list(pairings)
    rows = [replace(row, luck_out=luck_of_bot(row.standing.name, known)) for row in board.rows]
    return replace(board, rows=tuple(rows))


def luck_of_bot(bot: str, pairings: Iterable[PairingLuck]) -> LuckOut | None:
    """A bot's score against all its opponents; None if it met one of them too rarely, or none."""
    rows = [row for row in pairings if bot in (row.bot, row.opponent)]
    seen = [found for row in rows if (found := row.seen_from(bot))]
    if not seen or len(seen) < len(rows):
        return None
    total = sum(each.pieces for each in seen)

    def mean(field: str) -> float:
        return sum(each.pieces * float(getattr(each, field)) for each in seen) / total

    def error(field: str) -> float:
        return sqrt(sum((each.pieces * float(getattr(each, field))) ** 2 for each in seen)) / total

    raw_error, left = error("raw_error"), error("error")
    removed = 1 - (left / raw_error) ** 2 if raw_error else 0.0
    return LuckOut(total, mean("raw"), raw_error, mean("score"), left, removed)


def _pairing(bots: tuple[str, str], parts: list[Pieces]) -> PairingLuck:
    scores = np.concatenate([part.scores for part in parts])
    luck = np.concatenate([part.luck for part in parts])
    return PairingLuck(*bots, len(scores), luck_out(scores, luck))


def _pairs(store: Store, tournament: str) -> Iterator[tuple[MatchRecord, MatchRecord]]:
    """Mirror pairs in the order of storing; both halves of one are stored together."""
    records = (decode_record(line) for line in store.record_lines(tournament))
    for one in records:
        other = next(records, None)
        if other is None or other.pair != one.pair:
            raise StoreError(f"{store.path}: only half of the pair {one.pair} is there")
        yield one, other
