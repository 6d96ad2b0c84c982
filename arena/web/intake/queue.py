"""The uploads that wait, and the one that is looked at. One at a time: referees have the rest."""

import asyncio
import contextlib
import fcntl
import logging
import os
import secrets
import shutil
import sys
from collections import deque
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, Final

import msgspec
from starlette.concurrency import run_in_threadpool

from arena.errors import ArenaError, HostError
from arena.store import Store, StoredUpload, add_upload, beside, utc_now
from arena.web.intake.inspecting import inspected
from arena.web.intake.news import ARCHIVE, End, Outcome, Report
from arena.web.intake.ticket import Ticket

INSPECTOR: Final = (sys.executable, "-m", "arena.web.intake.inspector")
WAITING: Final = 20
"""Uploads that may wait; more are asked to come again."""
EACH: Final = 3
"""Of one author, so that nobody waits for one who sends many."""
COMING: Final = 4
"""Bodies that may be coming in at the same time."""
ROOM_BYTES: Final = 1 << 30
"""That must stay free where the store is: a league needs it more than an upload."""
AGAIN_S: Final = 60
"""After which who was sent away may come again."""

_log = logging.getLogger(__name__)


class BusyError(ArenaError):
    """No more uploads are taken now."""


class Intake:
    """Takes uploads in. All of it is called on the server's loop, but for the constructor."""

    def __init__(
        self, store: Path, level: str = "full", inspector: Sequence[str] = INSPECTOR
    ) -> None:
        """Nothing waits.

        Args:
            store: where bots are submitted to; it need not be there.
            level: of the sandbox, the least that will do.
            inspector: the command that looks at an upload; it gets the arguments of that module.
        """
        self._store, self._level, self._inspector = store, level, inspector
        self._folder = beside(store, "uploads")
        self._tickets: dict[str, Ticket] = {}
        self._queue: deque[Ticket] = deque()
        self._more = asyncio.Event()
        self._lock: IO[bytes] | None = None
        self._task: asyncio.Task[None] | None = None

    # The folder

    def open(self) -> None:
        """Make the folder of uploads, and begin to look at them.

        Raises:
            HostError: it cannot be made, or another server takes uploads for this store.
        """
        try:
            self._folder.mkdir(mode=0o700, exist_ok=True)
            # Bots of root's are another user, and have to pass through.
            self._folder.chmod(0o711 if os.geteuid() == 0 else 0o700)
            self._lock = (self._folder / ".lock").open("wb")
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if self._lock is not None:
                self._lock.close()
            raise HostError(
                f"{self._store}: another server takes uploads for this store already"
            ) from None
        except OSError as error:
            raise HostError(f"{self._folder}: {error.strerror}") from None
        for left in self._folder.iterdir():  # by a server that was killed
            if left.is_dir():
                shutil.rmtree(left, ignore_errors=True)

    def start(self) -> None:
        """Look at uploads from now on."""
        self._task = asyncio.create_task(self._work())

    async def close(self) -> None:
        """Stop: what waits is told so, what is looked at is broken off, and the folder goes."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        for ticket in tuple(self._tickets.values()):
            if ticket.state != "coming":
                await self._over(ticket, End(Outcome.STOPPED))
        shutil.rmtree(self._folder, ignore_errors=True)
        if self._lock is not None:
            self._lock.close()

    # Who comes

    @contextlib.contextmanager
    def admitted(self, author: str) -> Iterator[Ticket]:
        """A place for an author's upload; gone again unless it is `put` in the queue.

        Raises:
            BusyError: there is none. Its text is `busy`, `own` or `full`.
        """
        tickets = self._tickets.values()
        if sum(ticket.author == author for ticket in tickets) >= EACH:
            raise BusyError("own")
        coming = sum(ticket.state == "coming" for ticket in tickets)
        if coming >= COMING or len(tickets) >= WAITING:
            raise BusyError("busy")
        if shutil.disk_usage(self._folder).free < ROOM_BYTES:
            raise BusyError("full")
        id_ = secrets.token_hex(8)
        ticket = Ticket(id_, author, utc_now(), self._folder / id_)
        ticket.folder.mkdir(mode=0o711)
        self._tickets[id_] = ticket
        try:
            yield ticket
        finally:
            if ticket.state == "coming":
                self._forget(ticket)

    def archive(self, ticket: Ticket) -> Path:
        """Where its zip file goes."""
        return ticket.folder / ARCHIVE

    def put(self, ticket: Ticket) -> None:
        """Queue it: its zip file is there."""
        ticket.state = "waiting"
        self._queue.append(ticket)
        self._more.set()

    def find(self, id_: str) -> Ticket | None:
        """The upload of that ticket, unless it is over."""
        ticket = self._tickets.get(id_)
        return None if ticket is None or ticket.state == "coming" else ticket

    def of(self, author: str | None) -> list[Ticket]:
        """The uploads of an author, or for None of all, that are not over, the newest first."""
        found = [t for t in self._tickets.values() if t.state != "coming"]
        return [ticket for ticket in reversed(found) if author in (None, ticket.author)]

    def before(self, ticket: Ticket) -> int:
        """How many are looked at before it."""
        running = sum(other.state == "running" for other in self._tickets.values())
        return running + self._queue.index(ticket) if ticket in self._queue else 0

    # The work

    async def _work(self) -> None:
        while True:
            while not self._queue:
                self._more.clear()
                await self._more.wait()
            ticket = self._queue.popleft()
            ticket.state = "running"
            where = (str(self._store), str(ticket.folder), ticket.author, self._level)
            await self._over(ticket, await inspected([*self._inspector, *where], ticket))

    async def _over(self, ticket: Ticket, end: End) -> None:
        """Store what came of it, and forget it."""
        report = msgspec.json.encode(Report(end, tuple(ticket.steps))).decode()
        bot = end.bot or ticket.doing.bot
        row = StoredUpload(
            ticket.id, ticket.author, ticket.received, end.outcome.value, bot, report
        )
        await run_in_threadpool(_keep, self._store, row)
        await run_in_threadpool(shutil.rmtree, ticket.folder, ignore_errors=True)
        self._forget(ticket)

    def _forget(self, ticket: Ticket) -> None:
        self._tickets.pop(ticket.id, None)
        if ticket in self._queue:
            self._queue.remove(ticket)
        shutil.rmtree(ticket.folder, ignore_errors=True)


def _keep(store: Path, row: StoredUpload) -> None:
    try:
        with Store(store, create=True) as opened:
            add_upload(opened, row)
    except ArenaError as error:
        _log.warning("what came of an upload is not stored: %s", error)
