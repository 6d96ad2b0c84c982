"""How bots begin and end, and that nothing of them ever stays behind."""

import os
import random
import shutil
import signal
import threading
import time
from pathlib import Path

import pytest

from arena.errors import InputError, SandboxError
from arena.sandbox import BotProcess, Exit, LaunchPlan
from arena.sandbox.watchdog import children, process_tree
from tests.sandbox.support import (
    DAEMON,
    REFEREE,
    SECONDS,
    Playground,
    eventually,
    find_below,
    groups_of,
    processes_with,
    referee,
    say,
    state,
)

GONE_SECONDS = SECONDS
"""From a referee's end until nothing of its bots is left, the janitor's work included: half a
second where nobody else wants the processor."""


def test_how_a_bot_ends_is_told_apart(playground: Playground) -> None:
    assert playground.run("true").exit == Exit(0, None)
    assert playground.run("sh", "-c", "exit 3").exit == Exit(3, None)
    killed = playground.run("sh", "-c", "kill -SEGV $$").exit
    assert killed == Exit(None, signal.SIGSEGV)
    assert str(killed) == "signal SIGSEGV"


def test_a_file_that_is_no_program_is_the_bots_fault(playground: Playground) -> None:
    folder = playground.folder(bot="\x7fELF for another machine")
    (folder / "bot").chmod(0o755)
    ran = playground.run("./bot", folder=folder)
    assert ran.exit == Exit(126, None)
    assert ran.text.startswith("hokm-arena:")
    assert "ormat error" in ran.text


def test_a_program_that_cannot_be_run_is_refused_before_anything_starts(
    playground: Playground,
) -> None:
    folder = playground.folder(closed="#!/bin/sh\n")
    (folder / "sub").mkdir()
    absent = ("no-such-program", "./missing", "/usr/bin/no-such-program", "../escape")
    with playground.listener() as (path, _):
        for name in (*absent, "./closed", "./sub", "/usr/lib", "/etc/passwd"):
            plan = LaunchPlan((name,), folder, path)
            with pytest.raises(InputError, match=name):
                playground.launcher.launch(plan, seat=0)


def test_a_running_bot_has_no_exit_and_kill_gives_it_one(playground: Playground) -> None:
    with playground.bot("sleep", "60") as bot:
        assert bot.exit() is None
        assert bot.wait(0.05) is None
        bot.kill()
        assert bot.exit() == Exit(None, signal.SIGKILL)
        bot.kill()
        assert bot.limit_hit() is None
        assert bot.log_tail() == ""


def daemon_runs(playground: Playground, *arguments: str) -> tuple[BotProcess, list[int]]:
    """A bot that has left a daemon, and all processes of this run; killed with the launcher."""
    with playground.listener() as (path, _):
        argv = ("python3", "-I", "bot.py", *arguments)
        plan = LaunchPlan(argv, playground.folder(bot_py=DAEMON), path)
        bot = playground.launcher.launch(plan, seat=0)
    tree: list[int] = []

    def grown() -> bool:
        tree[:] = process_tree(bot._popen.pid)
        return "daemon runs" in bot.log_tail()

    assert eventually(grown)
    return bot, tree


@pytest.mark.promise(20)
def test_a_daemon_that_ignores_signals_dies_when_its_bot_ends(playground: Playground) -> None:
    mark = f"mark-{random.getrandbits(64)}"
    bot, _ = daemon_runs(playground, mark)
    assert bot.wait(10) == Exit(0, None)
    # Nobody has killed anything yet.
    assert eventually(lambda: processes_with(mark) == [], GONE_SECONDS), processes_with(mark)
    bot.kill()
    assert zombies() == []


@pytest.mark.promise(20)
def test_a_daemon_that_ignores_signals_is_killed_with_its_bot(playground: Playground) -> None:
    mark = f"mark-{random.getrandbits(64)}"
    bot, tree = daemon_runs(playground, "stay", mark)
    assert len(processes_with(mark)) >= 4  # both of bwrap, the bot, the daemon
    bot.kill()
    assert processes_with(mark) == []
    assert [state(pid) for pid in tree] == [""] * len(tree)
    assert zombies() == []


def zombies() -> list[int]:
    """Dead processes below this one that nobody has collected."""
    return [pid for pid in process_tree(os.getpid()) if state(pid) == "Z"]


def test_killing_leaves_neither_processes_nor_zombies_nor_groups(playground: Playground) -> None:
    seconds = f"60.{random.getrandbits(48)}"
    for _ in range(5):
        with playground.bot("sh", "-c", f"sleep {seconds} & sleep {seconds}") as bot:
            find_below(os.getpid(), "sleep", seconds)
            bot.kill()
            assert processes_with(seconds) == []
            assert groups_of(os.getpid()) == []
    assert zombies() == []


