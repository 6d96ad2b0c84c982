"""Bots that print without end, and what of it is kept."""

import gc
from pathlib import Path

import pytest

from arena.sandbox import Limits
from arena.sandbox.output import TAIL_BYTES
from tests.sandbox.support import Playground, eventually

GIB = 1 << 30
MOST_MIB = 8

FLOODS = {
    "stdout": f"for _ in range({GIB} >> 16): os.write(1, line * 1024)",
    "stderr": f"for _ in range({GIB} >> 16): os.write(2, line * 1024)",
    "both": f"for _ in range({GIB} >> 17): os.write(1, line * 1024); os.write(2, line * 1024)",
    "endless line": f"for _ in range({GIB} >> 16): os.write(1, b'x' * 65536)",
    "byte by byte": f"for _ in range({GIB}): os.write(1, b'x')",
    "from many processes": "for _ in range(5): os.fork()\nwhile True: os.write(1, line * 1024)",
}


WHEN_TOLD = """import os, time
while not os.path.exists("go"):
    time.sleep(0.01)"""


def resident_kib(key: str) -> int:
    """What this process has (VmRSS) or has had at most (VmHWM) in memory."""
    text = Path("/proc/self/status").read_text()
    return int(next(line for line in text.splitlines() if line.startswith(key)).split()[1])


@pytest.mark.promise(19)
@pytest.mark.parametrize("flood", FLOODS)
def test_a_flood_of_output_ends_the_bot_and_fills_neither_memory_nor_disk(
    playground: Playground, home: Path, flood: str
) -> None:
    log = home / "log"
    code = f"{WHEN_TOLD}\nline = b'x' * 63 + b'\\n'\n{FLOODS[flood]}\nprint('all written')"
    folder = playground.folder(bot_py=code)
    gc.collect()
    Path("/proc/self/clear_refs").write_text("5")  # the most from now on
    before = resident_kib("VmRSS:")
    with playground.bot("python3", "-I", "bot.py", folder=folder) as bot:
        bot.log_to(log)
        (folder / "go").touch()
        ended = bot.wait(60)
        bot.kill()
    assert ended is not None
    assert bot.limit_hit() == "output 1024 KiB"
    assert log.stat().st_size == 1 << 20
    assert resident_kib("VmHWM:") - before < MOST_MIB * 1024
    assert len(bot.log_tail(1 << 20)) == TAIL_BYTES


def test_what_lies_in_the_pipe_is_no_flood_while_the_bot_is_under_its_limit(
    playground: Playground,
) -> None:
    code = "import os\nos.write(1, b'x' * 65536)\nos.write(2, b'y' * 65535 + b'\\n')"
    ran = playground.run("python3", "-I", "-c", code, limits=Limits(output_kib=128))
    assert ran.hit is None
    assert str(ran.exit) == "exit code 0"


def size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def test_the_output_limit_counts_anew_for_each_log(playground: Playground, home: Path) -> None:
    code = """
import os, time
for n in range(3):
    while not os.path.exists(f"go{n}"):
        time.sleep(0.01)
    os.write(1, b"%d" % n * 40_000)
time.sleep(60)
"""
    folder, limits = playground.folder(bot_py=code), Limits(output_kib=64)
    with playground.bot("python3", "-I", "bot.py", folder=folder, limits=limits) as bot:
        for number in range(3):
            log = home / f"log{number}"
            bot.log_to(log)
            (folder / f"go{number}").touch()
            assert eventually(lambda log=log: size(log) == 40_000)  # type: ignore[misc]
            assert log.read_text() == str(number) * 40_000
        assert bot.limit_hit() is None
        assert bot.log_tail(5) == "22222"
