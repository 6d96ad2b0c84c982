"""Views that many look at are worked out once.

A view stays as long as nothing that is stored of its tournament changes.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, Final, TypeVar

from arena.store import Store

View = TypeVar("View")
KEPT: Final = 128


class Views:
    """The views that were worked out last; threads may share it."""

    def __init__(self, kept: int = KEPT) -> None:
        """Keep at most so many."""
        self._kept = kept
        self._found: OrderedDict[Hashable, tuple[Hashable, Any]] = OrderedDict()
        self._lock = threading.Lock()
        self._working: dict[Hashable, threading.Lock] = {}

    def get(
        self, store: Store, tournament: str, make: Callable[..., View], *arguments: Hashable
    ) -> View:
        """`make(store, tournament, *arguments)`, or what it gave last if nothing has changed.

        While one thread works a view out, others that want the same wait for it.
        """
        key = (make, tournament, arguments)
        with self._lock:
            working = self._working.setdefault(key, threading.Lock())
        with working:
            marker = store.marker(tournament)
            with self._lock:
                known = self._found.get(key)
            if known is not None and known[0] == marker:
                view: View = known[1]
                return view
            try:
                view = make(store, tournament, *arguments)
            except BaseException:
                with self._lock:
                    self._found.pop(key, None)
                    self._working.pop(key, None)
                raise
            with self._lock:
                self._found[key] = (marker, view)
                self._found.move_to_end(key)
                while len(self._found) > self._kept:
                    self._working.pop(self._found.popitem(last=False)[0], None)
            return view
