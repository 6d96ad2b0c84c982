"""The engine past one machine: an existing Dask cluster, through its `concurrent.futures` face.

Dask decides which worker plays a job, and gives the job of one that dies to another. What is left
to this side: to introduce the run to workers that join, to send bots where they are missing, and
to submit again what a scheduler forgot that was started anew. Whatever happens, a job has one
future here, which ends once.
"""

import asyncio
import contextlib
import logging
import time
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from uuid import uuid4

from distributed import Client, Security
from distributed.comm.core import CommClosedError

from arena.errors import HostError
from arena.records import PairOutcome
from arena.referee import MatchJob
from arena.registry import Build, BuildFailed, Built, Manifest, Says, Workbench
from arena.tournament.engines import on_worker
from arena.tournament.engines.engine import Needs
from arena.tournament.engines.errands import Errands
from arena.tournament.engines.on_worker import Level, Run

CONNECT_S = 3.0
LOOK_EVERY_S = 1.0
NOISY = ("distributed", "distributed.client", "tornado.application", "asyncio")
"""Loggers that tell of each broken connection; what of it matters we say ourselves."""
SPOILED_JOBS = 5
"""A worker that gives nothing but voids for so many jobs in a row is left."""
NAMED = 3
"""So many workers that come or go at once are named."""
BROKEN = (OSError, TimeoutError, RuntimeError, AttributeError, asyncio.CancelledError)
"""What Dask may raise while a scheduler is lost: parts of its client are gone before others."""
PATIENCE_S = 600.0
"""How long a scheduler, or every worker, may be away before the run ends."""


