"""A frozen bot computes nothing, whatever it has started, and dies like any other."""

import os
import random
import signal
import subprocess
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from arena.sandbox import BotProcess, Detection, Exit, LaunchPlan, Limits, open_launcher
from arena.sandbox.cgroup import V1, V2, CgroupHome, find_cgroup_home
from arena.sandbox.freezer import GroupFreezer, StopFreezer
from arena.sandbox.seccomp import syscall_numbers
from arena.sandbox.watchdog import ProcessorTime, children, process_tree
from tests.sandbox.support import (
    Playground,
    eventually,
    groups_of,
    processes_with,
    referee,
    say,
    state,
)

BURNS = """
import os, signal, threading, time
def burn():
    while True:
        pass
for _ in range(2):
    if not os.fork():
        burn()
if not os.fork():
    os.setsid()
    if not os.fork():
        for number in (signal.SIGCONT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        burn()
    os._exit(0)
os.wait()
threading.Thread(target=burn, daemon=True).start()
print("burns", flush=True)
burn()
"""
"""Threads, children, and a detached process that ignores what it can, all of them busy."""

HOPS = """
import os, time
print("hops", flush=True)
if not os.fork():
    while True:
        if os.fork():
            os._exit(0)
        end = time.thread_time() + 0.001
        while time.thread_time() < end:
            pass
while True:
    time.sleep(60)
"""
"""Work that goes from one process to the next, so that no process is there for long."""

WAKES = """
import os, signal, time
print("wakes", flush=True)
for _ in range(3):
    if not os.fork():
        while True:
            os.kill(-1, signal.SIGCONT)
while True:
    pass
"""
"""Processes that let each other go on, over and over."""

CLONE = syscall_numbers()[os.uname().machine]["clone"]
VFORKS = f"""
import ctypes, os, threading, time
libc = ctypes.CDLL(None)
def burn():
    while True:
        pass
threading.Thread(target=burn, daemon=True).start()
print("vforks", flush=True)
CLONE_VFORK, SIGCHLD = 0x4000, 17
if not libc.syscall({CLONE}, CLONE_VFORK | SIGCHLD, 0, 0, 0, 0):
    time.sleep(60)
"""
"""A main thread that waits in the kernel for a child, where no signal reaches it, and another that
works."""

STEP = 0.03
"""Seconds. Without control groups processor time is counted in steps of 10 ms for each process."""


def bot_of(playground: Playground, code: str) -> Iterator[BotProcess]:
    folder = playground.folder(bot_py=code)
    with playground.bot("python3", "-I", "bot.py", folder=folder) as bot:
        assert eventually(lambda: bot.log_tail() != "")
        assert eventually(lambda: bot.used_seconds() > 0.1)
        yield bot


@pytest.fixture
def busy(playground: Playground, request: pytest.FixtureRequest) -> Iterator[BotProcess]:
    yield from bot_of(playground, getattr(request, "param", BURNS))


def used_in(bot: BotProcess, seconds: float) -> float:
    before = bot.used_seconds()
    time.sleep(seconds)
    return bot.used_seconds() - before


def first_process(bot: BotProcess) -> int:
    """Of the bot's namespace, below bwrap."""
    (first,) = children(bot._popen.pid)
    return first


@pytest.mark.parametrize(
    "busy", [BURNS, HOPS, WAKES, VFORKS], ids=["burns", "hops", "wakes", "vforks"], indirect=True
)
def test_a_frozen_bot_computes_nothing_and_goes_on_after_the_thaw(busy: BotProcess) -> None:
    for _ in range(5):
        busy.freeze()
        assert used_in(busy, 0.15) <= STEP
        busy.thaw()
        before = busy.used_seconds()
        assert eventually(lambda before=before: busy.used_seconds() > before + 2 * STEP)  # type: ignore[misc]
    assert busy.exit() is None


def test_freezing_and_thawing_twice_is_as_good_as_once(busy: BotProcess) -> None:
    busy.thaw()
    busy.freeze()
    busy.freeze()
    assert used_in(busy, 0.1) <= STEP
    busy.thaw()
    before = busy.used_seconds()
    assert eventually(lambda: busy.used_seconds() > before)
    busy.thaw()


def test_what_is_sent_to_a_frozen_bot_waits_for_it(playground: Playground) -> None:
    code = """
import os, socket
line = socket.socket(socket.AF_UNIX)
line.connect(os.environ["ARENA_ENDPOINT"].removeprefix("ipc://"))
print("connected", flush=True)
while data := line.recv(100):
    print(data.decode(), flush=True)
"""
    folder = playground.folder(bot_py=code)
    with playground.listener() as (path, server):
        plan = LaunchPlan(("python3", "-I", "bot.py"), folder, path)
        bot = playground.launcher.launch(plan, seat=0)
        with server.accept()[0] as line:
            assert eventually(lambda: "connected" in bot.log_tail())
            bot.freeze()
            line.send(b"hello")
            time.sleep(0.1)
            assert "hello" not in bot.log_tail()
            bot.thaw()
            assert eventually(lambda: "hello" in bot.log_tail())
        bot.kill()