def test_close_ends_every_bot_and_removes_the_run_folder(playground: Playground) -> None:
    launcher = playground.launcher
    with playground.listener() as (path, _):
        seconds = f"60.{random.getrandbits(48)}"
        plan = LaunchPlan(("sleep", seconds), playground.folder(), path)
        bots = [launcher.launch(plan, seat) for seat in range(3)]
        launcher.close()
        assert [bot.exit() for bot in bots] == [Exit(None, signal.SIGKILL)] * 3
        assert processes_with(seconds) == []
        assert not launcher.run_dir.exists()
        launcher.close()
        with pytest.raises(SandboxError, match="closed"):
            launcher.launch(plan, seat=0)


@pytest.mark.promise(20)
@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGKILL, None])
def test_bots_die_with_their_referee_however_it_ends(
    home: Path, end: signal.Signals | None, way: str
) -> None:
    check_end_of_referee(home, "exits" if end is None else "sandbox", end, way)


def test_bots_without_a_sandbox_die_with_their_referee_too(home: Path) -> None:
    check_end_of_referee(home, "unsafe", signal.SIGKILL)


def check_end_of_referee(home: Path, mode: str, end: signal.Signals | None, way: str = "") -> None:
    (home / "bot.py").write_text(DAEMON)
    mark = f"mark-{random.getrandbits(64)}"
    bot = ("python3", "bot.py", "stay", mark)
    with referee(REFEREE, str(home), mode, *bot, WAY=way) as process:
        pid, run_dir = say(process)
        if end is None:
            process.wait(10)
        else:
            assert len(processes_with(mark)) > 4
            process.send_signal(end)
            process.wait(10)
        assert_nothing_left(mark, [(pid, run_dir)])


def assert_nothing_left(mark: str, traces: list[tuple[int, str]]) -> None:
    """Soon there is no process with this mark, and no folder or group of these referees."""

    def gone() -> bool:
        return not processes_with(mark) and all(
            not Path(run_dir).exists() and not groups_of(pid) for pid, run_dir in traces
        )

    assert eventually(gone, GONE_SECONDS), [
        processes_with(mark),
        *((run_dir, Path(run_dir).exists(), groups_of(pid)) for pid, run_dir in traces),
    ]


@pytest.mark.promise(22)
def test_a_bot_that_calls_off_its_death_signal_dies_all_the_same(home: Path, way: str) -> None:
    mark = f"mark-{random.getrandbits(64)}"
    (home / "bot.py").write_text(
        "import ctypes, time\nprint(ctypes.CDLL(None).prctl(1, 0), flush=True)\ntime.sleep(60)"
    )
    bot = ("python3", "bot.py", mark)
    with referee(REFEREE, str(home), "sandbox", *bot, WAY=way) as process:
        _, run_dir = say(process)
        # Without the janitor, so that it is seen not to be its work.
        for janitor in processes_with("janitor.py"):
            if janitor in process_tree(process.pid):
                os.kill(janitor, signal.SIGKILL)
        assert len(processes_with(mark)) > 4
        process.kill()
        process.wait(10)
        shutil.rmtree(run_dir)
        assert eventually(lambda: processes_with(mark) == [], GONE_SECONDS), processes_with(mark)


@pytest.mark.promise(21)
@pytest.mark.parametrize("kills", [10, pytest.param(60, marks=pytest.mark.soak)])
def test_a_referee_killed_amid_launches_leaves_nothing(home: Path, kills: int, way: str) -> None:
    mark = f"9.{random.getrandbits(48)}"
    traces = []
    for _ in range(kills):
        with referee(REFEREE, str(home), "racing", "sleep", mark, WAY=way) as process:
            traces.append(tuple(say(process)))
            time.sleep(random.uniform(0, 0.2))
            process.kill()
            process.wait(10)
    assert_nothing_left(mark, traces)


def test_a_bot_launched_by_a_thread_ends_with_that_thread(playground: Playground) -> None:
    with playground.listener() as (path, _):
        plan = LaunchPlan(("sleep", "60"), playground.folder(), path)
        bots = []
        thread = threading.Thread(target=lambda: bots.append(playground.launcher.launch(plan, 0)))
        thread.start()
        thread.join()
        assert bots[0].wait(10) == Exit(None, signal.SIGKILL)  # as the Launcher's docstring warns
        bots[0].kill()


def test_an_interrupt_from_the_keyboard_is_for_the_referee_alone(playground: Playground) -> None:
    before = set(children(os.getpid()))
    with playground.bot("sleep", "60.0625"):
        started = set(children(os.getpid())) - before
        assert started
        for pid in (find_below(os.getpid(), "sleep", "60.0625"), *started):
            assert os.getpgid(pid) != os.getpgrp()


def test_a_forked_process_does_not_end_the_bots_of_its_parent(playground: Playground) -> None:
    with playground.bot("sleep", "60") as bot:
        child = os.fork()
        if not child:
            playground.launcher.close()
            os._exit(0)
        os.waitpid(child, 0)
        assert bot.wait(0.1) is None
        assert playground.launcher.run_dir.exists()


def test_log_tail_is_safe_to_print(playground: Playground) -> None:
    ran = playground.run("printf", r"a\033[31mb\000\342\200\256c\377d\r\n")
    assert ran.text == "a\\x1b[31mb\\x00\\u202ec\N{REPLACEMENT CHARACTER}d\\r\n"
