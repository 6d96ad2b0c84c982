"""All tables of a server: how many there are, which are cleared, and that none outlives it."""

import contextlib
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from arena.errors import ArenaError, SandboxError
from arena.records import PlayedMatch
from arena.registry import Bot, Building, Workbench, keep_bot
from arena.sandbox import Detection, Launcher, detect, open_launcher
from arena.store import Entrant, Store, beside
from arena.views.text import harmless_line
from arena.web.play.person import StoppedError
from arena.web.play.table import Away, Invitation, Table

MOST: Final = 8
"""Matches in play: each has a bot's process, and its memory."""
MOST_KEPT: Final = 64
"""Tables, with those whose match is over."""
EMPTY_S: Final = 120.0
"""A table whose match is over is kept for so long after its person got up."""
ROUNDS_S: Final = 10.0
"""How often it is looked for tables to clear."""

Confine = Callable[[], Detection | None]
"""Finds out what this host can do to confine bots; None is to go without. `SandboxError`: less
than is wanted."""


def full_sandbox() -> Detection:
    """What this host can do to confine bots, if that is all that is wanted.

    Raises:
        SandboxError: it is less.
    """
    found = detect()
    if found.level != "full":
        raise SandboxError(f"{found}\nBots are not run without a full sandbox")
    return found


class FullError(ArenaError):
    """All tables are taken."""


class Tables:
    """The house. `stop` cannot be skipped: it ends every match, and every bot with it."""

    def __init__(
        self,
        store: Path,
        confine: Confine,
        away: Away | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """No table is set.

        Args:
            store: where bots are named and matches kept; it need not be there yet.
            confine: asked once, when the first person sits down.
            away: how long they may stay away.
            now: seconds on a clock that never goes back.
        """
        self.store = store
        self.away = away or Away()
        self._confine = confine
        self._now = now
        self._sandbox: tuple[Detection | None] | None = None
        self._tables: dict[str, Table] = {}
        self._lock = threading.Lock()
        self._building = threading.Lock()
        self._stopping = threading.Event()
        self._cleared = now()

    def find(self, id_: str) -> Table | None:
        """The table of that id."""
        self._clear()
        with self._lock:
            return self._tables.get(id_)

    def set(self, invitation: Invitation) -> Table:
        """Set a table; its match begins.

        Raises:
            FullError: there are as many as there may be.
            SandboxError: bots cannot be confined as wanted here.
        """
        self._clear()
        with self._lock:
            if self._sandbox is None:
                self._sandbox = (self._confine(),)
            taken = sum(table.in_play for table in self._tables.values())
            if taken >= MOST or len(self._tables) >= MOST_KEPT or self._stopping.is_set():
                raise FullError("all tables are taken")
            table = Table(self, invitation, self._now)
            self._tables[table.id] = table
            table.start()
        return table

    def stop(self) -> None:
        """End every match and every bot; no table is set any more."""
        self._stopping.set()
        with self._lock:
            tables = tuple(self._tables.values())
            self._tables.clear()
        for table in tables:
            table.stop()

    def _clear(self) -> None:
        """Take away tables that are over and empty; those in play end by themselves."""
        with self._lock:
            if self._now() - self._cleared < ROUNDS_S:
                return
            self._cleared = self._now()
            for id_, table in tuple(self._tables.items()):
                if not table.in_play and table.empty_s > EMPTY_S:
                    del self._tables[id_]

    # What a table needs of the house

    def prepared(self, bot: Bot) -> Bot:
        """The copy that plays, beside the store; built if it has to be, one at a time."""
        with self._building:
            if self._stopping.is_set():
                raise StoppedError("the server has ended")
            workbench = Workbench(self._detection, self._while_building)
            return keep_bot(bot, beside(self.store, "bots"), workbench)

    def launcher(self) -> Launcher:
        """Where one table's bot runs."""
        sandbox = self._detection
        return open_launcher(unsafe_no_sandbox=sandbox is None, detection=sandbox)

    def keep(self, played: PlayedMatch, bot: Bot) -> bool:
        """Store a match."""
        manifest = bot.manifest
        entrant = Entrant(bot.name, bot.version, manifest.author, manifest.language)
        try:
            with Store(self.store, create=True) as store:
                store.save_alone(played, entrant)
        except ArenaError as error:
            self.say(f"a match against a person could not be stored: {error}")
            return False
        return True

    def say(self, text: str) -> None:
        """Tell the organiser, on standard error; a bot's words may be in it."""
        with contextlib.suppress(OSError, ValueError):
            print(harmless_line(text), file=sys.stderr, flush=True)

    @property
    def _detection(self) -> Detection | None:
        assert self._sandbox is not None, "a table was set"
        return self._sandbox[0]

    def _while_building(self, building: Building) -> None:
        if self._stopping.is_set():
            raise StoppedError("the server has ended")
