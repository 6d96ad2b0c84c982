"""Runs a tournament: hands jobs to local referee processes and stores what they give."""

import contextlib
import multiprocessing
import os
import signal
from collections.abc import Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager

from arena.errors import HostError
from arena.referee import PairOutcome
from arena.registry import Building, Workbench
from arena.sandbox import Detection
from arena.store import Store, hold
from arena.tournament import worker
from arena.tournament.jobs import JobBook, Progress
from arena.tournament.schedules import Pairing, Stage
from arena.tournament.tournament import Tournament

BREAKS_ALLOWED = 3
"""So many times in a row, with nothing stored between, may a referee process die."""
HEARTBEAT_S = 0.5


class _StoppedError(Exception):
    """`stop` was called while a bot was built."""


class Runner:
    """Plays what is missing of a tournament."""

    def __init__(
        self,
        tournament: Tournament,
        store: Store,
        processes: int,
        sandbox: Detection | None,
        *,
        in_order: bool = False,
    ) -> None:
        """Nothing runs yet.

        Args:
            tournament: what to play.
            store: where it is stored.
            processes: how many referee processes play at the same time.
            sandbox: what was found out about this host's; None runs bots without one.
            in_order: play again what was void before anything new: for results that are looked at
                in the order of play.
        """
        self._tournament = tournament
        self._store = store
        self._processes = processes
        self._sandbox = sandbox
        self._in_order = in_order
        # Not forked: a referee process must hold no socket, lock or thread of this one.
        self._spawn = multiprocessing.get_context("spawn")
        # One byte of shared memory: a lock could be held for ever by a process that is killed.
        self._stop_workers = self._spawn.RawValue("b", 0)
        self._stopping = False
        self._workbench = Workbench(sandbox, self._building)
        self._stage: Stage

    def stop(self) -> None:
        """Finish the pairs in play, store them and end.

        A signal handler may call it: it takes no lock that the interrupted code could hold.
        """
        self._stopping = True
        # What still waits is handed back unplayed by the referee process that gets it. It is
        # not cancelled: a pool that breaks with cancelled work in it never ends the rest.
        self._stop_workers.value = 1

    def run(self) -> Generator[Progress, None, None]:
        """Play, yielding whenever something was stored, and every heartbeat besides.

        Leaving the iterator early ends the referee processes and their bots at once.

        Raises:
            HostError: referee processes die again and again, or bots cannot be confined.
            StoreError: a result cannot be stored, or another runner works on the store.
        """
        tournament, store = self._tournament, self._store
        with hold(store.path, tournament.name, len(store.pairs_done(tournament.name))):
            done = len(store.pairs_done(tournament.name))
            self._stage = tournament.stage(store)
            book = JobBook(self._stage.missing, self._stage.total, done, in_order=self._in_order)
            yield book.progress()
            breaks, stored = 0, 0
            while breaks <= BREAKS_ALLOWED:
                try:
                    yield from self._play(book)
                except BrokenProcessPool:
                    new = book.progress().new
                    breaks = breaks + 1 if new == stored else 1
                    stored = new
                else:
                    return
            raise HostError(
                f"a referee process died {breaks} times in a row; see the system log for the "
                "reason (memory?). What was stored is safe: run again to go on"
            )

    def _play(self, book: JobBook) -> Iterator[Progress]:
        issued: dict[Future[list[PairOutcome]], Pairing] = {}
        with self._pool() as pool:
            try:
                while True:
                    self._issue(pool, book, issued)
                    if not issued:
                        if self._stage.last:
                            return
                        goes_on = self._go_on(book)
                        yield book.progress()
                        if self._stopping or not goes_on:
                            return
                        continue
                    finished, _ = wait(issued, HEARTBEAT_S, FIRST_COMPLETED)
                    for future in finished:
                        outcomes = future.result()
                        self._store.save(self._tournament.name, outcomes)
                        book.fix(issued.pop(future), outcomes)
                    yield book.progress()
            finally:
                for pairing in issued.values():
                    book.roll_back(pairing)

    def _go_on(self, book: JobBook) -> bool:
        """Begin the next stage of a tournament that has stages; whether there is one.

        Once `stop` was called this only looks how much is left.
        """
        given_up = book.progress().given_up
        if not self._stopping:
            if given_up and not self._stage.goes_without:
                book.hold_up()
                return False
            with contextlib.suppress(_StoppedError):
                self._tournament, notes = self._tournament.renewed(self._store, self._workbench)
                book.note(notes)
        self._stage = self._tournament.stage(self._store, given_up)
        return book.go_on(self._stage.missing, self._stage.total)

    def _building(self, building: Building) -> None:
        """A build of a bot that joins goes on; one that nobody waits for does not."""
        if self._stopping:
            raise _StoppedError

    def _issue(
        self,
        pool: ProcessPoolExecutor,
        book: JobBook,
        issued: dict[Future[list[PairOutcome]], Pairing],
    ) -> None:
        """Keep one job waiting behind each one in play; none once `stop` was called."""
        if self._stopping:
            return
        while len(issued) < 2 * self._processes and (pairing := book.issue()):
            with _interrupts_held():  # this may start a referee process
                issued[pool.submit(worker.work, self._tournament.job(pairing))] = pairing

    @contextmanager
    def _pool(self) -> Iterator[ProcessPoolExecutor]:
        """Referee processes; they end when this is left, at once if it is left by an exception."""
        logs = self._store.beside("logs") / self._tournament.name
        try:
            logs.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise HostError(f"{logs}: {error.strerror}") from None
        cores = self._spawn.Queue()
        sets = core_sets(self._tournament.settings.limits.cpus, sorted(os.sched_getaffinity(0)))
        # With more processes than that each core would serve several matches: let them roam.
        for cores_of_one in sets if self._processes <= len(sets) else []:
            cores.put(cores_of_one)
        pool = ProcessPoolExecutor(
            self._processes,
            self._spawn,
            worker.initialise,
            (cores, self._stop_workers, self._sandbox, logs),
        )
        try:
            yield pool
        except BaseException:
            children = multiprocessing.active_children()
            pool.shutdown(wait=False, cancel_futures=True)
            for child in children:
                child.terminate()
            for child in children:
                child.join()
            raise
        else:
            pool.shutdown()
        finally:
            cores.close()


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
