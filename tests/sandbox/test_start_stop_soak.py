"""Many starts and stops, with SIGKILL at random moments, leave nothing behind.

What is killed: referees, bwrap, everything inside a sandbox, and janitors. A referee whose janitor
was killed is left to end by itself: nobody is there to clean up when both are gone, as the next
referee to start does for control groups only.
"""

import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.sandbox.watchdog import process_tree
from tests.sandbox.conftest import ways
from tests.sandbox.support import PROJECT, SECONDS, eventually, processes_with

REFEREES = 3
"""At the same time."""
LIFE_S = 1.5
"""Referees live at most that long after their first start, which takes half a second to come."""
PAUSE_S = 0.03
"""At most, between two kills."""
GONE_S = 30.0
"""For what takes janitors half a second where nobody else wants the processor."""


class Referee:
    """One that starts bots, and its fate."""

    def __init__(self, chance: random.Random, home: Path, *argv: str) -> None:
        self.fate = chance.choice(["killed", "killed", "ended", "ended without janitor"])
        self.life_s = chance.uniform(0, LIFE_S)
        # A quarter of them does not get that far.
        self.ends = time.monotonic() + (chance.uniform(0, 0.6) if chance.random() < 0.25 else 60)
        words = (chance.choice(ways()), str(chance.getrandbits(32)), str(home), *argv)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.sandbox.starting_referee", *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=PROJECT,
            # Run folders are made there, also those of which nobody lives to tell.
            env=os.environ | {"TMPDIR": str(home)},
        )
        assert self.process.stdout is not None
        os.set_blocking(self.process.stdout.fileno(), False)
        self.ready = False

    def starts(self) -> int:
        """How many there were since the last look."""
        assert self.process.stdout is not None
        text: bytes = self.process.stdout.read() or b""
        if text and not self.ready:
            self.ready = True
            self.ends = time.monotonic() + self.life_s
        return text.count(b".")

    def strike(self, chance: random.Random) -> None:
        """SIGKILL to a process below it: mostly one of a bot, perhaps the janitor."""
        tree = process_tree(self.process.pid)[1:]
        janitors = {pid for pid in tree if b"janitor.py" in command(pid)}
        if self.fate == "ended without janitor" and chance.random() < 0.1:
            kill(chance.choice([*janitors, 0]), self.process.pid)
        else:
            kill(chance.choice([*set(tree) - janitors, 0]), self.process.pid)

    def end(self) -> int:
        """By its fate; returns the rest of its starts. It has nothing left of its own then."""
        if self.fate == "killed":
            self.process.kill()
        assert self.process.stdout is not None
        os.set_blocking(self.process.stdout.fileno(), True)
        output, errors = self.process.communicate(timeout=SECONDS)
        assert self.process.returncode == (-signal.SIGKILL if self.fate == "killed" else 0), errors
        assert b"Traceback" not in errors, errors
        if self.fate != "killed":
            assert json.loads(output.lstrip(b".")) == [[], 0]
        return output.count(b".")


def command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def kill(pid: int, referee: int) -> None:
    """SIGKILL, if the process is still one of the referee's; 0 is none."""
    with contextlib.suppress(OSError):
        descriptor = os.pidfd_open(pid) if pid else -1
        if pid in process_tree(referee):
            signal.pidfd_send_signal(descriptor, signal.SIGKILL)
        if pid:
            os.close(descriptor)


def groups(pids: set[int]) -> list[str]:
    """The control groups that are left of these referees."""
    return [
        name
        for _, names, _ in os.walk("/sys/fs/cgroup")
        for name in names
        if name.startswith("hokm-bot-") and int(name.split("-")[2]) in pids
    ]


@pytest.fixture
def home() -> Iterator[Path]:
    """A folder with a short path, so that run folders fit below it."""
    with tempfile.TemporaryDirectory(prefix="hokm-test-", dir="/tmp") as name:
        path = Path(name)
        path.chmod(0o755)
        yield path


@pytest.mark.promise(21)
@pytest.mark.parametrize(
    "starts",
    [
        pytest.param(500, marks=pytest.mark.timeout(600)),
        pytest.param(10_000, marks=[pytest.mark.soak, pytest.mark.timeout(3600)]),
    ],
)
def test_starts_and_stops_under_sigkill_leave_nothing_behind(home: Path, starts: int) -> None:
    seed = random.getrandbits(32)
    print(f"seed {seed}")
    chance = random.Random(seed)
    mark = f"9.{random.getrandbits(48)}"
    pids = set()
    seen = 0
    referees: list[Referee] = []
    try:
        while seen < starts or referees:
            while len(referees) < REFEREES and seen < starts:
                referees.append(Referee(chance, home, "sleep", mark))
                pids.add(referees[-1].process.pid)
            time.sleep(chance.uniform(0, PAUSE_S))
            referee = chance.choice(referees)
            if time.monotonic() < referee.ends:
                seen += referee.starts()
                if referee.ready:  # without its trial run it would say that it cannot start bots
                    referee.strike(chance)
            else:
                referees.remove(referee)
                seen += referee.end()
    finally:
        for referee in referees:
            referee.process.kill()
            referee.process.communicate()
    print(f"{seen} starts of {len(pids)} referees")
    deadline = time.monotonic() + GONE_S
    for left in (
        lambda: processes_with(mark),
        lambda: processes_with(str(home)),  # referees and janitors
        lambda: groups(pids),
        lambda: list(home.iterdir()),  # run folders, with their sockets
    ):
        assert eventually(lambda: left() == [], deadline - time.monotonic()), left()  # noqa: B023
