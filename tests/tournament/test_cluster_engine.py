"""The engine of a cluster against a cluster that is made up: nothing is started."""

from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from distributed import KilledWorker
from distributed.comm.core import CommClosedError

from arena.errors import HostError, InputError
from arena.records import PairPlan, VoidPair
from arena.referee import BotProgram, MatchJob, MatchSettings
from arena.registry import keep_bot, load_bot
from arena.tournament.engines import Needs, cluster, on_worker
from arena.tournament.engines.cluster import Cluster
from arena.tournament.engines.on_worker import Answer
from tests.store.matches import played
from tests.tournament.places import Place

ADDRESS = "tcp://10.0.0.1:8786"


@dataclass
class Made:
    """What the engine sees of a cluster, and what it asked for."""

    workers: dict[str, int | Exception] = field(default_factory=dict)
    """What each says when a run is introduced to it."""
    status: str = "running"
    away: bool = False
    given: list[tuple[MatchJob, dict[str, bytes], "Future[Answer]"]] = field(default_factory=list)
    told: list[object] = field(default_factory=list)
    now: float = 1_000.0

    def client(self, *arguments: object, **options: object) -> "Made":
        if self.away:
            raise OSError("Timed out")
        self.status = "running"
        return self

    def get_executor(self, **options: object) -> "Made":
        return self

    def submit(self, work: object, run: str, job: MatchJob, bundles: Any) -> "Future[Answer]":
        assert work is on_worker.work
        self.given.append((job, bundles, Future()))
        return self.given[-1][2]

    def nthreads(self) -> dict[str, int]:
        return dict.fromkeys(self.workers, 4)

    def run(self, what: object, *arguments: object, workers: list[str], **_: object) -> Any:
        if what is on_worker.introduce:
            return {worker: self.workers[worker] for worker in workers}
        self.told.append(what)
        return {}

    def close(self, timeout: float) -> None:
        pass


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Made:
    found = Made()
    monkeypatch.setattr(cluster, "Client", found.client)
    return found


@contextmanager
def opened(place: Place, made: Made) -> Iterator[Cluster]:
    engine = Cluster(ADDRESS, "full", lambda: made.now)
    with engine.opened(Needs(1, place.folder / "logs")):
        yield engine


def look(engine: Cluster, made: Made, seconds: float = 2) -> list[str]:
    made.now += seconds
    return list(engine.look())


def a_job(place: Place) -> MatchJob:
    library = place.folder / "library"
    one, two = (keep_bot(load_bot(place.bot(name)), library).program for name in ("one", "two"))
    pairs = (PairPlan("1:one:two", "s", 0), PairPlan("2:one:two", "s", 0))
    return MatchJob("1-2:one:two", (one, two), pairs, MatchSettings())


def test_a_job_waits_for_the_first_worker_and_each_is_introduced_once(
    place: Place, made: Made
) -> None:
    with opened(place, made) as engine:
        found = engine.submit(a_job(place))
        assert (look(engine, made), made.given, engine.slots) == ([], [], 1)
        made.workers = {"tcp://a:1": 2, "tcp://b:1": 3}
        assert look(engine, made) == ["joined: tcp://a:1, tcp://b:1; jobs at a time: 5"]
        assert engine.slots == 5
        assert look(engine, made) == []
        ((_, bundles, given),) = made.given
        assert bundles == {}
        given.set_result(Answer([played("1:one:two")], {}))
        assert [outcome.pair for outcome in found.result(0)] == ["1:one:two"]
        del made.workers["tcp://a:1"]
        assert look(engine, made) == ["gone: tcp://a:1; 1 left"]
        made.workers |= {f"tcp://w:{number}": 2 for number in range(1000)}
        (said,) = look(engine, made)
        assert said.startswith(
            "joined: tcp://w:0, tcp://w:1, tcp://w:10 and 997 others; jobs at a time: 2003"
        )
    assert made.told == [on_worker.leave]


def test_bots_are_sent_to_a_worker_that_asks_for_them(place: Place, made: Made) -> None:
    made.workers = {"tcp://a:1": 1}
    job = a_job(place)
    with opened(place, made) as engine:
        look(engine, made)
        found = engine.submit(job)
        wanted = job.bots[1].version
        made.given[0][2].set_result(Answer([], {}, frozenset({wanted})))
        assert set(made.given[1][1]) == {wanted}
        made.given[1][2].set_result(Answer([], {"1:one:two.1.0.log": b"hm", "../evil": b"!"}))
        assert found.result(0) == []
        assert [path.name for path in (place.folder / "logs").iterdir()] == ["1:one:two.1.0.log"]


def test_lesson_09_a_job_that_takes_worker_after_worker_along_is_void(
    place: Place, made: Made
) -> None:
    made.workers = {"tcp://a:1": 1}
    with opened(place, made) as engine:
        look(engine, made)
        found = engine.submit(a_job(place))
        worker: Any = "tcp://a:1"
        made.given[0][2].set_exception(KilledWorker("work", worker, 3))
        (void,) = found.result(0)
        assert isinstance(void, VoidPair)
        assert void.pair == "1:one:two"
        assert "several workers died with the job, the last was tcp://a:1" in void.reason


