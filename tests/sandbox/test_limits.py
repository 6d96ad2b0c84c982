"""Bots that take more than they may, with control groups and with the watchdog."""

import os
import resource
import signal
import subprocess
import time
from pathlib import Path

import pytest

from arena.errors import InputError
from arena.sandbox import Exit, Limits, open_launcher
from tests.sandbox.support import Playground, Ran, eventually, outcomes
from tests.toolchains import needs

SMALL = Limits(memory_mib=96)
HOG = """
import mmap, os, sys, time
kind, step = sys.argv[1], 8 << 20
kept = []
def touch(flags):
    area = mmap.mmap(-1, step, flags | mmap.MAP_ANONYMOUS)
    for page in range(0, step, 4096):
        area[page] = 1
    kept.append(area)
for _ in range(40):
    if kind == "children":
        if not os.fork():
            touch(mmap.MAP_PRIVATE)
            time.sleep(5)
            os._exit(0)
    else:
        touch(mmap.MAP_SHARED if kind == "shared" else mmap.MAP_PRIVATE)
time.sleep(3)
print("survived")
"""


def run_hog(playground: Playground, kind: str) -> Ran:
    return playground.python(HOG, kind, limits=SMALL)


@pytest.mark.parametrize("kind", ["private", "shared", "children"])
def test_memory_over_the_limit_ends_the_bot_and_is_named(each_way: Playground, kind: str) -> None:
    ran = run_hog(each_way, kind)
    assert "survived" not in ran.text
    assert ran.hit == "memory 96 MiB"
    assert ran.exit == Exit(None, signal.SIGKILL) or each_way.launcher.memory != "watchdog"


def test_memory_that_no_watchdog_sees_cannot_be_had(home: Path) -> None:
    if os.uname().machine != "x86_64":
        pytest.skip("the numbers in this test are those of x86-64")
    calls = outcomes(
        "call(319, b'', 0)",  # memfd_create
        "call(29, 0, 1 << 20, 0o600)",  # shmget
        "call(240, b'/queue', 0)",  # mq_open
    )
    with open_launcher(cgroups=False) as launcher:
        found = Playground(launcher, home).python(calls).result
    assert set(found.values()) == {"ENOSYS"}


def test_temporary_folders_are_small(playground: Playground) -> None:
    ran = playground.python(
        """
import errno, json
filled = []
for path in ("/tmp/f", "/dev/shm/f"):
    with open(path, "wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(1 << 20))
        except OSError as error:
            filled.append([file.tell() >> 20, errno.errorcode[error.errno]])
print(json.dumps(filled))
""",
        limits=Limits(tmp_mib=4),
    )
    assert ran.result == [[4, "ENOSPC"], [4, "ENOSPC"]]


def test_a_flood_of_empty_files_is_stopped(each_way: Playground) -> None:
    ran = each_way.python(
        """
import os
for number in range(300_000):
    os.close(os.open(f"/tmp/{number}", os.O_CREAT | os.O_WRONLY))
print("made all")
""",
        limits=SMALL,
    )
    assert "made all" not in ran.text
    assert ran.hit in {"memory 96 MiB", "temporary files 20000"}


def test_a_fork_bomb_stops_at_the_process_limit_and_others_go_on(each_way: Playground) -> None:
    with each_way.bot("python3", "-I", "-c", "input() if 0 else __import__('time').sleep(9)") as b:
        ran = each_way.python(
            """
import os, signal, time
made = 0
for _ in range(2000):
    try:
        if not os.fork():
            signal.pause()
    except OSError as error:
        break
    made += 1
time.sleep(0.3)
print(made, flush=True)
os.kill(0, signal.SIGKILL)
""",
            limits=Limits(processes=40),
        )
        assert ran.hit == "processes 40"
        # The watchdog may get there before the bot can say how far it came.
        assert not ran.text or 30 <= int(ran.text) <= 40
        assert subprocess.run(["true"], check=True).returncode == 0
        assert b.exit() is None
        assert each_way.run("true").exit == Exit(0, None)


