"""The engine past one machine: an existing Dask cluster, through its `concurrent.futures` face.

Dask decides which worker plays a job, and gives the job of one that dies to another. What is left
to this side: to introduce the run to workers that join, to send bots where they are missing, and
to submit again what a scheduler forgot that was started anew. Whatever happens, a job has one
future here, which ends once.
"""

import contextlib
import logging
import threading
import time
import warnings
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache, partial
from importlib.metadata import version
from pathlib import Path
from uuid import uuid4

from distributed import Client, KilledWorker

from arena.errors import HostError, InputError
from arena.referee import MatchJob, PairOutcome, VoidPair
from arena.tournament.engines import on_worker
from arena.tournament.engines.bundle import pack
from arena.tournament.engines.engine import Needs
from arena.tournament.engines.on_worker import Answer, Level, Run

CONNECT_S = 3.0
LOOK_EVERY_S = 1.0
NOISY = ("distributed", "distributed.client", "tornado.application", "asyncio")
"""Loggers that tell of each broken connection; what of it matters we say ourselves."""
PATIENCE_S = 600.0
"""How long a scheduler, or every worker, may be away before the run ends."""


@dataclass(slots=True, eq=False)
class _Task:
    """A job, its future here, and that of Dask; None while it is not with the cluster."""

    job: MatchJob
    found: Future[list[PairOutcome]]
    given: "Future[Answer] | None" = None


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
        self._tasks: set[_Task] = set()
        # Dask answers on a thread of its own.
        self._lock = threading.RLock()
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
        task = _Task(job, Future())
        with self._lock:
            self._tasks.add(task)
            self._give(task)
        return task.found

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
            if self._stopping and not self._told:
                self._tell(on_worker.stop)
                self._told = True
        except (OSError, TimeoutError) as error:
            self._forget_cluster()
            yield f"{self._address} is away; waiting for it"
            self._check_patience(now, f"the scheduler {self._address} is gone ({error})")
        else:
            self._check_patience(now, self._nobody())
        with self._lock:
            for task in [task for task in self._tasks if task.given is None]:
                self._give(task)

    # The cluster

    def _connect(self) -> str | None:
        """What keeps us from it, None if nothing does."""
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # of packages that differ: what matters is checked
                client = Client(self._address, timeout=CONNECT_S, set_as_default=False)
        except (OSError, TimeoutError, ValueError, TypeError, RuntimeError) as error:
            return str(error).strip().splitlines()[0] or type(error).__name__
        self._client = client
        self._executor = client.get_executor(pure=False, resources={self._run.name: 1})
        self._looked = 0.0
        return None

    def _disconnect(self) -> None:
        """End what is still played."""
        if self._client is not None:
            with contextlib.suppress(OSError, TimeoutError):
                self._tell(on_worker.leave)
        self._forget_cluster()

    def _forget_cluster(self) -> None:
        client, self._client = self._client, None
        self._slots, self._refused = {}, {}
        if client is not None:
            with contextlib.suppress(OSError, TimeoutError):
                client.close(timeout=CONNECT_S)
        self._take_back()

    def _meet(self) -> Iterator[str]:
        """Introduce the run to workers that are new, and forget those that are gone."""
        assert self._client is not None
        here = set(self._client.nthreads())
        for gone in self._slots.keys() - here:
            del self._slots[gone]
            yield f"worker {gone} is gone; {len(self._slots)} left"
        new = [] if self._stopping else sorted(here - self._slots.keys() - self._refused.keys())
        if not self._slots:
            self._take_back()  # else it would wait for those that are gone
        if not new:
            return
        answers = self._client.run(on_worker.introduce, self._run, workers=new, on_error="return")
        for worker, answer in sorted(answers.items()):
            if isinstance(answer, int):
                self._slots[worker] = answer
                self._met = True
                yield f"worker {worker} plays {answer} at a time"
            else:
                self._refused[worker] = f"{answer}" or type(answer).__name__
                yield f"worker {worker} takes no jobs: {self._refused[worker]}"

    def _tell(self, what: object) -> None:
        """Call a function on every worker that plays for this run."""
        if self._client is not None and self._slots:
            workers = sorted(self._slots)
            self._client.run(what, self._run.name, workers=workers, on_error="ignore")

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
            with self._lock:
                for task in [task for task in self._tasks if task.given is None]:
                    self._end(task, [])
        hopeless = bool(self._refused) and not self._met
        if hopeless or now > self._alive + PATIENCE_S:
            raise HostError(f"{problem}. What is stored is safe: run again to go on")

    # Jobs

    def _give(self, task: _Task, versions: Iterable[str] = ()) -> None:
        """Give a job to the cluster, if there is one, with the bots that a worker asked for."""
        if self._client is None or not self._slots:
            return
        folders = {bot.version: bot.folder for bot in task.job.bots}
        try:
            bundles = {version: _packed(folders[version]) for version in versions}
        except OSError as error:
            self._fail(task, HostError(f"{error.filename}: {error.strerror}"))
            return
        except InputError as error:
            self._fail(task, error)
            return
        task.given = self._executor.submit(on_worker.work, self._run.name, task.job, bundles)
        task.given.add_done_callback(partial(self._answered, task))

    def _take_back(self) -> None:
        """Have nothing with the cluster: what is played there counts no more."""
        with self._lock:
            given = [task.given for task in self._tasks if task.given is not None]
            for task in self._tasks:
                task.given = None
        for future in given:
            future.cancel()

    def _answered(self, task: _Task, given: "Future[Answer]") -> None:
        with self._lock:
            if task.given is not given:
                return
            task.given = None
            if given.cancelled():
                return  # the scheduler has forgotten it: the next look gives it again
            try:
                answer = given.result()
            except KilledWorker as error:
                reason = f"several workers died with the job, the last was {error.last_worker}"
                self._end(task, [VoidPair(task.job.pairs[0].pair, reason)])
            except BaseException as error:
                self._fail(task, error)
            else:
                if answer.wanted:
                    self._give(task, answer.wanted)
                else:
                    self._write_logs(task.job, answer)
                    self._end(task, answer.outcomes)

    def _end(self, task: _Task, outcomes: list[PairOutcome]) -> None:
        self._tasks.discard(task)
        task.found.set_result(outcomes)

    def _fail(self, task: _Task, error: BaseException) -> None:
        self._tasks.discard(task)
        task.found.set_exception(error)

    def _write_logs(self, job: MatchJob, answer: Answer) -> None:
        for path in on_worker.log_files(job, self._run.needs.logs):
            if path.name in answer.logs:
                with contextlib.suppress(OSError):
                    path.write_bytes(answer.logs[path.name])


@lru_cache(maxsize=64)
def _packed(folder: Path) -> bytes:
    return pack(folder)
