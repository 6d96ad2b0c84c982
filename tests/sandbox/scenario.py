"""A short run through the sandbox that needs the standard library only.

Run as a script by other users and other interpreters than those of the test run, because who runs
the referee and where its interpreter lies decides how bots get their user id.
"""

import json
import os
import random
import sys
import time
from pathlib import Path
from typing import Any

from arena.sandbox import Limits, open_launcher
from arena.sandbox.identity import choose_identity
from arena.sandbox.programs import interpreter_roots
from tests.sandbox.support import (
    DAEMON,
    REFEREE,
    Playground,
    eventually,
    find_below,
    groups_of,
    outcomes,
    processes_with,
    referee,
    say,
)

RACES = 6


def main(home: Path) -> dict[str, Any]:
    with open_launcher() as launcher:
        found = look(Playground(launcher, home))
    return found | race(home)


def look(playground: Playground) -> dict[str, Any]:
    """What a few bots find, and what becomes of them."""
    launcher = playground.launcher
    identity = choose_identity(0, [playground.home, *interpreter_roots()])
    tried = playground.python(
        outcomes(
            "os.open('/proc/sys/kernel/core_pattern', os.O_WRONLY)",
            "open('/bot/new', 'w')",
            "open('/new', 'w')",
            "os.stat('/etc/shadow')",
            f"os.stat({str(playground.home)!r})",
            "call(272, 0x10000000)",
        )
    )
    inside = playground.python(
        """
import json, os, pwd
print(json.dumps([os.getuid(), os.listdir("/proc/self/fd")[:-1], os.listdir("/etc"),
    [n for n in os.listdir("/proc") if n.isdigit()], pwd.getpwuid(os.getuid()).pw_name]))
"""
    )
    hog = playground.python(
        "kept = []\nwhile True: kept.append(b'x' * (8 << 20))", limits=Limits(memory_mib=96)
    )
    bomb = playground.python(
        """
import os, signal, time
try:
    while os.fork():
        pass
    signal.pause()
except OSError:
    time.sleep(0.3)
    os.kill(0, signal.SIGKILL)
""",
        limits=Limits(processes=30),
    )
    with playground.bot("sleep", "60.5") as bot:
        status = Path(f"/proc/{find_below(os.getpid(), 'sleep', '60.5')}/status")
        uid = next(line.split()[1] for line in status.read_text().splitlines() if "Uid:" in line)
        bot.kill()
        left = processes_with("60.5\0")
    return {
        "level": launcher.level,
        "memory": launcher.memory,
        "way": "own" if identity.uid is None else "mapped" if identity.mapped else "spare",
        "tried": tried.result,
        "inside": inside.result,
        "hog": hog.hit,
        "bomb": bomb.hit,
        "user": int(uid),
        "left": left,
    }


def race(home: Path) -> dict[str, Any]:
    """Referees killed amid launches, and one with settled bots that leave daemons."""
    mark = f"9.{random.getrandbits(48)}"
    (home / "bot.py").write_text(DAEMON)
    traces = []
    for number in range(RACES):
        racing = ("racing", "sleep", mark) if number else ("sandbox", "python3", "bot.py", mark)
        with referee(REFEREE, str(home), *racing) as process:
            traces.append(say(process))
            time.sleep(random.uniform(0, 0.2))
            process.kill()
            process.wait(10)
    gone = eventually(lambda: not processes_with(mark), 5)
    for pid, run_dir in traces:
        gone &= eventually(lambda: not groups_of(pid) and not Path(run_dir).exists(), 5)  # noqa: B023
    return {"gone": gone}


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]))))
