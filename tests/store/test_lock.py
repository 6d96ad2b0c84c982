"""Who works on a store is known, and looking does not get in the way."""

import os
import threading
from pathlib import Path

import pytest

from arena.errors import StoreError
from arena.store import hold, holder


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "arena.sqlite"


def test_whoever_holds_a_store_is_told(path: Path) -> None:
    assert holder(path) is None
    with hold(path, "league", 7):
        found = holder(path)
        assert found is not None
        assert (found.pid, found.tournament, found.done) == (os.getpid(), "league", 7)
        assert found.since is not None
    assert holder(path) is None


def test_a_second_one_is_refused_and_the_first_is_named(path: Path) -> None:
    message = f"process {os.getpid()} already runs a tournament"
    with hold(path, "league"), pytest.raises(StoreError, match=message), hold(path, "other"):
        pass
    with hold(path, "other"):
        pass


@pytest.mark.parametrize("text", ["", "999999", "{}", "nonsense\n"])
def test_what_a_dead_process_left_holds_nobody_up(path: Path, text: str) -> None:
    path.with_name(path.name + ".lock").write_text(text)
    assert holder(path) is None
    with hold(path, "league"):
        assert holder(path) is not None


def test_who_only_looks_never_keeps_a_runner_out(path: Path) -> None:
    over = threading.Event()

    def look() -> None:
        while not over.is_set():
            holder(path)

    lookers = [threading.Thread(target=look) for _ in range(2)]
    for looker in lookers:
        looker.start()
    try:
        for _ in range(50):
            with hold(path, "league"):
                pass
    finally:
        over.set()
        for looker in lookers:
            looker.join()
