import os
import threading
import time
from pathlib import Path

import pytest

from arena.sandbox import admission
from arena.sandbox.admission import Admission, own_members
from arena.sandbox.cgroup import present_groups


def test_this_process_stays_where_it_is() -> None:
    before = present_groups()
    with Admission() as thread:
        time.sleep(0.05)
        assert present_groups() == before
    assert thread not in threading.enumerate()


def test_members_are_those_of_the_groups_that_this_process_is_in() -> None:
    for path in own_members():
        assert str(os.getpid()) in path.read_text().split()


def test_where_groups_cannot_be_seen_a_start_takes_longer_and_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert own_members(tmp_path) == []
    monkeypatch.setattr(admission, "own_members", lambda: own_members(tmp_path))
    with Admission() as thread:
        thread.join(10)
    assert not thread.is_alive()


def test_a_group_that_refuses_is_no_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(admission, "own_members", lambda: [Path("/dev/full")])
    with Admission() as thread:
        thread.join(10)
    assert not thread.is_alive()
