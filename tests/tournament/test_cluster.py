"""A league on other machines, which are processes here: a real scheduler, real workers."""

import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from arena.registry import shipped
from arena.store import Store
from tests.referee.processes import open_folder
from tests.tournament.dask_cluster import Dask, dask_cluster, free_port, kill
from tests.tournament.places import BOT, Place
from tests.tournament.running import PATIENCE, Arena, eventually

BOTS: list[str | Path] = ["naive", "value", "random"]
CYCLES = 8
PAIRS = 3 * CYCLES

CHATTY = """
import sys
from hokm_kit import Bot, run


class Chatty(Bot):
    def choose(self, observation, legal):
        print("I think", file=sys.stderr, flush=True)
        return legal[0]


run(Chatty, name="chatty")
"""


@pytest.fixture
def dask(arena: Arena) -> Iterator[Dask]:
    """A scheduler without workers, whose processes count as the place's."""
    folder = arena.place.folder / "dask"
    folder.mkdir()
    folder.chmod(0o755)
    arena.temporary.mkdir()
    arena.temporary.chmod(0o755)
    with dask_cluster(folder, arena.environment) as found:
        yield found


def league(arena: Arena, batch: int = 1) -> Path:
    """Short matches."""
    return arena.write(BOTS, {"target": 1}, cycles=CYCLES, batch=batch)


def records(arena: Arena) -> dict[str, Any]:
    """Without what depends on how many pairs are in a job."""
    found = arena.records()
    for record in found.values():
        del record["job"], record["commitment"]
    return found


@pytest.fixture(scope="module")
def left_alone() -> Iterator[dict[str, Any]]:
    """The records of the league, played on one machine in peace."""
    with open_folder() as folder:
        arena = Arena(Place(folder))
        ran = arena.run("run", league(arena, batch=CYCLES), "-j", "2")
        assert ran.returncode == 0, ran.stderr
        yield records(arena)


def more_stored(arena: Arena, pairs: int) -> bool:
    least = min(PAIRS, len(arena.done()) + pairs)
    return eventually(lambda: len(arena.done()) >= least, every=0.1)


@pytest.mark.timeout(300)
def test_lesson_12_a_league_survives_its_workers_and_its_scheduler(
    arena: Arena, dask: Dask, left_alone: dict[str, Any]
) -> None:
    """A late worker, a referee process that is killed, a worker, a scheduler; others take over."""
    first = dask.worker()
    config = league(arena)
    with arena.start("run", config, "--scheduler", dask.address) as process:
        assert more_stored(arena, 2)
        os.kill(arena.referees()[0], signal.SIGKILL)
        dask.worker(nanny=True)
        assert more_stored(arena, 3)
        kill(first)
        assert more_stored(arena, 2)
        kill(dask.processes[0])
        dask.scheduler()
        dask.worker()
        out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, err
    assert "Traceback" not in err, err
    assert err.count("joined: tcp://127.0.0.1:") == 3
    assert re.search(r"void, .*: worker tcp://.*: a referee process died \(SIGKILL\)", err)
    assert f"league: {PAIRS} mirror pairs" in out
    assert records(arena) == left_alone
    with Store(arena.place.store) as store:
        assert len(store.pairs_done("league")) == PAIRS
    dask.end()


def test_lesson_01_signals_reach_the_workers_and_what_they_wrote_comes_back(
    arena: Arena, dask: Dask
) -> None:
    dask.worker()
    kit = (shipped("bots") / "random" / "hokm_kit.py").read_text("utf-8")
    bot = arena.place.bot("chatty", files={"bot.py": CHATTY, "hokm_kit.py": kit})
    config = arena.write([bot, "naive"], cycles=60, batch=30)

    with arena.start("run", config, "--scheduler", dask.address) as process:
        assert eventually(arena.bots_play)
        for _ in range(2):
            os.killpg(process.pid, signal.SIGINT)
            eventually(lambda: False, 0.1)
        out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out) == (130, ""), err
    assert "interrupted; what is stored is safe" in err
    assert "Traceback" not in err, err
    assert arena.done() == set()
    assert eventually(lambda: not arena.sandboxed()), "a bot plays on"

    with arena.start("run", config, "--scheduler", dask.address) as process:
        assert eventually(arena.bots_play)
        os.killpg(process.pid, signal.SIGINT)
        _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130, err
    assert "Traceback" not in err, err
    assert 0 < len(arena.done()) < 30
    assert f"{60 - len(arena.done())} pairs left; the same command goes on with league" in err
    logs = list((arena.place.folder / "store.sqlite.logs" / "league").iterdir())
    assert len(logs) == 2 * len(arena.done())
    assert all(set(log.read_text().splitlines()) == {"I think"} for log in logs)


def test_a_worker_that_cannot_confine_bots_gets_no_job_and_another_builds_and_plays_them(
    arena: Arena, dask: Dask
) -> None:
    dask.worker(ARENA_BWRAP="/bin/false")
    kit = (shipped("bots") / "random" / "hokm_kit.py").read_text("utf-8")
    bot = arena.place.bot(
        "built",
        files={"source": BOT.format(name="built"), "hokm_kit.py": kit},
        build=["cp", "source", "made.py"],
        run=["python3", "made.py"],
    )
    config = arena.write([bot, "naive"], {"target": 1}, cycles=3)
    ran = arena.run("run", config, "--scheduler", dask.address)
    assert ran.returncode == 1, ran.stderr
    assert f"error: {dask.address} has no worker that can play; tcp://127.0.0.1:" in ran.stderr
    assert "cannot confine bots: sandbox: none" in ran.stderr
    dask.worker()
    ran = arena.run("run", config, "--scheduler", dask.address)
    assert ran.returncode == 0, ran.stderr
    assert "takes no jobs: cannot confine bots: sandbox: none" in ran.stderr
    assert "joined: tcp://127.0.0.1:" in ran.stderr
    assert {record["sandbox"]["level"] for record in arena.records().values()} == {"full"}
    assert len(arena.done()) == 3


def test_where_there_is_no_cluster_it_is_said_how_to_start_one(arena: Arena) -> None:
    address = f"tcp://127.0.0.1:{free_port()}"
    ran = arena.run("run", league(arena), "--scheduler", address)
    assert ran.returncode == 1
    assert f"error: no scheduler can be reached at {address}" in ran.stderr
    assert "Traceback" not in ran.stderr
