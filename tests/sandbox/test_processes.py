"""What a bot can see of processes, tried from inside by bots that mean harm."""

import json
import os
import pty
import socket
import stat
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from tests.sandbox.support import (
    PROJECT,
    REFEREE,
    Playground,
    find_below,
    outcomes,
    referee,
    say,
    state,
)


@pytest.mark.promise(3)
def test_other_processes_can_be_neither_seen_nor_signalled(playground: Playground) -> None:
    with playground.bot("sleep", "10.4712", seat=1) as neighbour:
        other = find_below(os.getpid(), "sleep", "10.4712")
        ran = playground.python(
            outcomes(
                *(
                    line.format(pid)
                    for pid in (os.getpid(), os.getppid(), other)
                    for line in (
                        "os.kill({}, 0)",
                        "os.kill({}, signal.SIGKILL)",
                        "os.pidfd_open({})",
                        "os.getpgid({})",
                        "os.getpriority(os.PRIO_PROCESS, {})",
                    )
                )
            )
            # Everyone that it may signal; the first process ignores what it has no handler for.
            + """
signal.signal(signal.SIGTERM, signal.SIG_IGN)
for number in (signal.SIGTERM, signal.SIGKILL):
    for target in (-1, 1):
        try:
            os.kill(target, number)
        except OSError:
            pass
print(json.dumps([results, sorted(filter(str.isdigit, os.listdir("/proc")))]))
"""
        )
        assert neighbour.exit() is None
        assert state(other) == "S"
    results, seen = ran.result
    assert set(results.values()) == {"ESRCH"}, results
    assert len(seen) == 2
    assert max(map(int, seen)) < 5


@pytest.mark.promise(4)
def test_nothing_can_be_traced_or_read_from_memory(playground: Playground) -> None:
    with playground.bot("sleep", "10.4713", seat=1):
        other = find_below(os.getpid(), "sleep", "10.4713")
        found = playground.python(
            outcomes(
                "call('ptrace', 0, 0, 0, 0)",  # PTRACE_TRACEME
                *(
                    line.format(pid)
                    for pid in (1, 2, os.getpid(), other)
                    for line in (
                        "call('ptrace', 16, {}, 0, 0)",  # PTRACE_ATTACH
                        "call('ptrace', 0x4206, {}, 0, 0)",  # PTRACE_SEIZE
                        "call('process_vm_readv', {}, 0, 0, 0, 0, 0)",
                        "call('process_vm_writev', {}, 0, 0, 0, 0, 0)",
                        "call('kcmp', {0}, {0}, 0, 0, 0)",
                        "call('pidfd_getfd', {}, 0, 0)",
                    )
                ),
            )
        ).result
        assert set(found.values()) == {"EPERM"}, found
        found = playground.python(
            outcomes(
                "open('/proc/1/mem', 'r+b')",
                "open('/proc/self/mem', 'r+b')",
                *(f"open('/proc/{pid}/mem', 'rb')" for pid in (os.getpid(), other)),
            )
        ).result
        assert set(found.values()) <= {"EACCES", "ENOENT", "EROFS"}, found


READ_FIRST = """
import json
text = b""
try:
    with open("/proc/1/mem", "rb", buffering=0) as memory:
        for line in open("/proc/1/maps"):
            start, end = (int(word, 16) for word in line.split()[0].split("-"))
            try:
                memory.seek(start)
                text += memory.read(end - start)
            except (OSError, OverflowError):
                pass
except PermissionError:
    pass
print(json.dumps([len(text), text.count(b"an argument"), text.count(b"sesame")]))
"""


@pytest.mark.promise(4)
def test_the_memory_of_the_first_process_holds_nothing_of_the_referee(
    playground: Playground, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLANTED_SECRET", "sesame-4711")
    size, arguments, secrets = playground.python(READ_FIRST, "an argument").result
    assert secrets == 0
    # Where the bot has another user id than bwrap it can read nothing, else the command it knows.
    assert (size > 0) == (arguments > 0)


LOOK_AROUND = """
import glob, json, os
told = b""
for path in glob.glob("/proc/[0-9]*/environ") + glob.glob("/proc/[0-9]*/cmdline"):
    try:
        told += open(path, "rb").read()
    except PermissionError:
        pass
streams = [os.readlink(f"/proc/self/fd/{n}").split(":")[0] for n in (0, 1, 2)]
print(json.dumps([repr(told), streams]), flush=True)
"""


@pytest.mark.promise(5, 6)
def test_neither_environment_nor_command_line_tells_of_the_host_and_no_stream_is_its_terminal(
    home: Path,
) -> None:
    (home / "bot.py").write_text(LOOK_AROUND)
    leader, follower = pty.openpty()
    bot = ("python3", "bot.py", "argument")
    secret = {"PLANTED_SECRET": "sesame-4711"}
    with (
        closing(os.fdopen(leader)),
        closing(os.fdopen(follower)),
        referee(REFEREE, str(home), "tells", *bot, terminal=follower, **secret) as process,
    ):
        _, run_dir = say(process)
        told, streams = json.loads(say(process))
    for known in ("bot.py", "argument", "ARENA_ENDPOINT=ipc:///run/referee.sock"):
        assert known in told
    for unknown in ("PLANTED", "sesame", str(home), run_dir, str(PROJECT / "tests")):
        assert unknown not in told
    assert streams == ["/dev/null", "pipe", "pipe"]


@pytest.mark.promise(6)
def test_standard_streams_are_all_that_is_inherited(playground: Playground) -> None:
    with ExitStack() as stack:
        inheritable = [os.open("/etc/hostname", os.O_RDONLY), *pty.openpty(), *os.pipe()]
        for descriptor in inheritable:
            stack.callback(os.close, descriptor)
        inheritable.append(stack.enter_context(closing(socket.socket(socket.AF_UNIX))).fileno())
        for descriptor in inheritable:
            os.set_inheritable(descriptor, True)
        ran = playground.python(
            """
import json, os, sys
names = os.listdir("/proc/self/fd")
modes = {n: os.stat(int(n)).st_mode for n in names if os.path.exists(f"/proc/self/fd/{n}")}
ttys = [n for n in (0, 1, 2) if os.isatty(n)]
print(json.dumps([modes, ttys, sys.stdin.read(), os.getsid(0), os.path.exists("/dev/tty")]))
"""
        )
    modes, ttys, given, session, tty = ran.result
    assert {name: stat.S_IFMT(mode) for name, mode in modes.items()} == {
        "0": stat.S_IFCHR,
        "1": stat.S_IFIFO,
        "2": stat.S_IFIFO,
    }
    assert (ttys, given, tty) == ([], "", False)
    assert session != os.getsid(0)
