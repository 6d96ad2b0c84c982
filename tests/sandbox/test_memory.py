"""Bots that take more memory than they may, in plain ways and in hidden ones."""

import pytest

from arena.sandbox import Exit, Limits
from tests.sandbox.support import Playground, Ran, eventually, outcomes

USUAL = Limits(memory_mib=256)
SMALL = Limits(memory_mib=96)
SLACK_MIB = 64
"""How far above its limit a bot may be found: what the watchdog sees at one of its looks."""

ATTEMPTS = 10
"""Looks are late on a host that is busy with other things, so the best of these is judged."""

HOG = """
import mmap, os, sys, time
kind, mib = sys.argv[1], 1 << 20
kept = []
def take(count):
    flags = mmap.MAP_SHARED if kind == "shared" else mmap.MAP_PRIVATE
    for _ in range(count // 8):
        if kind == "memfd":
            file = os.memfd_create("x")
            os.truncate(file, 8 * mib)
            kept.append(mmap.mmap(file, 8 * mib))
        else:
            kept.append(mmap.mmap(-1, 8 * mib, flags | mmap.MAP_ANONYMOUS))
        for _ in range(8):
            kept[-1].write(b"x" * mib)
            os.write(1, b".")
if kind == "children":
    for _ in range(16):
        if not os.fork():
            take(64)
            time.sleep(60)
    time.sleep(60)
else:
    take(1024)
print("survived")
"""
"""Takes 1 GiB and writes a dot for each MiB that it has filled."""


def taken(ran: Ran) -> int:
    return ran.text.count(".")


@pytest.mark.promise(15)
@pytest.mark.parametrize("kind", ["private", "shared", "children"])
def test_memory_over_the_limit_ends_the_bot_near_it_and_is_named(
    playground: Playground, kind: str
) -> None:
    most = []
    for _ in range(ATTEMPTS):
        ran = playground.python(HOG, kind, limits=USUAL)
        assert ran.hit == "memory 256 MiB"
        assert "survived" not in ran.text
        # The kernel ends one process of a group, the referee then the others.
        assert ran.exit == Exit(None, 9) or playground.launcher.memory != "watchdog"
        most.append(taken(ran))
        if most[-1] <= 256 + SLACK_MIB:
            break
    assert 200 <= min(most) <= 256 + SLACK_MIB, most


@pytest.mark.promise(16)
def test_anonymous_files_count_or_cannot_be_had(playground: Playground) -> None:
    ran = playground.python(HOG, "memfd", limits=SMALL)
    if playground.launcher.memory == "watchdog":
        assert ran.exit == Exit(1, None)
        assert "not implemented" in ran.text
    else:
        assert ran.hit == "memory 96 MiB"
        assert taken(ran) <= 96


@pytest.mark.promise(16)
def test_memory_that_is_in_no_process_cannot_be_had(playground: Playground) -> None:
    found = playground.python(
        outcomes(
            "call('shmget', 0, 1 << 20, 0o1600)",
            "call('msgget', 0, 0o1600)",
            "call('mq_open', b'/queue', 66, 0o600, 0)",
            "call('memfd_secret', 0)",
        )
    ).result
    assert set(found.values()) == {"ENOSYS"}


@pytest.mark.promise(16)
def test_temporary_folders_are_small(playground: Playground) -> None:
    ran = playground.python(
        """
import errno, json, os
filled = []
for path in ("/tmp/f", "/dev/shm/f"):
    with open(path, "wb", buffering=0) as file:
        os.unlink(path)
        try:
            while True:
                file.write(bytes(1 << 20))
        except OSError as error:
            filled.append([file.tell() >> 20, errno.errorcode[error.errno]])
        try:
            os.posix_fallocate(file.fileno(), 0, 1 << 30)
        except OSError as error:
            filled[-1].append(errno.errorcode[error.errno])
print(json.dumps(filled))
""",
        limits=Limits(tmp_mib=4),
    )
    assert ran.result == [[4, "ENOSPC", "ENOSPC"]] * 2


@pytest.mark.promise(16)
def test_temporary_files_count_as_memory(playground: Playground) -> None:
    ran = playground.python(
        """
import os, time
for path in ("/tmp/f", "/dev/shm/f"):
    with open(path, "wb", buffering=0) as file:
        os.unlink(path)
        for _ in range(64):
            file.write(bytes(1 << 20))
            os.write(1, b".")
        os.dup(file.fileno())
time.sleep(60)
""",
        limits=Limits(memory_mib=96, tmp_mib=100),
    )
    assert ran.hit == "memory 96 MiB"
    assert 48 <= taken(ran) <= 96 + SLACK_MIB


@pytest.mark.promise(16)
def test_a_flood_of_empty_files_is_stopped(playground: Playground) -> None:
    ran = playground.python(
        """
import os
for number in range(200_000):
    os.close(os.open(f"/{('tmp', 'dev/shm')[number % 2]}/{number}", os.O_CREAT | os.O_WRONLY))
print("made all")
""",
        limits=SMALL,
    )
    assert "made all" not in ran.text
    watched = playground.launcher.memory == "watchdog"
    assert ran.hit == ("temporary files 20000" if watched else "memory 96 MiB")


TAKES_80 = """
import os, time
kept = b"x" * (80 << 20)
while not os.path.exists("end"):
    time.sleep(0.01)
"""


def test_the_most_memory_that_a_bot_had_can_be_asked_also_after_its_end(
    playground: Playground,
) -> None:
    folder = playground.folder(bot_py=TAKES_80)
    with playground.bot("python3", "-I", "bot.py", folder=folder) as bot:
        assert eventually(lambda: (bot.peak_bytes() or 0) >> 20 >= 80)  # it has been looked at
        (folder / "end").touch()
        assert bot.wait(20) == Exit(0, None)
        bot.kill()
        peak = bot.peak_bytes()
        assert peak is not None
        assert 80 <= peak >> 20 < 160
