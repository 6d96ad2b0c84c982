"""Matches a second of a whole tournament, runner and store included, and its memory."""

import contextlib
import json
import subprocess
import sys
from collections.abc import Mapping
from uuid import uuid4

from arena.bench.bots import write_first
from arena.bench.figures import Case, Unit
from arena.bench.place import Place
from arena.errors import HostError

JOBS_EACH = 2
"""Jobs for each referee process, so that starting and ending weigh the same with one and two."""
JOB_PAIRS = 10
PATIENCE_S = 30.0
"""For a process that is done, or was told to stop."""

CONFIG = """\
[tournament]
name = "bench"
seed = "bench"
cycles = {cycles}
batch = {batch}

[[bots]]
path = "first"

[[bots]]
path = "second"
"""


def throughput_case(place: Place, cores: int) -> Case:
    """With one referee process, and with two where there are two cores."""
    figures: dict[str, Unit] = {"j1": "/s"}
    if cores > 1:
        figures |= {"j2": "/s", "j2:j1": "×"}
    figures |= {"runner": "MiB", "worker": "MiB"}

    def measure() -> Mapping[str, float]:
        one = play_league(place, 1)
        measured = {"j1": _rate(one)}
        if cores > 1:
            one = two = play_league(place, 2)
            measured |= {"j2": _rate(two), "j2:j1": _rate(two) / measured["j1"]}
        memory = {name: one[f"{name}_kib"] / 1024 for name in ("runner", "worker")}
        return measured | memory

    about = "from its first start to its last end"
    return Case("run", about, figures, measure)


def play_league(place: Place, processes: int) -> Mapping[str, float]:
    """What `league.py` says of a tournament with so many referee processes.

    Raises:
        HostError: it failed.
    """
    if not (place.folder / "second").exists():
        write_first(place.folder / "second", "second")
    config = place.folder / f"league-{processes}.toml"
    cycles = processes * JOBS_EACH * JOB_PAIRS
    config.write_text(CONFIG.format(cycles=cycles, batch=JOB_PAIRS), "utf-8")
    store = place.folder / f"{uuid4().hex}.sqlite"
    said = _run([str(config), str(store), str(processes)])
    if said["pairs"] != cycles:
        raise HostError(f"a tournament of {cycles} pairs ended after {said['pairs']}")
    return said


def _run(arguments: list[str]) -> dict[str, float]:
    """One line of JSON; a Ctrl-C is meant for this process alone, which ends the other."""
    command = [sys.executable, "-m", "arena.bench.league", *arguments]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            line = process.stdout.readline()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(PATIENCE_S)
        finally:
            process.stdin.close()
            try:
                process.wait(PATIENCE_S)
            except subprocess.TimeoutExpired:
                process.kill()
    try:
        said = json.loads(line)
    except ValueError:
        code = process.returncode
        raise HostError(f"a tournament ended without a word, exit code {code}") from None
    if "error" in said:
        raise HostError(said["error"])
    return {name: float(value) for name, value in said.items()}


def _rate(said: Mapping[str, float]) -> float:
    return 2 * said["pairs"] / said["seconds"]
