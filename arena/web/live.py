"""What happens while a tournament runs, for everyone who watches.

However many watch, one reader looks at the store, at most once a second, and only while somebody
watches; what it finds is turned into text once for each language. Where looking and telling take
more than a small share of the machine, they are done less often: the referees have the rest.
"""

import asyncio
import os
import time
from collections import deque
from collections.abc import AsyncGenerator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Final

import msgspec
from starlette.concurrency import run_in_threadpool

from arena.errors import ArenaError
from arena.store import Store
from arena.views.matches import match_record
from arena.web.cache import Views
from arena.web.i18n import LANGUAGES
from arena.web.pages import board, heading, progress
from arena.web.preferences import CHOICES, Preferences
from arena.web.render import Viewer, render

EVERY_S: Final = 1.0
SHARE: Final = 0.02
"""Of the cores, for looking and telling: beyond that it is done less often."""
LONGEST_S: Final = 10.0
"""However many watch."""
WATCHERS: Final = 500
"""At a time; more are asked to come again."""
QUIET_S: Final = 15.0
"""After so long without news a comment is sent: whoever went away is noticed."""
RESULTS: Final = 1_000
"""Matches that one look finds; of a burst of more, the newest."""
KEPT: Final = 4 * RESULTS
"""Lines that are kept for those who read slowly."""


@dataclass
class _Watch:
    """One tournament that is watched."""

    pages: dict[str, str] = field(default_factory=dict)
    """The newest state, by language."""
    results: "deque[tuple[int, bytes]]" = field(default_factory=lambda: deque(maxlen=KEPT))
    """Lines that were found new, each with the turn in which."""
    seen: str | None = None
    """The newest match that was seen."""
    turn: int = 0
    """How many times something was new."""
    changed: asyncio.Condition = field(default_factory=asyncio.Condition)
    watchers: int = 0
    task: "asyncio.Task[None] | None" = None

    def is_past(self, turn: int) -> bool:
        """Whether something is new since then."""
        return self.turn > turn


class TooManyError(ArenaError):
    """No more watchers are taken."""


class Live:
    """Everyone who watches, and the one who looks."""

    def __init__(self, store: Path, views: Views, every_s: float = EVERY_S) -> None:
        """Look at that store, no more often than that."""
        self._store = store
        self._views = views
        self._every_s = every_s
        self._share = SHARE * len(os.sched_getaffinity(0))
        self._watches: dict[str, _Watch] = {}

    def admit(self) -> None:
        """Say so if too many watch already.

        Raises:
            TooManyError: they do.
        """
        if sum(watch.watchers for watch in self._watches.values()) >= WATCHERS:
            raise TooManyError("too many watch already")

    async def pages(self, tournament: str, lang: str) -> AsyncGenerator[str, None]:
        """The progress of a tournament as server-sent events, the state of now first."""
        async for watch in self._turns(tournament):
            if watch is None:
                yield ": still here\n\n"
            elif lang in watch.pages:
                yield watch.pages[lang]

    async def results(self, tournament: str) -> AsyncGenerator[bytes, None]:
        """A line of JSON for every match that is stored from now on."""
        told: int | None = None
        async for watch in self._turns(tournament):
            if watch is None:
                yield b"\n"
                continue
            for turn, line in tuple(watch.results):
                if told is not None and turn > told:
                    yield line
            told = watch.turn

    def stop(self) -> None:
        """Stop looking; whoever watches is told nothing more."""
        for watch in self._watches.values():
            if watch.task is not None:
                watch.task.cancel()

    async def _turns(self, tournament: str) -> AsyncGenerator[_Watch | None, None]:
        watch = self._watches.setdefault(tournament, _Watch())
        watch.watchers += 1
        if watch.task is None or watch.task.done():
            watch.task = asyncio.create_task(self._look_on(tournament, watch))
        turn = 0
        try:
            while True:
                try:
                    async with asyncio.timeout(QUIET_S), watch.changed:
                        await watch.changed.wait_for(partial(watch.is_past, turn))
                except TimeoutError:
                    yield None
                    continue
                turn = watch.turn
                yield watch
        finally:
            watch.watchers -= 1
            if watch.watchers == 0 and watch.task is not None:
                watch.task.cancel()
                self._watches.pop(tournament, None)

    async def _look_on(self, tournament: str, watch: _Watch) -> None:
        while True:
            began = time.process_time()
            found = await run_in_threadpool(self._look, tournament, watch.seen)
            if found is not None and (found[0] != watch.pages or watch.turn == 0):
                async with watch.changed:
                    watch.turn += 1
                    watch.pages, new, watch.seen = found
                    watch.results.extend((watch.turn, line) for line in new)
                    watch.changed.notify_all()
            await asyncio.sleep(self._every_s)
            # By now all have been told, which takes longer than the look where many watch.
            spent = time.process_time() - began
            await asyncio.sleep(min(LONGEST_S, spent / self._share - self._every_s))

    def _look(
        self, tournament: str, seen: str | None
    ) -> tuple[dict[str, str], list[bytes], str | None] | None:
        """The state by language, lines of results since, the newest match; None if it cannot be."""
        try:
            with Store(self._store) as store, store.snapshot():
                above = heading(store, tournament)
                standings = self._views.get(store, tournament, board)
                found = progress(store, tournament, datetime.now(UTC), standings)
                rows = store.matches(tournament, limit=RESULTS)
        except ArenaError:
            return None
        new = []
        for row in rows:
            if row.match == seen:
                break
            new.append(msgspec.json.encode(match_record(row)) + b"\n")
        defaults = {name: values[0] for name, values in CHOICES.items()}
        pages = {}
        for lang in LANGUAGES:
            viewer = Viewer(Preferences(**{**defaults, "lang": lang}))
            html = render("_progress.html", viewer, above, now=found)
            lines = "\n".join(f"data: {line}" for line in html.splitlines())
            pages[lang] = f"event: progress\n{lines}\n\n"
        return pages, [] if seen is None else new[::-1], rows[0].match if rows else ""
