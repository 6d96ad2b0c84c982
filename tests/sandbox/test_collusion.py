"""Two seats that try to signal to each other: one shouts in every way, the other listens."""

import json
import os
import sys

import pytest

from tests.sandbox.support import Playground, eventually, outcomes

KEY = 0x484F4B4D

SHARED = ["/usr/bin/env", "/bot/bot.py", "/bot/mailbox", "/usr", "/bot", "/proc/self/exe"]
"""What both of them see, the bot's folder included, because both have the same."""

LOCKS = [
    line
    for path in SHARED
    for line in (
        f"fcntl.flock(os.open({path!r}, os.O_RDONLY), fcntl.LOCK_EX | fcntl.LOCK_NB)",
        f"fcntl.flock(os.open({path!r}, os.O_RDONLY), fcntl.LOCK_SH)",
        f"fcntl.lockf(os.open({path!r}, os.O_RDONLY), fcntl.LOCK_SH)",
        f"fcntl.fcntl(os.open({path!r}, os.O_RDONLY), 37, bytes(32))",  # F_OFD_SETLK
        f"fcntl.fcntl(os.open({path!r}, os.O_RDONLY), 1024, 0)",  # F_SETLEASE
        f"fcntl.fcntl(os.open({path!r}, os.O_RDONLY), fcntl.F_NOTIFY, 1)",
    )
]
WATCHES = [
    "call('inotify_init1', 0)",
    "call('inotify_add_watch', 0, b'/usr', 1)",
    "call('fanotify_init', 0, 0)",
]
SYSTEM_V = [
    f"call('shmget', {KEY}, 4096, 0o1666)",
    f"call('msgget', {KEY}, 0o1666)",
    "call('mq_open', b'/hokm', 66, 0o666, 0)",
]

SHOUT = """
import time
for path in ("/tmp/hokm", "/dev/shm/hokm"):
    open(path, "w").write("hokm")
semaphores = libc.semget({key}, 1, 0o1666)
kept = []
for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM):
    kept.append(socket.socket(socket.AF_UNIX, kind))
    kept[-1].bind("\\0hokm" + str(int(kind)))
for _ in range(3):
    open("/bot/mailbox").read()
while True:
    os.write(1, b"SHOUT\\n")
    os.write(2, b"SHOUT\\n")
    time.sleep(0.01)
"""

LISTEN = """
import select, time
heard = dict(results)
heard["System V semaphores"] = libc.semget({key}, 1, 0)
lists = [open("/proc/sysvipc/" + name).readlines() for name in ("shm", "msg", "sem")]
heard["System V"] = list(map(len, lists))
for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM):
    name = "\\0hokm" + str(int(kind))
    with socket.socket(socket.AF_UNIX, kind) as sending, socket.socket(socket.AF_UNIX, kind) as own:
        heard["connect " + name] = sending.connect_ex(name)
        own.bind(name)  # taken names would be refused
heard["unix"] = open("/proc/net/unix").read().count("hokm")
# Locks of open file descriptions have no process, so those of the host are listed everywhere.
heard["locks"] = [line for line in open("/proc/locks") if " OFDLCK " not in line]
heard["temporary"] = os.listdir("/tmp") + os.listdir("/dev/shm")
heard["read at"] = [os.stat(path).st_atime_ns for path in {shared!r}]
for number in (1, 2):
    pipe = os.open(f"/proc/self/fd/{{number}}", os.O_RDONLY | os.O_NONBLOCK)
    # What was printed above may still be in it; who shouts leaves no tenth of a second free.
    for _ in range(100):
        heard[f"stream {{number}}"] = bool(select.select([pipe], [], [], 0.1)[0])
        if not heard[f"stream {{number}}"]:
            break
        time.sleep(0.05)
print(json.dumps(heard))
"""


@pytest.mark.promise(24)
def test_nothing_that_one_bot_does_is_heard_by_the_other(playground: Playground) -> None:
    listener = outcomes(*LOCKS, *WATCHES, *SYSTEM_V) + LISTEN.format(key=KEY, shared=SHARED)
    folder = playground.folder(
        shout_py=outcomes(*LOCKS, *WATCHES, *SYSTEM_V) + SHOUT.format(key=KEY),
        bot_py=listener,
        mailbox="",
    )
    before = playground.run("python3", "-I", "bot.py", folder=folder).result
    with playground.bot("python3", "-I", "shout.py", folder=folder, seat=1) as shouting:
        assert eventually(lambda: "SHOUT" in shouting.log_tail())
        during = playground.run("python3", "-I", "bot.py", folder=folder).result
        assert shouting.exit() is None
        said = shouting.log_tail(16_384)
    assert during == before
    refused = {before[line] for line in (*LOCKS, *WATCHES, *SYSTEM_V)}
    assert refused <= {"ENOLCK", "ENOSYS", "EPERM"}, refused
    shouted = json.loads(said.splitlines()[0])
    assert shouted.items() <= before.items()
    assert before["System V semaphores"] == -1
    assert before["System V"] == [1, 1, 1]  # the line of headings
    assert before["locks"] == []
    assert "hokm" not in before["temporary"]
    assert before["stream 1"] is before["stream 2"] is False


def test_the_streams_of_two_bots_are_two_pipes(playground: Playground) -> None:
    code = "import os\nprint(sorted({os.stat(n).st_ino for n in (1, 2)}))"
    with playground.bot("sleep", "60", seat=1) as other:
        mine = playground.python(code).result
        theirs = {os.stat(f"/proc/{other._popen.pid}/fd/{n}").st_ino for n in (1, 2)}
    assert len(mine) == len(theirs) == 1
    assert theirs.isdisjoint(mine)
    assert sys.stderr.fileno() not in theirs