def test_a_bot_that_was_refused_a_process_is_still_held_to_its_memory(
    each_way: Playground,
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
    with each_way.bot("python3", "-I", "-c", code, limits=limits) as bot:
        assert eventually(lambda: bot.limit_hit() == "processes 20")
        assert eventually(lambda: bot.limit_hit() == "memory 128 MiB")
        assert bot.wait(10) is not None


@pytest.mark.parametrize("processes", [1, 3])
def test_processor_time_is_bounded_over_all_processes(each_way: Playground, processes: int) -> None:
    started = time.monotonic()
    ran = each_way.python(
        f"import os\nfor _ in range({processes - 1}): os.fork() or [0 for _ in iter(int, 1)]\n"
        "while True: pass",
        limits=Limits(cpu_seconds=1),
    )
    assert ran.hit == "cpu 1 s"
    assert time.monotonic() - started < 4


def test_a_signal_for_processor_time_may_be_ignored_but_not_the_limit(
    each_way: Playground,
) -> None:
    ran = each_way.python(
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


@pytest.mark.parametrize("stream", [1, 2])
def test_a_flood_of_output_ends_the_bot_and_fills_nothing(
    playground: Playground, home: Path, stream: int
) -> None:
    log = home / "log"
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    code = f"import os\nwhile True: os.write({stream}, b'x' * 65536)"
    with playground.bot("python3", "-I", "-c", code, limits=Limits(output_kib=64)) as bot:
        bot.log_to(log)
        ended = bot.wait(10)
        bot.kill()
    assert ended is not None
    assert bot.limit_hit() == "output 64 KiB"
    assert log.stat().st_size == 64 * 1024
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 8 * 1024  # KiB


def test_the_output_limit_counts_anew_for_each_log(playground: Playground, home: Path) -> None:
    code = (
        "import os, time\n"
        "for n in range(3): os.write(1, b'%d' % n * 40_000); time.sleep(0.4)\n"
        "time.sleep(9)"
    )
    with playground.bot("python3", "-I", "-c", code, limits=Limits(output_kib=64)) as bot:
        for number in range(3):
            log = home / f"log{number}"
            bot.log_to(log)
            deadline = time.monotonic() + 10
            while not (log.exists() and log.stat().st_size == 40_000):
                assert time.monotonic() < deadline
                time.sleep(0.01)
            assert log.read_text() == str(number) * 40_000
        assert bot.limit_hit() is None
        assert bot.log_tail(5) == "22222"


def test_limits_must_be_positive_whole_numbers() -> None:
    with pytest.raises(InputError, match="memory_mib"):
        Limits(memory_mib=0)
    with pytest.raises(InputError, match="cpu_seconds"):
        Limits(cpu_seconds=1.5)  # type: ignore[arg-type]


HELLO = {
    "node": (
        {"hi.js": "console.log('hi', require('v8').getHeapStatistics().heap_size_limit >> 20)"},
        (),
        ("node", "hi.js"),
    ),
    "java": (
        {
            "Hi.java": "public class Hi { public static void main(String[] a) throws Exception {"
            "Thread t = new Thread(() -> System.out.println("
            '"hi " + (Runtime.getRuntime().maxMemory() >> 20))); t.start(); t.join(); } }'
        },
        ("javac", "Hi.java"),
        ("java", "-cp", "/bot", "Hi"),
    ),
    "c++": (
        {
            "hi.cc": "#include <iostream>\n#include <thread>\n"
            'int main() { std::thread([] { std::cout << "hi 0" << std::endl; }).join(); }'
        },
        ("g++", "-pthread", "-o", "hi", "hi.cc"),
        ("./hi",),
    ),
}


@pytest.mark.parametrize("language", HELLO)
def test_other_runtimes_start_within_the_usual_limits(each_way: Playground, language: str) -> None:
    files, build, argv = HELLO[language]
    for tool in (*build[:1], argv[0]):
        if not tool.startswith("./"):
            needs(tool)
    folder = each_way.folder()
    for name, text in files.items():
        (folder / name).write_text(text)
    if build:
        subprocess.run(build, cwd=folder, check=True)
    ran = each_way.run(*argv, folder=folder)
    assert ran.exit == Exit(0, None), ran.text
    said, megabytes = ran.text.split()[-2:]
    assert said == "hi"
    assert int(megabytes) <= 256  # the heap's limit, from inside