def test_a_frozen_bot_is_killed_at_once(busy: BotProcess) -> None:
    busy.freeze()
    before = time.monotonic()
    busy.kill()
    assert time.monotonic() - before < 4  # what cannot die is waited for 5 seconds
    assert busy.exit() == Exit(None, signal.SIGKILL)
    assert groups_of(os.getpid()) == []
    assert "Z" not in [state(pid) for pid in process_tree(os.getpid())]


def test_what_is_killed_or_has_ended_may_be_frozen_and_thawed(playground: Playground) -> None:
    with playground.bot("true") as bot:
        assert bot.wait(10) == Exit(0, None)
        bot.freeze()
        bot.thaw()
        bot.freeze()
        bot.kill()
        bot.freeze()
        bot.thaw()
        assert bot.used_seconds() == 0
    assert groups_of(os.getpid()) == []


def test_a_launcher_that_is_closed_ends_its_frozen_bots(
    playground: Playground, busy: BotProcess
) -> None:
    busy.freeze()
    playground.launcher.close()
    assert busy.exit() == Exit(None, signal.SIGKILL)
    assert groups_of(os.getpid()) == []
    assert not playground.launcher.run_dir.exists()


def test_time_in_which_a_bot_was_frozen_was_not_withheld_by_the_host(
    playground: Playground,
) -> None:
    folder = playground.folder(bot_py="import time\nprint('up', flush=True)\ntime.sleep(60)")
    with playground.bot("python3", "-I", "bot.py", folder=folder) as bot:
        assert eventually(lambda: "up" in bot.log_tail())
        meter = bot.delay_meter(time.monotonic())
        bot.freeze()
        time.sleep(0.2)
        before = meter.look(time.monotonic())
        time.sleep(0.5)
        frozen = meter.look(time.monotonic()) - before
        bot.thaw()
        # Threads of the referee may have waited, on a busy machine.
        assert frozen < 0.25


REFEREE_THAT_FREEZES = """
import json, os, socket, sys, time
from pathlib import Path
from arena.sandbox import LaunchPlan, open_launcher
folder, way, *argv = sys.argv[1:]
launcher = open_launcher(cgroups=way != "watchdog")
path = launcher.run_dir / "s"
server = socket.socket(socket.AF_UNIX)
server.bind(str(path))
bots = [launcher.launch(LaunchPlan(tuple(argv), Path(folder), path), seat) for seat in (0, 1)]
while not all(bot.log_tail() for bot in bots):
    time.sleep(0.01)
for bot in bots:
    bot.freeze()
print(json.dumps([os.getpid(), str(launcher.run_dir)]), flush=True)
time.sleep(60)
"""


def test_nothing_is_left_of_frozen_bots_when_their_referee_is_killed(home: Path, way: str) -> None:
    mark = f"mark-{random.getrandbits(64)}"
    (home / "bot.py").write_text(BURNS)
    with referee(REFEREE_THAT_FREEZES, str(home), way, "python3", "bot.py", mark) as process:
        pid, run_dir = say(process)
        assert len(processes_with(mark)) >= 2 * 4
        process.kill()
        process.wait(10)
        assert eventually(lambda: processes_with(mark) == []), processes_with(mark)
        assert eventually(lambda: groups_of(pid) == [] and not Path(run_dir).exists())


def test_without_control_groups_all_but_the_first_process_are_stopped(
    home: Path, detection: Detection
) -> None:
    with open_launcher(detection=detection, cgroups=False) as launcher:
        for bot in bot_of(Playground(launcher, home), BURNS):
            first = first_process(bot)
            bot.freeze()
            assert eventually(partial(all_stopped, process_tree(first)[1:]))
            assert state(first) != "T"
            _, orphan = children(first)
            os.kill(orphan, signal.SIGKILL)
            # The first process collects what ends meanwhile.
            assert eventually(lambda orphan=orphan: state(orphan) == "")  # type: ignore[misc]
            assert len(process_tree(first)) == 1 + 3


def all_stopped(processes: list[int]) -> bool:
    return len(processes) == 4 and {state(pid) for pid in processes} == {"T"}