def test_lesson_09_a_worker_that_spoils_whatever_it_gets_is_left_unless_it_is_the_last(
    place: Place, made: Made
) -> None:
    made.workers = {"tcp://a:1": 1, "tcp://b:1": 1}
    job = a_job(place)

    def answer(worker: str, *, spoiled: bool) -> None:
        engine.submit(job)
        outcome = VoidPair("1:one:two", "no room") if spoiled else played("1:one:two")
        made.given[-1][2].set_result(Answer([outcome], {}, worker=worker))

    with opened(place, made) as engine:
        look(engine, made)
        for spoiled in [True] * 4 + [False] + [True] * 4:
            answer("tcp://a:1", spoiled=spoiled)
            answer("tcp://b:1", spoiled=False)
        assert look(engine, made) == []
        answer("tcp://a:1", spoiled=True)
        assert look(engine, made) == [
            "worker tcp://a:1 gets no more jobs: spoiled 5 jobs in a row: no room"
        ]
        assert (engine.slots, made.told) == (1, [on_worker.leave])
        for _ in range(9):
            answer("tcp://b:1", spoiled=True)
        assert look(engine, made) == []


def test_lesson_12_what_a_scheduler_forgot_is_given_to_the_next_once(
    place: Place, made: Made
) -> None:
    made.workers = {"tcp://a:1": 1}
    with opened(place, made) as engine:
        look(engine, made)
        found = engine.submit(a_job(place))
        made.status, made.away = "connecting", True
        forgotten = made.given[0][2]
        forgotten.cancel()
        forgotten.set_running_or_notify_cancel()
        assert look(engine, made) == [f"{ADDRESS} is away; waiting for it"]
        assert len(made.given) == 1
        made.away, made.workers = False, {"tcp://b:1": 1}
        assert look(engine, made)[0] == f"connected to {ADDRESS} again"
        ((_, _, again),) = made.given[1:]
        again.set_result(Answer([played("1:one:two"), played("2:one:two")], {}))
        assert len(found.result(0)) == 2


def test_a_job_does_not_wait_for_workers_that_are_all_gone(place: Place, made: Made) -> None:
    made.workers = {"tcp://a:1": 1}
    with opened(place, made) as engine:
        look(engine, made)
        found = engine.submit(a_job(place))
        made.workers = {}
        look(engine, made)
        assert made.given[0][2].cancelled()
        assert not found.done()
        made.workers = {"tcp://c:1": 1}
        look(engine, made)
        assert len(made.given) == 2


@pytest.mark.parametrize("away", [False, True])
def test_lesson_05_a_cluster_that_stays_away_ends_the_run_with_what_to_do(
    place: Place, made: Made, away: bool
) -> None:
    made.workers = {"tcp://a:1": 1}
    with opened(place, made) as engine:
        look(engine, made)
        made.workers, made.away = {}, away
        made.status = "closed" if away else "running"
        look(engine, made, cluster.PATIENCE_S / 2)
        with pytest.raises(HostError, match=f"{ADDRESS} .*run again to go on"):
            look(engine, made, cluster.PATIENCE_S)


def test_without_certificates_a_tls_address_is_answered_with_where_dask_looks_for_them(
    place: Place, made: Made
) -> None:
    engine = Cluster("tls://10.0.0.1:8786", "full")
    with (
        pytest.raises(HostError, match=r"names no certificates: `distributed\.comm\.tls`"),
        engine.opened(Needs(1, place.folder / "logs")),
    ):
        pass


def test_a_cluster_of_workers_that_cannot_play_says_why_of_each(place: Place, made: Made) -> None:
    made.workers = {
        "tcp://a:1": HostError("cannot confine bots: sandbox: none."),
        "tcp://b:1": ModuleNotFoundError("No module named 'arena'"),
    }
    with opened(place, made) as engine:
        engine.submit(a_job(place))
        made.workers["tcp://c:1"] = CommClosedError("lost on the way")
        with pytest.raises(HostError, match=r"a:1 cannot confine.*b:1 No module named 'arena'"):
            look(engine, made)
        assert made.given == []


def test_lesson_01_stopping_is_told_to_workers_once_and_hands_back_what_nobody_has(
    place: Place, made: Made
) -> None:
    made.workers = {"tcp://a:1": 1}
    with opened(place, made) as engine:
        look(engine, made)
        engine.stop()
        for _ in range(2):
            look(engine, made, 0)
        assert made.told == [on_worker.stop]
        made.workers = {}
        found = engine.submit(a_job(place))
        look(engine, made)
        assert found.result(0) == []


def test_a_bot_that_cannot_be_read_any_more_is_an_error_and_not_a_wait(
    place: Place, made: Made
) -> None:
    made.workers = {"tcp://a:1": 1}
    job = a_job(place)
    gone = BotProgram("one", "f" * 12, Path("/no/such/folder"), ("python3",))
    with opened(place, made) as engine:
        look(engine, made)
        found = engine.submit(MatchJob(job.job, (gone, job.bots[1]), job.pairs, job.settings))
        made.given[0][2].set_result(Answer([], {}, frozenset({"f" * 12})))
        with pytest.raises(InputError, match=r"/no/such/f{12}: no such folder"):
            found.result(0)
