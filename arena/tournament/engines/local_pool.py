"""The engine of one machine: referee processes, each of which plays one job after the other."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from multiprocessing.process import BaseProcess
from typing import Any

from arena.errors import HostError
from arena.records import PairOutcome, VoidPair
from arena.referee import MatchJob
from arena.registry import Build, Says, Workbench
from arena.sandbox import Detection
from arena.tournament import worker
from arena.tournament.engines.engine import Needs

# Not forked: a referee process must hold no socket, lock or thread of this one.
_SPAWN = multiprocessing.get_context("spawn")

REAP_S = 1.0


class LocalPool:
    """An `Engine`. Each process has a pool of its own: one that dies takes no other with it."""

    def __init__(self, processes: int, sandbox: Detection | None, *, alone: bool = True) -> None:
        """Nothing runs yet.

        Args:
            processes: how many play at the same time.
            sandbox: what was found out about this host's; None runs bots without one.
            alone: whether the cores are its own. Then no two matches share one, if they suffice.
        """
        self._processes = processes
        self._sandbox = sandbox
        self._alone = alone
        # One byte of shared memory: a lock could be held for ever by a process that is killed.
        self._stop = _SPAWN.RawValue("b", 0)
        self._adding = threading.Lock()
        self._referees: list[_Referee] = []

    @property
    def slots(self) -> int:
        """See `Engine.slots`."""
        return self._processes

    @contextmanager
    def opened(self, needs: Needs) -> Iterator[None]:
        """See `Engine.opened`. A process is started when the first job comes to it."""
        try:
            needs.logs.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise HostError(f"{needs.logs}: {error.strerror}") from None
        sets = core_sets(needs.cpus, sorted(os.sched_getaffinity(0))) if self._alone else []
        # With more processes than that each core would serve several matches: let them roam.
        cores = sets if self._processes <= len(sets) else [[]] * self._processes
        self._referees = [
            _Referee((one, self._stop, self._sandbox, needs.logs))
            for one in cores[: self._processes]
        ]
        try:
            yield
        except BaseException:
            self.kill()
            raise
        else:
            for referee in self._referees:
                referee.close()

    def submit(self, job: MatchJob) -> Future[list[PairOutcome]]:
        """See `Engine.submit`. Any thread may call it."""
        with self._adding:
            place = min(range(self._processes), key=lambda place: self._referees[place].load)
            referee = self._referees[place]
            if referee.dead:
                referee = self._referees[place] = _Referee(referee.arguments)
            return referee.submit(job)

    def look(self) -> Iterator[str]:
        """See `Engine.look`; nothing here has to be seen to."""
        return iter(())

    def builds(self, says: Says) -> Build:
        """See `Engine.builds`."""
        return Workbench(self._sandbox, says)

    def stop(self) -> None:
        """See `Engine.stop`."""
        # What still waits is handed back unplayed by the process that gets it. It is not
        # cancelled: a pool that breaks with cancelled work in it never ends the rest.
        self._stop.value = 1

    def kill(self) -> None:
        """End the referee processes and their bots at once."""
        for referee in self._referees:
            referee.kill()
        for referee in self._referees:
            referee.join()


class _Referee:
    """One referee process, as long as it lives, and the jobs that it has been given."""

    def __init__(self, arguments: tuple[Any, ...]) -> None:
        self.arguments = arguments
        self.dead = False
        self._playing = _SPAWN.RawValue("i", 0)
        self._jobs: list[MatchJob] = []
        self._process: BaseProcess | None = None
        self._pool = ProcessPoolExecutor(1, _SPAWN, worker.initialise, (*arguments, self._playing))

    @property
    def load(self) -> int:
        """Jobs that it plays or that wait for it."""
        return len(self._jobs)

    def submit(self, job: MatchJob) -> Future[list[PairOutcome]]:
        found: Future[list[PairOutcome]] = Future()
        self._jobs.append(job)
        try:
            given = self._give(job)
        except BrokenProcessPool as error:  # it has died since we looked
            given = Future()
            given.set_exception(error)
        given.add_done_callback(partial(self._ended, job, found))
        return found

    def close(self) -> None:
        self._pool.shutdown()

    def kill(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
        if self._process is not None:
            self._process.terminate()

    def join(self) -> None:
        if self._process is not None:
            self._process.join()

    def _give(self, job: MatchJob) -> Future[list[PairOutcome]]:
        if self._process is not None:
            return self._pool.submit(worker.work, job)
        before = multiprocessing.active_children()
        with _interrupts_held():  # this starts the process
            given = self._pool.submit(worker.work, job)
        started = [child for child in multiprocessing.active_children() if child not in before]
        self._process = next(iter(started), None)
        return given

    def _ended(
        self,
        job: MatchJob,
        found: Future[list[PairOutcome]],
        given: Future[list[PairOutcome]],
    ) -> None:
        """Say what came of a job; runs in whichever thread hears of it first."""
        # Of those it had, the first was in play and the next waits, and did nothing wrong.
        in_play = not self.dead and self._jobs[0] is job
        playing = job.pairs[min(self._playing.value, len(job.pairs) - 1)].pair
        try:
            outcomes = given.result()
        except BrokenProcessPool:
            outcomes = [VoidPair(playing, f"a referee process died ({self._end()})")]
            self.dead = self.dead or in_play
            outcomes = outcomes if in_play else []
        except HostError as error:
            outcomes = [VoidPair(playing, str(error))]
        except BaseException as error:
            found.set_exception(error)
            return
        finally:
            self._jobs.remove(job)
        found.set_result(outcomes)

    def _end(self) -> str:
        code = None
        if self._process is not None:
            self._process.join(REAP_S)  # its end is heard of before it can be collected
            code = self._process.exitcode
        if code is None:
            return "nobody knows how"
        return f"exit code {code}" if code >= 0 else signal.Signals(-code).name


def core_sets(size: int, cores: list[int]) -> list[list[int]]:
    """As many sets of cores of that size as there are; what is left over serves no match."""
    return [cores[end - size : end] for end in range(size, len(cores) + 1, size)]


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Ctrl-C reaches the whole process group: a process started here gets none until it is ready.

    It begins with the signal blocked, and `worker.initialise` lets it go again.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