def test_a_process_that_took_over_the_id_of_one_that_has_ended_is_not_stopped() -> None:
    with subprocess.Popen(["sh", "-c", "sleep 60 & wait"]) as process:
        try:
            assert eventually(lambda: children(process.pid) != [])
            (child,) = children(process.pid)
            freezer = StopFreezer(process.pid)
            freezer._born = "1"  # as if it had begun before
            freezer.freeze()
            time.sleep(0.05)
            assert state(child) != "T"
            freezer = StopFreezer(process.pid)
            freezer.freeze()
            assert eventually(lambda: state(child) == "T")
            freezer.thaw()
            assert eventually(lambda: state(child) == "S")
        finally:
            os.kill(child, signal.SIGKILL)


def test_bots_without_a_sandbox_cannot_be_frozen_and_are_not_counted(unsafe: Playground) -> None:
    folder = unsafe.folder(bot_py="while True: print('on', flush=True)")
    with unsafe.bot("python3", "bot.py", folder=folder, limits=Limits(output_kib=1 << 20)) as bot:
        assert eventually(lambda: "on" in bot.log_tail(1 << 16))
        bot.freeze()
        assert bot.used_seconds() == 0
        bot.thaw()


@pytest.mark.parametrize("file", ["cgroup.freeze", None])
def test_a_version_2_group_is_frozen_by_its_own_file(tmp_path: Path, file: str | None) -> None:
    leaf = CgroupHome(V2, {"": tmp_path}).leaf("1-a-1", Limits())
    if file is None:
        assert leaf.freezer() is None, "a kernel older than 5.2"
        return
    path = tmp_path / "hokm-bot-1-a-1" / file
    path.write_text("0")
    freezer = leaf.freezer()
    assert freezer is not None
    freezer.freeze()
    assert path.read_text() == "1"
    freezer.thaw()
    assert path.read_text() == "0"


def test_version_1_without_a_freezer_stops_processes_instead(tmp_path: Path) -> None:
    folders = {name: tmp_path / name for name in ("memory", "pids")}
    for folder in folders.values():
        folder.mkdir()
    assert CgroupHome(V1, folders).leaf("1-a-1", Limits()).freezer() is None


def groups_that_freeze() -> list[tuple[Path, str, str, str]]:
    """The roots of hierarchies of this host in which a group can be frozen, and how."""
    roots = Path("/sys/fs/cgroup"), Path("/sys/fs/cgroup/unified"), Path("/sys/fs/cgroup/freezer")
    found = []
    for root in filter(lambda root: os.access(root, os.W_OK), roots):
        if (root / "cgroup.controllers").exists():
            found.append((root, "cgroup.freeze", "1", "0"))
        elif (root / "cgroup.procs").exists():
            found.append((root, "freezer.state", "FROZEN", "THAWED"))
    return found


def test_the_kernels_groups_freeze_what_is_in_them() -> None:
    """With both versions, where this host lets us make groups of them."""
    for root, file, frozen, thawed in groups_that_freeze():
        group = root / f"hokm-test-{os.getpid()}"
        group.mkdir()
        freezer = GroupFreezer(group / file, frozen, thawed)
        with subprocess.Popen(["sh", "-c", "while :; do :; done"]) as process:
            try:
                (group / "cgroup.procs").write_text(str(process.pid))
                freezer.freeze()
                time.sleep(0.05)
                before = ProcessorTime().look([process.pid])
                time.sleep(0.1)
                assert ProcessorTime().look([process.pid]) == before
            finally:
                freezer.thaw()
                process.kill()
                process.wait()
                assert eventually(lambda group=group: removed(group))  # type: ignore[misc]
        freezer.freeze()  # the group is gone


def removed(group: Path) -> bool:
    try:
        group.rmdir()
    except OSError:
        return False
    return True


def test_what_two_crashes_left_frozen_is_let_go_by_the_next_launcher() -> None:
    home = find_cgroup_home()
    if home is None or home.interface is not V1:
        pytest.skip("no writable cgroup v1 hierarchies here")
    with subprocess.Popen(["sleep", "60"]) as owner, subprocess.Popen(["sleep", "60"]) as process:
        name = f"{owner.pid}-crashed-1"
        leaf = home.leaf(name, Limits())
        freezer = leaf.freezer()
        assert freezer is not None
        leaf.add(process.pid)
        freezer.freeze()
        process.kill()
        home.remove_stale()
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(0.1)
        owner.kill()
        owner.wait()
        home.remove_stale()
        assert process.wait(10) == -signal.SIGKILL
    leaf.close()
    assert not home.holds(name)


ORPHANS = """
import os, signal, time
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
print("up", flush=True)
while True:
    if not os.fork():
        while time.process_time() < 0.3: pass
        os._exit(0)
    try:
        os.wait()
    except ChildProcessError:
        pass
"""


def test_time_of_children_whose_end_is_ignored_counts_too(playground: Playground) -> None:
    folder = playground.folder(bot_py=ORPHANS)
    with playground.bot("python3", "-I", "bot.py", folder=folder) as bot:
        assert eventually(lambda: bot.used_seconds() > 1)
        assert bot.exit() is None
