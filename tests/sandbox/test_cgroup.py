"""Control groups: version 1 for real where there is one, version 2 on an imitation of its files."""

import os
import subprocess
from pathlib import Path

import pytest

from arena.sandbox import Limits
from arena.sandbox.cgroup import V1, V2, CgroupHome, CgroupLeaf, find_cgroup_home, own_groups

LIMITS = Limits(memory_mib=64, processes=20, cpu_seconds=5)


@pytest.fixture
def version_2(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A tree like /sys/fs/cgroup, in which this process's own group is /own."""
    root = tmp_path / "cgroup"
    own = root / "own"
    own.mkdir(parents=True)
    for folder in (root, own):
        (folder / "cgroup.controllers").write_text("cpu memory pids\n")
        (folder / "cgroup.subtree_control").write_text("")
        (folder / "cgroup.procs").write_text(f"{os.getpid()}\n")
    monkeypatch.setattr("arena.sandbox.cgroup.own_groups", lambda text: {"": "/own"})
    return root


def test_the_own_groups_are_read_for_both_versions() -> None:
    text = "4:memory:/a/b\n3:cpu,cpuacct:/c\n1:name=systemd:/\n0::/user.slice\n"
    found = own_groups(text)
    assert (found["memory"], found["cpuacct"], found[""]) == ("/a/b", "/c", "/user.slice")


def test_version_2_moves_the_referee_aside_and_hands_controllers_down(version_2: Path) -> None:
    home = find_cgroup_home(version_2, lambda: False)
    assert home == CgroupHome(V2, {"": version_2 / "own"})
    assert (version_2 / "own/hokm-referee/cgroup.procs").read_text() == str(os.getpid())
    assert (version_2 / "own/cgroup.subtree_control").read_text() == "+memory +pids"


def test_version_2_leaves_alone_what_others_are_in(version_2: Path) -> None:
    (version_2 / "own/cgroup.procs").write_text(f"1\n{os.getpid()}\n")
    assert find_cgroup_home(version_2, lambda: False) is None
    assert not (version_2 / "own/hokm-referee").exists()


def test_in_a_container_the_outermost_group_is_ours_and_on_a_machine_it_is_not(
    version_2: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arena.sandbox.cgroup.own_groups", lambda text: {"": "/"})
    (version_2 / "cgroup.procs").write_text(f"1\n{os.getpid()}\n")
    assert find_cgroup_home(version_2, lambda: False) is None
    (version_2 / "cgroup.type").write_text("domain\n")
    assert find_cgroup_home(version_2, lambda: False) == CgroupHome(V2, {"": version_2})
    assert (version_2 / "hokm-referee/cgroup.procs").exists()


def test_version_2_without_the_controllers_is_not_used(version_2: Path) -> None:
    (version_2 / "own/cgroup.controllers").write_text("cpu\n")
    assert find_cgroup_home(version_2, lambda: False) is None


def test_a_group_of_its_own_is_asked_for_where_the_present_one_is_no_use(version_2: Path) -> None:
    def ask() -> bool:
        (version_2 / "own/cgroup.procs").write_text(f"{os.getpid()}\n")
        return True

    def never() -> bool:
        raise AssertionError("asked for without need")

    (version_2 / "own/cgroup.procs").write_text(f"1\n{os.getpid()}\n")
    assert find_cgroup_home(version_2, ask) == CgroupHome(V2, {"": version_2 / "own"})
    assert find_cgroup_home(version_2, never) is not None


def test_a_version_2_group_gets_its_limits_and_tells_what_was_hit(version_2: Path) -> None:
    home = CgroupHome(V2, {"": version_2 / "own"})
    leaf = home.leaf("1-a-1", LIMITS)
    folder = version_2 / "own/hokm-bot-1-a-1"
    written = {path.name: path.read_text() for path in folder.iterdir()}
    assert written == {
        "memory.max": str(64 << 20),
        "memory.swap.max": "0",
        "memory.oom.group": "1",
        "pids.max": "20",
    }
    leaf.add(4711)
    assert (folder / "cgroup.procs").read_text() == "4711"
    assert leaf.exceeded() is None
    (folder / "pids.events").write_text("max 0\n")
    (folder / "memory.events").write_text("low 0\nhigh 0\nmax 9\noom 0\noom_kill 0\n")
    (folder / "cpu.stat").write_text("usage_usec 4900000\nuser_usec 1\n")
    assert (leaf.exceeded(), leaf.refused()) == (None, None)
    (folder / "pids.events").write_text("max 3\n")
    assert leaf.refused() == "processes 20"
    (folder / "cpu.stat").write_text("usage_usec 5100000\n")
    assert leaf.exceeded() == "cpu 5 s"
    (folder / "memory.events").write_text("oom_kill 1\n")
    assert leaf.exceeded() == "memory 64 MiB"


def test_a_group_that_cannot_be_limited_is_not_left_behind(tmp_path: Path) -> None:
    class Refusing(type(tmp_path)):  # type: ignore[misc]
        def write_text(self, *_: object, **__: object) -> int:
            raise PermissionError

    with pytest.raises(PermissionError):
        CgroupLeaf(V2, {"": Refusing(tmp_path / "leaf")}, LIMITS)
    assert list(tmp_path.iterdir()) == []


def test_version_1_groups_work_and_stale_ones_are_removed() -> None:
    home = find_cgroup_home()
    if home is None or home.interface is not V1:
        pytest.skip("no writable cgroup v1 hierarchies here")
    gone = subprocess.run(["sh", "-c", "echo $$"], capture_output=True, text=True, check=True)
    stale = home.leaf(f"{gone.stdout.strip()}-stale-1", LIMITS)
    live = home.leaf(f"{os.getpid()}-live-1", LIMITS)
    with subprocess.Popen(["sleep", "60"]) as process:
        live.add(process.pid)
        groups = Path(f"/proc/{process.pid}/cgroup").read_text()
        process.kill()
    assert groups.count("hokm-bot-") == len(home.parents)
    home.remove_stale()
    assert not home.holds(f"{gone.stdout.strip()}-stale")
    assert home.holds(f"{os.getpid()}-live")
    live.close()
    stale.close()
    assert not home.holds(f"{os.getpid()}-live")
