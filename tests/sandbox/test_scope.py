"""Asking systemd for a control group: a script plays busctl, a socket the manager."""

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.sandbox import scope
from arena.sandbox.scope import manager_socket, move_to_scope
from tests.sandbox.support import eventually, state


@pytest.fixture
def manager(home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A root folder of a machine with systemd, on which busctl notes what it is asked for."""
    user = os.geteuid()
    path = home / (f"run/user/{user}/bus" if user else "run/dbus/system_bus_socket")
    for folder in (path.parent, home / "proc/1", home / "bin"):
        folder.mkdir(parents=True)
    (home / "proc/1/comm").write_text("systemd\n")
    monkeypatch.setenv("PATH", f"{home / 'bin'}:{os.environ['PATH']}")
    monkeypatch.setattr(scope, "manager_socket", lambda: manager_socket(home))
    monkeypatch.setattr(scope, "ANCHORS", [])
    answer(home, 0)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(path))
        yield home


def answer(root: Path, code: int) -> None:
    busctl = root / "bin/busctl"
    busctl.write_text(f'#!/bin/sh\necho "$@" >> {root / "asked"}\nexit {code}\n')
    busctl.chmod(0o755)


def test_this_process_is_what_the_new_group_gets(
    manager: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = []

    def moved(name: str) -> bool:
        names.append(name)
        return True

    monkeypatch.setattr(scope, "moved", moved)
    assert move_to_scope()
    asked = (manager / "asked").read_text()
    assert f"--address=unix:path={manager_socket(manager)} " in asked
    assert f" {names[0]} fail 2 PIDs au 1 {os.getpid()} Delegate b true 0\n" in asked
    for anchor in scope.ANCHORS:
        anchor.communicate()


def test_a_process_stays_in_the_group_that_was_left_until_this_one_ends(
    manager: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scope, "moved", lambda name: True)
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    monkeypatch.setattr(scope, "manager_socket", lambda: Path("/any"))
    assert move_to_scope()
    (anchor,) = scope.ANCHORS
    assert os.getsid(anchor.pid) == anchor.pid  # no hang-up of the terminal reaches it
    assert state(anchor.pid) in {"S", "R"}
    assert anchor.stdin is not None
    anchor.stdin.close()  # as at the end of this process
    assert eventually(lambda: state(anchor.pid) == "Z")
    anchor.wait()


@pytest.mark.parametrize("user", [0, 1000])
def test_what_systemd_refuses_leaves_all_as_it_was(
    manager: Path, monkeypatch: pytest.MonkeyPatch, user: int
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: user)
    monkeypatch.setattr(scope, "manager_socket", lambda: Path("/any"))
    answer(manager, 1)
    before = Path("/proc/self/cgroup").read_text()
    assert not move_to_scope()
    assert Path("/proc/self/cgroup").read_text() == before
    assert all(anchor.returncode == 0 for anchor in scope.ANCHORS)


def test_a_promised_group_that_never_comes_is_not_waited_for_forever(
    manager: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scope, "ASK_SECONDS", 0.5)
    assert not move_to_scope()
    assert (manager / "asked").exists()


def test_only_the_systemd_of_this_process_namespace_is_asked(manager: Path) -> None:
    assert manager_socket(manager) is not None
    (manager / "proc/1/comm").write_text("bash\n")
    assert manager_socket(manager) is None
    (manager / "proc/1/comm").unlink()
    assert manager_socket(manager) is None


def test_without_a_manager_nothing_is_asked(manager: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scope, "manager_socket", lambda: None)
    assert not move_to_scope()
    monkeypatch.setattr(scope, "manager_socket", lambda: manager_socket(manager))
    monkeypatch.setenv("PATH", str(manager))
    assert not move_to_scope()
    assert not (manager / "asked").exists()
