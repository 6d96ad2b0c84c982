"""The mirror pairs that a tournament has stored, as a set that is not held in memory."""

from collections.abc import Callable, Iterator, Set
from typing import Any


class PairsDone(Set[str]):
    """Identities of pairs. The store is asked anew each time: there can be millions."""

    def __init__(
        self, fetch: Callable[[str, tuple[object, ...]], list[tuple[Any, ...]]], tournament: str
    ) -> None:
        self._fetch = fetch
        self._tournament = tournament

    def __contains__(self, pair: object) -> bool:
        query = "SELECT 1 FROM pair WHERE tournament = ? AND pair = ?"
        return bool(self._fetch(query, (self._tournament, pair)))

    def __iter__(self) -> Iterator[str]:
        query = "SELECT pair FROM pair WHERE tournament = ?"
        return iter([pair for (pair,) in self._fetch(query, (self._tournament,))])

    def __len__(self) -> int:
        query = "SELECT count(*) FROM pair WHERE tournament = ?"
        ((count,),) = self._fetch(query, (self._tournament,))
        return int(count)
