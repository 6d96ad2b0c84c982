"""Bots that take more processes and processor time than they may, and what else is bounded."""

import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest

from arena.errors import InputError
from arena.sandbox import BotProcess, Exit, LaunchPlan, Limits
from arena.sandbox.watchdog import ProcessorTime, entries, process_tree
from tests.sandbox.support import Playground, eventually

ECHO = """
import socket
line = socket.socket(socket.AF_UNIX)
line.connect("/run/referee.sock")
while data := line.recv(100):
    line.sendall(data)
"""

TRIES = """
import os, signal, time
made = 0
for _ in range(2000):
    try:
        if not os.fork():
            signal.pause()
    except OSError:
        break
    made += 1
time.sleep(60)
"""
BOMB = """
import os, time
while True:
    try:
        os.fork()
    except OSError:
        time.sleep(0.01)
"""
THREADS = """
import threading, time
for _ in range(2000):
    threading.Thread(target=time.sleep, args=(60,)).start()
"""


def tasks(bot: BotProcess) -> int:
    """Processes and threads of a bot at this moment, without the two of bwrap."""
    tree = process_tree(bot._popen.pid)[2:]
    return sum(len(entries(f"/proc/{pid}/task")) for pid in tree)


@contextmanager
def echo(playground: Playground) -> Iterator[BotProcess]:
    """Another bot, which has to answer while this context lasts and at its end."""
    with playground.listener() as (path, server):
        plan = LaunchPlan(("python3", "bot.py"), playground.folder(bot_py=ECHO), path)
        bot = playground.launcher.launch(plan, seat=1)
        server.settimeout(10)
        line, _ = server.accept()
        line.settimeout(10)
        with closing(line):
            yield bot
            line.sendall(b"are you there?")
            assert line.recv(100) == b"are you there?"
        bot.kill()


@pytest.mark.promise(17)
@pytest.mark.parametrize("code", [TRIES, BOMB, THREADS], ids=["tries", "bomb", "threads"])
def test_a_fork_bomb_stops_at_the_process_limit_while_host_and_other_bot_work(
    playground: Playground, code: str
) -> None:
    limits = Limits(processes=40)
    with (
        echo(playground) as other,
        playground.bot("python3", "-I", "-c", code, limits=limits) as bot,
    ):
        most = 0
        assert eventually(lambda: bot.limit_hit() == "processes 40")
        for _ in range(20):
            most = max(most, tasks(bot))
            assert subprocess.run(["true"], check=True).returncode == 0
            time.sleep(0.01)
        assert most <= 40
        assert other.exit() is None
        assert playground.run("true").exit == Exit(0, None)


def test_a_bot_that_was_refused_a_process_is_still_held_to_its_memory(
    playground: Playground,
) -> None:
    code = """
import os, signal, time
try:
    while os.fork():
        pass
    signal.pause()
except OSError:
    time.sleep(0.5)
    kept = []
    while True:
        kept.append(b"x" * (1 << 20))
"""
    limits = Limits(processes=20, memory_mib=128)
    with playground.bot("python3", "-I", "-c", code, limits=limits) as bot:
        assert eventually(lambda: bot.limit_hit() == "processes 20")
        assert eventually(lambda: bot.limit_hit() == "memory 128 MiB")
        assert bot.wait(10) is not None


@pytest.mark.promise(18)
@pytest.mark.parametrize("processes", [1, 4])
def test_processor_time_is_bounded_over_all_processes(
    playground: Playground, processes: int
) -> None:
    code = (
        f"import os\nfor _ in range({processes - 1}):\n if not os.fork(): break\nwhile True: pass"
    )
    limits = Limits(cpu_seconds=1)
    used = 0.0
    with playground.bot("python3", "-I", "-c", code, limits=limits) as bot:
        while bot.exit() is None:
            used = max(used, ProcessorTime().look(process_tree(bot._popen.pid)))
            time.sleep(0.01)
    assert bot.limit_hit() == "cpu 1 s"
    assert 0.5 < used < 2  # the last look may have been a while before the end


@pytest.mark.promise(18)
def test_time_of_processes_that_have_ended_counts_too(playground: Playground) -> None:
    code = """
import os, time
while True:
    if not os.fork():
        while time.process_time() < 0.1: pass
        os._exit(0)
    os.wait()
"""
    ran = playground.python(code, limits=Limits(cpu_seconds=1))
    assert (ran.hit, ran.exit) == ("cpu 1 s", Exit(None, signal.SIGKILL))


def test_a_signal_for_processor_time_may_be_ignored_but_not_the_limit(
    playground: Playground,
) -> None:
    ran = playground.python(
        "import signal\nsignal.signal(signal.SIGXCPU, signal.SIG_IGN)\nwhile True: pass",
        limits=Limits(cpu_seconds=1),
    )
    assert (ran.hit, ran.exit) == ("cpu 1 s", Exit(None, signal.SIGKILL))


def test_open_files_core_files_and_locked_memory_are_bounded(playground: Playground) -> None:
    ran = playground.python(
        "import json, resource as r\n"
        "print(json.dumps([r.getrlimit(x) for x in (r.RLIMIT_NOFILE, r.RLIMIT_CORE, "
        "r.RLIMIT_MEMLOCK, r.RLIMIT_CPU, r.RLIMIT_RTPRIO)]))",
        limits=Limits(open_files=99, cpu_seconds=50),
    )
    assert ran.result == [[99, 99], [0, 0], [64 * 1024] * 2, [50, 52], [0, 0]]


def test_limits_must_be_positive_whole_numbers() -> None:
    with pytest.raises(InputError, match="memory_mib"):
        Limits(memory_mib=0)
    with pytest.raises(InputError, match="cpu_seconds"):
        Limits(cpu_seconds=1.5)  # type: ignore[arg-type]