class Cluster:
    """An `Engine`."""

    def __init__(
        self, address: str, level: Level, now: Callable[[], float] = time.monotonic
    ) -> None:
        """Nothing is connected yet.

        Args:
            address: of the scheduler, such as `tcp://10.0.0.1:8786`. For `tls://` Dask's own
                configuration says which certificates.
            level: the least that bots are confined on each worker.
            now: seconds on a clock that never goes back.
        """
        self._address = address
        self._level = level
        self._now = now
        self._stopping = False
        self._told = False
        self._client: Client | None = None
        self._executor: Executor
        self._run: Run
        self._slots: dict[str, int] = {}
        """Jobs at a time, by the workers that play for this run."""
        self._refused: dict[str, str] = {}
        """Why they do not, by the other workers."""
        self._met = False
        """Whether any worker ever played."""
        self._errands: Errands
        self._looked = self._alive = 0.0

    @property
    def slots(self) -> int:
        """See `Engine.slots`."""
        return max(1, sum(self._slots.values()))

    @contextmanager
    def opened(self, needs: Needs) -> Iterator[None]:
        """See `Engine.opened`. Workers may be there already, or come later."""
        for logger in NOISY:
            logging.getLogger(logger).setLevel(logging.CRITICAL)
        name = f"hokm-arena-{uuid4().hex}"
        self._run = Run(name, version("hokm-arena"), self._level, needs)
        self._errands = Errands(name, needs.logs)
        try:
            needs.logs.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise HostError(f"{needs.logs}: {error.strerror}") from None
        self._alive = self._now()
        if problem := self._connect():
            raise HostError(
                f"no scheduler can be reached at {self._address} ({problem}); `dask scheduler` "
                "starts one"
            )
        try:
            yield
        finally:
            self._disconnect()

    def submit(self, job: MatchJob) -> Future[list[PairOutcome]]:
        """See `Engine.submit`."""
        found = self._errands.add(job)
        self._give()
        return found

    def builds(self, says: Says) -> Build:
        """See `Engine.builds`. What this machine can do is found out when there is something."""
        made: list[Workbench] = []

        def build(sources: Path, manifest: Manifest, into: Path) -> Built | BuildFailed:
            if not made:
                made.append(Workbench(on_worker.confinement(self._level), says))
            return made[0](sources, manifest, into)

        return build

    def stop(self) -> None:
        """See `Engine.stop`. The next look tells the workers."""
        self._stopping = True

    def look(self) -> Iterator[str]:
        """See `Engine.look`."""
        now = self._now()
        if now < self._looked + LOOK_EVERY_S and not (self._stopping and not self._told):
            return
        self._looked = now
        try:
            if self._client is None or self._client.status != "running":
                self._forget_cluster()
                if problem := self._connect():
                    raise OSError(problem)
                yield f"connected to {self._address} again"
            yield from self._meet()
            yield from self._part()
            if self._stopping and not self._told:
                self._tell(on_worker.stop)
                self._told = True
        except BROKEN as error:
            self._forget_cluster()
            yield f"{self._address} is away; waiting for it"
            self._check_patience(now, f"the scheduler {self._address} is gone ({error})")
        else:
            self._check_patience(now, self._nobody())
        self._give()

    # The cluster

    def _connect(self) -> str | None:
        """What keeps us from it, None if nothing does."""
        try:
            security = Security()
            # A client that finds this out by itself is left half made, and says so when it goes.
            if self._address.startswith("tls:") and not _certificate(security):
                return "Dask's configuration names no certificates: `distributed.comm.tls`"
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # of packages that differ: what matters is checked
                client = Client(
                    self._address, timeout=CONNECT_S, set_as_default=False, security=security
                )
        except (*BROKEN, ValueError, TypeError) as error:
            return next(iter(str(error).splitlines()), "") or type(error).__name__
        self._client = client
        self._executor = client.get_executor(pure=False, resources={self._run.name: 1})
        self._looked = 0.0
        return None

    def _disconnect(self) -> None:
        """End what is still played."""
        if self._client is not None:
            with contextlib.suppress(*BROKEN):
                self._tell(on_worker.leave)
        self._forget_cluster()

    def _forget_cluster(self) -> None:
        client, self._client = self._client, None
        self._slots, self._refused = {}, {}
        if client is not None:
            with contextlib.suppress(*BROKEN):
                client.close(timeout=CONNECT_S)
        self._errands.take_back()

    def _meet(self) -> Iterator[str]:
        """Introduce the run to workers that are new, and forget those that are gone."""
        assert self._client is not None
        here = set(self._client.nthreads())
        if gone := sorted(self._slots.keys() - here):
            for worker in gone:
                del self._slots[worker]
            yield f"gone: {_named(gone)}; {len(self._slots)} left"
        if not self._slots:
            self._errands.take_back()  # else it would wait for those that are gone
        new = sorted(here - self._slots.keys() - self._refused.keys())
        if not new or self._stopping:
            return
        answers = self._client.run(on_worker.introduce, self._run, workers=new, on_error="return")
        joined = {worker: slots for worker, slots in answers.items() if isinstance(slots, int)}
        if joined:
            self._slots |= joined
            self._met = True
            yield f"joined: {_named(sorted(joined))}; jobs at a time: {self.slots}"
        for worker, answer in sorted(answers.items()):
            # One that was lost meanwhile has refused nothing.
            if worker not in joined and not isinstance(answer, CommClosedError):
                self._refused[worker] = f"{answer}" or type(answer).__name__
                yield f"worker {worker} takes no jobs: {self._refused[worker]}"

    def _part(self) -> Iterator[str]:
        """Leave workers that spoil whatever they get, which is more than any other gets.

        Not the last one: whether the run goes on without a result is the runner's to say.
        """
        for worker in sorted(self._slots):
            spoiled = self._errands.spoiled_by(worker)
            if len(spoiled) >= SPOILED_JOBS and len(self._slots) > 1:
                self._tell(on_worker.leave, worker)
                del self._slots[worker]
                self._refused[worker] = f"spoiled {len(spoiled)} jobs in a row: {spoiled[-1]}"
                yield f"worker {worker} gets no more jobs: {self._refused[worker]}"

    def _tell(self, what: object, *workers: str) -> None:
        """Call a function on every worker that plays for this run, or on these."""
        if self._client is not None and self._slots:
            those = sorted(workers or self._slots)
            self._client.run(what, self._run.name, workers=those, on_error="ignore")

    def _give(self) -> None:
        if self._client is not None and self._slots:
            self._errands.give(self._executor)

    def _nobody(self) -> str | None:
        """Why nobody can play now, None if somebody can."""
        if self._slots:
            return None
        refused = [f"{worker} {reason}" for worker, reason in self._refused.items()]
        return (
            f"{self._address} has no worker that can play; {'; '.join(refused) or 'none is there'}"
        )

    def _check_patience(self, now: float, problem: str | None) -> None:
        if problem is None:
            self._alive = now
            return
        if self._stopping:
            self._errands.hand_back()
        hopeless = bool(self._refused) and not self._met
        if hopeless or now > self._alive + PATIENCE_S:
            raise HostError(f"{problem}. What is stored is safe: run again to go on")


def _certificate(security: Security) -> object:
    """What a client shows of itself; raises OSError where its files cannot be read."""
    return security.get_connection_args("client")["ssl_context"]


def _named(workers: list[str]) -> str:
    """Some of many by name."""
    more = len(workers) - NAMED
    return ", ".join(workers[:NAMED]) + (f" and {more} others" if more > 0 else "")
