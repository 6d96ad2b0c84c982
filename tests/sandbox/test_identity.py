"""The three ways in which a bot gets its user id, each with real processes."""

import importlib.util
import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from arena.errors import SandboxError
from arena.sandbox import identity
from arena.sandbox.identity import OWN, Identity, choose_identity, readable
from tests.sandbox.support import PROJECT
from tests.toolchains import needs

SYSTEM_PYTHON = Path("/usr/bin/python3")
ORDINARY_USER = 23_001
AS_ORDINARY = ["setpriv", f"--reuid={ORDINARY_USER}", f"--regid={ORDINARY_USER}", "--clear-groups"]

needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root chooses its bots' user")


def run_scenario(home: Path, *prefix: str) -> dict[str, Any]:
    """Run scenario.py with the system's Python, from a copy that every user can read."""
    needs(str(SYSTEM_PYTHON))  # an interpreter that every user can reach
    for name in ("arena/__init__.py", "arena/errors.py", "tests/__init__.py"):
        (home / name).parent.mkdir(exist_ok=True)
        shutil.copy(PROJECT / name, home / name)
    for name in ("arena/sandbox", "tests/sandbox"):
        shutil.copytree(PROJECT / name, home / name)
    subprocess.run(["chmod", "-R", "a+rX", home], check=True)
    bots = home / "bots"
    bots.mkdir()
    bots.chmod(0o777)
    answer = subprocess.run(
        [*prefix, str(SYSTEM_PYTHON), "-m", "tests.sandbox.scenario", str(bots)],
        capture_output=True,
        text=True,
        check=False,
        timeout=100,
        cwd=home,
        # The first entry is closed to ordinary users.
        env={
            "PATH": "/root/bin:/usr/bin:/bin",
            "PYTHONPATH": str(home),
            "PYTHONDONTWRITEBYTECODE": "1",
        },
    )
    assert answer.returncode == 0, answer.stderr
    found: dict[str, Any] = json.loads(answer.stdout)
    return found


def check(found: dict[str, Any]) -> None:
    assert found["level"] == "full"
    assert set(found["tried"].values()) <= {"EROFS", "EACCES", "EPERM", "ENOENT"}, found
    uid, descriptors, etc, processes, name = found["inside"]
    assert (uid, name) == (1000, "bot")
    assert descriptors == ["0", "1", "2"]
    assert {"passwd", "ld.so.cache"} <= set(etc)
    assert len(processes) == 2
    assert found["hog"] == "memory 96 MiB"
    assert found["bomb"] == "processes 30"
    assert found["left"] == []
    assert found["gone"]


@needs_root
def test_root_with_everything_in_reach_starts_bwrap_as_a_spare_user(home: Path) -> None:
    found = run_scenario(home)
    check(found)
    assert found["way"] == "spare"
    assert found["user"] in identity.SPARE_IDS


@needs_root
def test_an_ordinary_user_needs_no_privilege(home: Path) -> None:
    found = run_scenario(home, *AS_ORDINARY)
    check(found)
    assert (found["way"], found["user"]) == ("own", ORDINARY_USER)
    assert found["memory"] in {"watchdog", "cgroup v2"}


def test_seats_of_one_referee_get_different_users() -> None:
    if os.geteuid() != 0:
        assert choose_identity(0, []) == identity.OWN
        return
    uids = {choose_identity(seat, [Path("/usr")]).uid for seat in range(4)}
    assert len(uids) == 4
    assert 0 not in uids


def test_which_seat_gets_which_user_is_drawn_anew_by_every_process() -> None:
    orders = []
    for _ in range(12):
        spec = importlib.util.find_spec(identity.__name__)
        assert spec is not None
        assert spec.loader is not None
        fresh = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(fresh)
        orders.append(tuple(fresh.ORDER))
    assert all(sorted(order) == [0, 1, 2, 3] for order in orders)
    assert len(set(orders)) > 1


@needs_root
def test_a_path_out_of_reach_leads_to_the_mapped_way(home: Path) -> None:
    closed = home / "closed"
    inner = closed / "inner"
    inner.mkdir(parents=True)
    inner.chmod(0o755)
    closed.chmod(0o700)
    assert choose_identity(0, [home]).mapped is False
    assert choose_identity(0, [home, inner]).mapped is True


@needs_root
def test_without_setpriv_a_path_out_of_reach_is_refused_by_name(home: Path) -> None:
    inner = home / "closed" / "inner"
    inner.mkdir(parents=True)
    inner.chmod(0o755)
    inner.parent.chmod(0o700)
    with pytest.raises(SandboxError, match=f"cannot reach {inner}.*util-linux"):
        choose_identity(0, [inner], setpriv="/no/such/setpriv")


@needs_root
def test_a_folder_closed_to_others_is_refused_with_the_remedy(home: Path) -> None:
    closed = home / "closed"
    closed.mkdir(mode=0o700)
    assert not readable(closed)
    with pytest.raises(SandboxError, match=f"chmod -R o\\+rX {closed}"):
        choose_identity(0, [closed])


@needs_root
def test_a_user_namespace_without_spare_ids_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(identity, "is_mapped", lambda uid: False)
    with pytest.raises(SandboxError, match="does not exist in this user namespace"):
        choose_identity(0, [])


@needs_root
def test_a_process_that_kept_roots_id_is_noticed() -> None:
    with pytest.raises(SandboxError, match="kept root's user id"):
        choose_identity(0, []).check(os.getpid())


def test_where_proc_sys_cannot_be_written_the_filter_alone_denies_namespaces() -> None:
    # In such a container bwrap would end with "cannot open /proc/sys/user/max_user_namespaces".
    for one in (OWN, Identity(64_000)):
        assert "--disable-userns" in one.arguments(proc=True)
        assert "--disable-userns" not in one.arguments(proc=False)
