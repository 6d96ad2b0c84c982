"""Bots without a sandbox: nothing is confined, but everything is tidy."""

import signal
from pathlib import Path

import pytest

from arena.sandbox import Exit, LaunchPlan, Limits, open_launcher
from tests.sandbox.support import DAEMON, Playground, eventually, processes_with


def test_the_level_says_so(unsafe: Playground) -> None:
    assert (unsafe.launcher.level, unsafe.launcher.memory) == ("none", "none")


def test_it_needs_no_bwrap(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    monkeypatch.setenv("ARENA_BWRAP", "/no/such/bwrap")
    with open_launcher(unsafe_no_sandbox=True) as launcher:
        assert Playground(launcher, home).run("echo", "hi").text == "hi\n"


def test_the_environment_is_clean_and_leads_to_the_socket(
    unsafe: Playground, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLANTED_SECRET", "sesame-4711")
    code = (
        "import json, os, socket; e = os.environ\n"
        "socket.socket(socket.AF_UNIX).connect(e['ARENA_ENDPOINT'].removeprefix('ipc://'))\n"
        "print(json.dumps([dict(e), os.getcwd()]))"
    )
    folder = unsafe.folder(bot_py=code)
    with unsafe.listener() as (path, _):
        bot = unsafe.launcher.launch(LaunchPlan(("python3", "bot.py"), folder, path), seat=0)
        bot.wait(10)
        bot.kill()
        text = bot.log_tail(8000)
    assert bot.endpoint == f"ipc://{path}"
    assert bot.exit() == Exit(0, None), text
    assert str(folder) in text
    assert "sesame" not in text


def test_exits_and_output_limits_are_seen_as_in_a_sandbox(unsafe: Playground, home: Path) -> None:
    assert unsafe.run("sh", "-c", "exit 3").exit == Exit(3, None)
    assert unsafe.run("sh", "-c", "kill -SEGV $$").exit == Exit(None, signal.SIGSEGV)
    code = "import os\nwhile True: os.write(1, b'x' * 65536)"
    with unsafe.bot("python3", "-c", code, limits=Limits(output_kib=64)) as bot:
        bot.log_to(home / "log")
        assert bot.wait(10) is not None
        assert bot.limit_hit() == "output 64 KiB"
    ran = unsafe.run("python3", "-c", "while True: pass", limits=Limits(cpu_seconds=1))
    assert (ran.hit, ran.exit) == ("cpu 1 s", Exit(None, signal.SIGXCPU))


def test_programs_of_ours_are_used_where_they_are(unsafe: Playground, home: Path) -> None:
    script = home / "adapter.py"
    script.write_text("import sys; print(*sys.argv)")
    with unsafe.listener() as (path, _):
        argv = ("python3", "/run/adapter.py", "/bin/true")
        plan = LaunchPlan(argv, unsafe.folder(), path, programs={"/run/adapter.py": script})
        bot = unsafe.launcher.launch(plan, seat=0)
        bot.wait(10)
        bot.kill()
    assert bot.log_tail() == f"{script} /bin/true\n"


def test_a_daemon_that_has_left_the_process_group_dies_with_its_bot(unsafe: Playground) -> None:
    folder = unsafe.folder(bot_py=DAEMON)
    with (
        unsafe.bot("sleep", "60.75", seat=1) as other,
        unsafe.bot("python3", "bot.py", "mark-77", folder=folder) as bot,
    ):
        assert bot.wait(10) == Exit(0, None)
        assert len(processes_with("mark-77")) == 1
        bot.kill()
        assert eventually(lambda: processes_with("mark-77") == [])
        assert other.exit() is None
