"""The jobs of a run while a cluster has them, or is still to get them.

Each has one future, which ends once: with what the first whole answer says. Whatever a cluster
loses before is given to it again.
"""

import contextlib
import threading
from collections.abc import Iterable
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path

from distributed import KilledWorker

from arena.errors import HostError, InputError
from arena.records import PairOutcome, VoidPair
from arena.referee import MatchJob
from arena.registry import sources_of
from arena.tournament.engines import on_worker
from arena.tournament.engines.bundle import pack
from arena.tournament.engines.on_worker import Answer


@dataclass(slots=True, eq=False)
class _Errand:
    """A job, its future here, and that of Dask; None while it is not with the cluster."""

    job: MatchJob
    found: Future[list[PairOutcome]]
    given: "Future[Answer] | None" = None


class Errands:
    """Dask answers on a thread of its own: everything here may be called from any."""

    def __init__(self, run: str, logs: Path) -> None:
        """`logs` is the folder on this machine for what bots write."""
        self._run = run
        self._logs = logs
        self._errands: set[_Errand] = set()
        self._barren: dict[str, list[str]] = {}
        """By worker, why its jobs since the last that gave a result gave none."""
        self._lock = threading.RLock()

    def add(self, job: MatchJob) -> Future[list[PairOutcome]]:
        """A job that is to be played; it waits for `give`."""
        errand = _Errand(job, Future())
        with self._lock:
            self._errands.add(errand)
        return errand.found

    def give(self, executor: Executor) -> None:
        """Give the cluster what it does not have."""
        with self._lock:
            for errand in self._waiting():
                self._give(errand, executor)

    def take_back(self) -> None:
        """Have nothing with the cluster: what is played there counts no more."""
        with self._lock:
            given = [errand.given for errand in self._errands if errand.given is not None]
            for errand in self._errands:
                errand.given = None
        for future in given:
            future.cancel()

    def hand_back(self) -> None:
        """End those that the cluster does not have, unplayed."""
        with self._lock:
            for errand in self._waiting():
                self._end(errand, [])

    def spoiled_by(self, worker: str) -> list[str]:
        """Why a worker's jobs gave nothing but voids, since the last that gave a result."""
        return self._barren.get(worker, [])

    def _waiting(self) -> list[_Errand]:
        return [errand for errand in self._errands if errand.given is None]

    def _give(self, errand: _Errand, executor: Executor, versions: Iterable[str] = ()) -> None:
        """Submit it, with the bots that a worker asked for."""
        folders = {bot.version: bot.folder for bot in errand.job.bots}
        try:
            bundles = {version: _packed(folders[version].parent, version) for version in versions}
        except OSError as error:
            self._fail(errand, HostError(f"{error.filename}: {error.strerror}"))
        except InputError as error:
            self._fail(errand, error)
        else:
            errand.given = executor.submit(on_worker.work, self._run, errand.job, bundles)
            errand.given.add_done_callback(partial(self._answered, errand, executor))

    def _answered(self, errand: _Errand, executor: Executor, given: "Future[Answer]") -> None:
        with self._lock:
            if errand.given is not given:
                return  # it was taken back
            errand.given = None
            if given.cancelled():
                return  # the scheduler has forgotten it
            try:
                answer = given.result()
            except KilledWorker as error:
                reason = f"several workers died with the job, the last was {error.last_worker}"
                self._end(errand, [VoidPair(errand.job.pairs[0].pair, reason)])
            except BaseException as error:
                self._fail(errand, error)
            else:
                if answer.wanted:
                    self._give(errand, executor, answer.wanted)
                else:
                    self._write_logs(errand.job, answer)
                    self._count(answer)
                    self._end(errand, answer.outcomes)

    def _count(self, answer: Answer) -> None:
        voids = [one.reason for one in answer.outcomes if isinstance(one, VoidPair)]
        if len(voids) < len(answer.outcomes):
            self._barren.pop(answer.worker, None)
        elif voids:
            self._barren.setdefault(answer.worker, []).append(voids[-1])

    def _end(self, errand: _Errand, outcomes: list[PairOutcome]) -> None:
        self._errands.discard(errand)
        errand.found.set_result(outcomes)

    def _fail(self, errand: _Errand, error: BaseException) -> None:
        self._errands.discard(errand)
        errand.found.set_exception(error)

    def _write_logs(self, job: MatchJob, answer: Answer) -> None:
        for path in on_worker.log_files(job, self._logs):
            if path.name in answer.logs:
                with contextlib.suppress(OSError):
                    path.write_bytes(answer.logs[path.name])


@lru_cache(maxsize=64)
def _packed(library: Path, version: str) -> bytes:
    return pack(sources_of(library, version))
