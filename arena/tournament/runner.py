"""Runs a tournament: hands jobs to an engine and stores what they give."""

import contextlib
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait

from arena.errors import HostError
from arena.records import PairOutcome, PlayedPair, VoidPair
from arena.registry import Building
from arena.schedules import Pairing, Stage
from arena.store import Store, hold
from arena.tournament.engines import Engine, Needs
from arena.tournament.jobs import JobBook, Progress
from arena.tournament.tournament import Tournament

BARREN_JOBS = 10
"""So many jobs in a row, for each that can be played at a time, may give nothing but voids."""
HEARTBEAT_S = 0.5


class _StoppedError(Exception):
    """`stop` was called while a bot was built."""


class Runner:
    """Plays what is missing of a tournament."""

    def __init__(
        self, tournament: Tournament, store: Store, engine: Engine, *, in_order: bool = False
    ) -> None:
        """Nothing runs yet.

        Args:
            tournament: what to play.
            store: where it is stored.
            engine: where it is played.
            in_order: play again what was void before anything new: for results that are looked at
                in the order of play.
        """
        self._tournament = tournament
        self._store = store
        self._engine = engine
        self._in_order = in_order
        self._stopping = False
        self._barren = 0
        self._builds = engine.builds(self._building)
        self._stage: Stage

    def stop(self) -> None:
        """Finish the pairs in play, store them and end.

        A signal handler may call it: it takes no lock that the interrupted code could hold.
        """
        self._stopping = True
        self._engine.stop()

    def run(self) -> Generator[Progress, None, None]:
        """Play, yielding whenever something was stored, and every heartbeat besides.

        Leaving the iterator early ends the referee processes and their bots at once.

        Raises:
            HostError: bots cannot be confined, or the host spoils whatever is tried.
            StoreError: a result cannot be stored, or another runner works on the store.
        """
        tournament, store = self._tournament, self._store
        with hold(store.path, tournament.name, len(store.pairs_done(tournament.name))):
            done = len(store.pairs_done(tournament.name))
            self._stage = tournament.stage(store)
            book = JobBook(self._stage.missing, self._stage.total, done, in_order=self._in_order)
            yield book.progress()
            if self._stopping or (self._stage.last and book.progress().over):
                return
            with self._engine.opened(self._needs()):
                yield from self._play(book)

    def _play(self, book: JobBook) -> Iterator[Progress]:
        issued: dict[Future[list[PairOutcome]], Pairing] = {}
        while True:
            self._issue(book, issued)
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
                self._take_back(book, issued.pop(future), future.result())
            book.note(self._engine.look())
            yield book.progress()

    def _issue(self, book: JobBook, issued: dict[Future[list[PairOutcome]], Pairing]) -> None:
        """Keep one job waiting behind each one in play; none once `stop` was called."""
        if self._stopping:
            return
        while len(issued) < 2 * self._engine.slots and (pairing := book.issue()):
            issued[self._engine.submit(self._tournament.job(pairing))] = pairing

    def _take_back(self, book: JobBook, pairing: Pairing, outcomes: Sequence[PairOutcome]) -> None:
        if not outcomes:
            book.roll_back(pairing)
            return
        self._store.save(self._tournament.name, outcomes)
        book.fix(pairing, outcomes)
        played = any(isinstance(outcome, PlayedPair) for outcome in outcomes)
        self._barren = 0 if played else self._barren + 1
        last = outcomes[-1]
        if self._barren >= BARREN_JOBS * self._engine.slots and isinstance(last, VoidPair):
            raise HostError(
                f"the host spoiled {self._barren} jobs in a row, the last because: {last.reason}. "
                "What was stored is safe: mend that and run again to go on"
            )

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
                self._tournament, notes = self._tournament.renewed(self._store, self._builds)
                book.note(notes)
        self._stage = self._tournament.stage(self._store, given_up)
        return book.go_on(self._stage.missing, self._stage.total)

    def _building(self, building: Building) -> None:
        """A build of a bot that joins goes on; one that nobody waits for does not."""
        if self._stopping:
            raise _StoppedError

    def _needs(self) -> Needs:
        return Needs(
            self._tournament.settings.limits.cpus,
            self._store.beside("logs") / self._tournament.name,
            tuple([bot.program.run for bot in self._tournament.bots]),
        )
