"""Whatever happens to a league, the same command finishes it as if nothing had happened.

Its bots are deterministic, so a league that was left alone says what the records must be.
"""

import contextlib
import os
import random
import resource
import shutil
import signal
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import Any

import pytest

from arena.store import Store
from tests.referee.processes import open_folder
from tests.toolchains import leave_out
from tests.tournament.places import Place
from tests.tournament.running import PATIENCE, Arena, eventually

BOTS: list[str | Path] = ["naive", "value", "random"]
CYCLES = 70
JOBS = 3 * CYCLES
"""As many as pairs: each is a job of its own."""
ROUNDS = 3
LONG = 240.0
"""Seconds for a whole league on a machine that is busy with others; half a minute otherwise."""


def league(arena: Arena, batch: int = 1) -> Path:
    """More than two hundred jobs of short matches."""
    return arena.write(BOTS, {"target": 1}, cycles=CYCLES, batch=batch)


def records(arena: Arena) -> dict[str, Any]:
    """Without what depends on how many pairs are in a job."""
    found = arena.records()
    for record in found.values():
        del record["job"], record["commitment"]
    return found


def finish(arena: Arena, config: Path) -> None:
    """The same command as before, to its end."""
    with arena.start("run", config, "-j", "2") as process:
        _, err = process.communicate(timeout=LONG)
    assert process.returncode == 0, err


@pytest.fixture(scope="module")
def left_alone() -> Iterator[dict[str, Any]]:
    """The records of the league, played in peace and in few jobs."""
    with open_folder() as folder:
        arena = Arena(Place(folder))
        finish(arena, league(arena, batch=CYCLES))
        yield records(arena)


def assert_finished(arena: Arena, left_alone: dict[str, Any], *, killed: int = 0) -> None:
    """Every pair is there once, and as it is where nothing happened.

    A bot that is killed from outside lost its match by crashing, or by not starting: nobody can
    tell why it died.
    """
    found = records(arena)
    pairs = Counter(record["pair"] for record in found.values())
    assert pairs == dict.fromkeys({record["pair"] for record in left_alone.values()}, 2)
    with Store(arena.place.store) as store:
        assert len(store.pairs_done("league")) == JOBS
        counts = [sum((m.lost, m.halved, m.won)) for m in store.meetings("league")]
        assert counts == [CYCLES] * 3
    other = {match for match in found if found[match] != left_alone[match]}
    assert len(other) <= killed
    for match in other:
        result = found[match]["result"]
        assert result["fault"]["kind"] in ("crash", "failed start"), result
    arena.assert_clean()


def more_stored(arena: Arena, before: int, pairs: int) -> bool:
    return eventually(lambda: len(arena.done()) >= min(JOBS, before + pairs))


def kill(pid: int) -> bool:
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
        return True
    return False


@pytest.mark.soak
@pytest.mark.timeout(600)
def test_lesson_12_a_league_of_two_hundred_jobs_survives_sigkill_of_runner_referees_and_bots(
    arena: Arena, left_alone: dict[str, Any]
) -> None:
    chance = random.Random(5)
    config = league(arena)
    killed = 0
    for _ in range(ROUNDS):
        with arena.start("run", config, "-j", "2") as process:
            for victims in (arena.sandboxed, arena.referees, lambda: [process.pid]):
                assert more_stored(arena, len(arena.done()), chance.randint(1, 8))
                eventually(lambda: False, chance.uniform(0, 0.2))
                found = victims()
                if found and kill(chance.choice(found)):
                    killed += victims == arena.sandboxed
            _, err = process.communicate(timeout=PATIENCE)
        assert process.returncode == -signal.SIGKILL, err
        arena.assert_clean()
    finish(arena, config)
    assert killed > 0
    assert_finished(arena, left_alone, killed=killed)


Trouble = Callable[[Path, int], AbstractContextManager[None]]
"""Makes that the process can write no more in a folder, while the context is open."""


@contextlib.contextmanager
def file_limit(folder: Path, pid: int) -> Iterator[None]:
    """No file of the process may grow."""
    largest = max(file.stat().st_size for file in folder.glob("store.sqlite*") if file.is_file())
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (largest, resource.RLIM_INFINITY))
    yield


