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
from arena.sandbox import Exit, LaunchPlan
from arena.sandbox.watchdog import children, process_tree
from tests.sandbox.support import (
    DAEMON,
    REFEREE,
    Playground,
    eventually,
    find_below,
    groups_of,
    processes_with,
    referee,
    say,
    state,
)


def test_how_a_bot_ends_is_told_apart(playground: Playground) -> None:
    assert playground.run("true").exit == Exit(0, None)
    assert playground.run("sh", "-c", "exit 3").exit == Exit(3, None)
    killed = playground.run("sh", "-c", "kill -SEGV $$").exit
    assert killed == Exit(None, signal.SIGSEGV)
    assert str(killed) == "signal SIGSEGV"


def test_a_program_that_cannot_be_executed_is_the_bots_fault(playground: Playground) -> None:
    folder = playground.folder(bot="#!/bin/sh\necho hi\n")
    ran = playground.run("./bot", folder=folder)
    assert ran.exit == Exit(126, None)
    assert ran.text.startswith("hokm-arena:")
    assert "ermission denied" in ran.text
    (folder / "bot").chmod(0o755)
    assert playground.run("./bot", folder=folder).text == "hi\n"
    (folder / "bot").write_text("#!/no/such/interpreter\n")
    assert playground.run("./bot", folder=folder).exit in {Exit(127, None), Exit(126, None)}


def test_a_program_that_does_not_exist_is_refused_before_anything_starts(
    playground: Playground,
) -> None:
    with playground.listener() as (path, _):
        for name in ("no-such-program", "./missing", "/usr/bin/no-such-program", "../escape"):
            plan = LaunchPlan((name,), playground.folder(), path)
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


@pytest.mark.parametrize("arguments", [(), ("stay",)])
def test_a_daemon_that_ignores_signals_dies_with_its_bot(
    playground: Playground, arguments: tuple[str, ...]
) -> None:
    folder = playground.folder(bot_py=DAEMON)
    with playground.bot("python3", "-I", "bot.py", *arguments, folder=folder) as bot:
        tree: list[int] = []

        def grown() -> bool:
            tree[:] = process_tree(os.getpid())[1:]
            return "daemon runs" in bot.log_tail()

        assert eventually(grown)
        if not arguments:
            assert bot.wait(10) == Exit(0, None)
        bot.kill()
        left = [pid for pid in tree if state(pid) and pid in process_tree(os.getpid())]
        assert all("janitor" in Path(f"/proc/{pid}/cmdline").read_text() for pid in left)
        assert eventually(lambda: "Z" not in [state(pid) for pid in tree])


def test_killing_leaves_neither_processes_nor_zombies_nor_groups(playground: Playground) -> None:
    for _ in range(5):
        with playground.bot("sh", "-c", "sleep 60.125 & sleep 60.125") as bot:
            find_below(os.getpid(), "sleep", "60.125")
            bot.kill()
            assert processes_with("60.125") == []
            assert groups_of(os.getpid()) == []
    states = [state(pid) for pid in process_tree(os.getpid())]
    assert "Z" not in states


def test_close_ends_every_bot_and_removes_the_run_folder(playground: Playground) -> None:
    launcher = playground.launcher
    with playground.listener() as (path, _):
        plan = LaunchPlan(("sleep", "60.25"), playground.folder(), path)
        bots = [launcher.launch(plan, seat) for seat in range(3)]
        launcher.close()
        assert [bot.exit() for bot in bots] == [Exit(None, signal.SIGKILL)] * 3
        assert processes_with("60.25") == []
        assert not launcher.run_dir.exists()
        launcher.close()
        with pytest.raises(SandboxError, match="closed"):
            launcher.launch(plan, seat=0)


@pytest.mark.parametrize("mode", ["sandbox", "unsafe"])
@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGKILL, None])
def test_bots_die_with_their_referee_however_it_ends(
    home: Path, end: signal.Signals | None, mode: str
) -> None:
    (home / "bot.py").write_text(DAEMON)
    mark = f"mark-{random.getrandbits(64)}"
    bot = ("python3", "bot.py", "stay", mark)
    with referee(REFEREE, str(home), "exits" if end is None else mode, *bot) as process:
        pid, run_dir = say(process)
        if end is None:
            process.wait(10)
        else:
            assert len(processes_with(mark)) > 4
            process.send_signal(end)
            process.wait(10)
        assert eventually(lambda: processes_with(mark) == []), processes_with(mark)
        assert eventually(lambda: not Path(run_dir).exists())
        assert eventually(lambda: groups_of(pid) == [])


def test_a_bot_that_calls_off_its_death_signal_dies_all_the_same(home: Path) -> None:
    mark = f"mark-{random.getrandbits(64)}"
    (home / "bot.py").write_text(
        "import ctypes, time\nprint(ctypes.CDLL(None).prctl(1, 0), flush=True)\ntime.sleep(60)"
    )
    bot = ("python3", "bot.py", mark)
    with referee(REFEREE, str(home), "sandbox", *bot) as process:
        _, run_dir = say(process)
        # Without the janitor, so that it is seen not to be its work.
        for janitor in processes_with("janitor.py"):
            if janitor in process_tree(process.pid):
                os.kill(janitor, signal.SIGKILL)
        process.kill()
        process.wait(10)
        shutil.rmtree(run_dir)
        assert eventually(lambda: processes_with(mark) == [], 2.0), processes_with(mark)


def test_a_referee_killed_amid_launches_leaves_nothing(home: Path) -> None:
    mark = f"9.{random.getrandbits(48)}"
    traces = []
    for _ in range(15):
        with referee(REFEREE, str(home), "racing", "sleep", mark) as process:
            traces.append(say(process))
            time.sleep(random.uniform(0, 0.2))
            process.kill()
            process.wait(10)
    assert eventually(lambda: processes_with(mark) == []), processes_with(mark)
    for pid, run_dir in traces:
        assert eventually(lambda pid=pid: groups_of(pid) == []), groups_of(pid)  # type: ignore[misc]
        assert eventually(lambda run_dir=run_dir: not Path(run_dir).exists())  # type: ignore[misc]


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
    with playground.bot("sleep", "60.5"):
        for pid in (find_below(os.getpid(), "sleep", "60.5"), *children(os.getpid())):
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