@contextlib.contextmanager
def read_only(folder: Path, pid: int) -> Iterator[None]:
    """Files that are open too, as where the kernel gives a file system up.

    All but the index that SQLite maps into memory: writing to that would be a SIGBUS.
    """
    files = [file for file in folder.glob("store.sqlite*") if file.is_file()]
    files = [file for file in files if not file.name.endswith("-shm")]
    done = shutil.which("chattr") is not None and (
        subprocess.run(["chattr", "+i", *files], capture_output=True, check=False).returncode == 0
    )
    try:
        if done:
            yield
        else:
            with file_limit(folder, pid):
                yield
    finally:
        if shutil.which("chattr"):
            subprocess.run(["chattr", "-i", *files], capture_output=True, check=False)


def suffers(arena: Arena, trouble: Trouble, left_alone: dict[str, Any]) -> None:
    config = league(arena, batch=10)
    with arena.start("run", config, "-j", "2") as process:
        assert more_stored(arena, 0, 10)
        with trouble(arena.place.folder, process.pid):
            out, err = process.communicate(timeout=PATIENCE)
    assert_told(arena, process.returncode, out, err)
    arena.assert_clean()
    assert 10 <= len(arena.done()) < JOBS
    finish(arena, config)
    assert_finished(arena, left_alone)


def assert_told(arena: Arena, code: int, out: str, err: str) -> None:
    """The store is what the run ended for."""
    assert code == 1, err
    assert out == ""
    assert "Traceback" not in err
    assert f"error: {arena.place.store}: " in err.splitlines()[-1]


@pytest.mark.soak
@pytest.mark.timeout(400)
def test_a_store_that_can_grow_no_more_ends_the_run_and_the_same_command_finishes_it(
    arena: Arena, left_alone: dict[str, Any]
) -> None:
    suffers(arena, file_limit, left_alone)


@pytest.mark.timeout(400)
def test_a_store_that_becomes_read_only_ends_the_run_and_the_same_command_finishes_it(
    arena: Arena, left_alone: dict[str, Any]
) -> None:
    suffers(arena, read_only, left_alone)


@contextlib.contextmanager
def small_disk(folder: Path) -> Iterator[int]:
    """A disk of some MiB in a folder, which only a process and what enters its mounts can see."""
    mount = 'mount -t tmpfs -o size=24m,mode=755 tmpfs "$1" && echo mounted && exec cat'
    words = ["unshare", "--mount", "sh", "-c", mount, "sh", str(folder)]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            if process.stdout.readline() != b"mounted\n":
                leave_out("only root can mount a small disk where nobody else sees it")
            yield process.pid
        finally:
            process.stdin.close()


@contextlib.contextmanager
def full(folder: Path) -> Iterator[None]:
    """No byte is left on the disk."""
    filler = folder / "filler"
    with filler.open("wb", buffering=0) as file:
        for size in (1 << 16, 1):
            with suppress(OSError):
                while file.write(bytes(size)):
                    pass
    yield
    filler.unlink()


@pytest.mark.timeout(400)
def test_a_disk_that_is_full_ends_the_run_and_the_same_command_finishes_it(
    arena: Arena, left_alone: dict[str, Any]
) -> None:
    """SQLite goes by paths alone, and so sees the disk from inside only: here it gets copies."""
    inside = arena.place.folder / "disk"
    inside.mkdir()
    with small_disk(inside) as pid:
        disk = Path(f"/proc/{pid}/root{inside}")
        enter = ("nsenter", f"--mount=/proc/{pid}/ns/mnt")
        there = Arena(Place(inside), enter, arena.temporary)
        config = league(arena, batch=10)
        with there.start("run", config, "-j", "2") as process:
            assert eventually(lambda: sum(f.stat().st_size for f in disk.glob("*-wal")) > 500_000)
            with full(disk):
                out, err = process.communicate(timeout=PATIENCE)
        assert_told(there, process.returncode, out, err)
        assert "disk is full" in err
        copy_store(disk, arena)
        assert 10 <= len(arena.done()) < JOBS
        finish(there, config)
        copy_store(disk, arena)
    assert_finished(arena, left_alone)


def copy_store(disk: Path, arena: Arena) -> None:
    for file in disk.glob("store.sqlite*"):
        if file.is_file():
            shutil.copy(file, arena.place.folder)
