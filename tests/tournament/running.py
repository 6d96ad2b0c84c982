"""`arena run` as a process, watched from outside."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arena.registry import keep_bot, load_bot, shipped
from arena.store import Store
from tests.tournament.places import Place, Tables

ARENA = Path(sys.executable).with_name("arena")
PATIENCE = 60.0
"""Seconds for anything that takes one on a machine with nothing else to do."""

SHORT: Mapping[str, Mapping[str, Any]] = {"match": {"rules": {"target": 1}}, "deals": {"decks": 2}}
"""What makes matches of each format a tenth as long, where a tournament is about something else."""

BRAKE = Path("__pycache__", "brake")
"""Where the copy of a braked bot that plays holds this file, the bot waits. It is no part of its
version."""

BRAKED = """
import os, time
from hokm_kit import Bot, run


class Braked(Bot):
    def choose(self, observation, legal):
        while os.path.exists("__pycache__/brake"):
            time.sleep(0.01)
        return legal[0]


run(Braked, name="braked")
"""


def eventually(
    condition: Callable[[], object], seconds: float = PATIENCE, every: float = 0.01
) -> bool:
    """Wait until the condition holds; whether it did."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(every)
    return True


@dataclass(frozen=True)
class Arena:
    """A place in which the `arena` command is used; its temporary files are kept apart."""

    place: Place
    prefix: tuple[str | Path, ...] = ()
    """What the command is run by."""
    elsewhere: Path | None = None
    """Where temporary files are, if not in the place."""

    @property
    def temporary(self) -> Path:
        """Where the command and all it starts keep temporary files."""
        return self.elsewhere or self.place.folder / "tmp"

    @property
    def environment(self) -> Mapping[str, str]:
        """It marks every process that is started and not confined."""
        return os.environ | {"TMPDIR": str(self.temporary)}

    def braked(self) -> Path:
        """A bot that can be held up from outside; deterministic but for that."""
        kit = (shipped("bots") / "random" / "hokm_kit.py").read_text("utf-8")
        return self.place.bot("braked", files={"bot.py": BRAKED, "hokm_kit.py": kit})

    def brake(self, bot: Path) -> Path:
        """The file that holds a braked bot up while it is there."""
        library = self.place.store.with_name(f"{self.place.store.name}.bots")
        path = keep_bot(load_bot(bot), library).program.folder / BRAKE
        path.parent.mkdir(exist_ok=True)
        path.parent.chmod(0o755)
        return path

    def write(
        self, bots: list[str | Path], rules: Mapping[str, int] | None = None, **tournament: Any
    ) -> Path:
        """A config in this place; a name means the shipped bot."""
        paths = [shipped("bots") / bot if isinstance(bot, str) else bot for bot in bots]
        tables: Tables = {
            "tournament": {"name": "league", "seed": "runner", **tournament},
            "rules": rules or {},
            "time": {"move_ms": 60_000, "startup_ms": 60_000},
            "bots": [{"path": str(path)} for path in paths],
        }
        return self.place.config(tables)

    @contextmanager
    def start(self, *arguments: str | Path) -> Iterator["subprocess.Popen[str]"]:
        """The command in a process group of its own.

        It is killed at the end if it still runs. If it has ended nothing is tidied up behind it.
        """
        self.temporary.mkdir(exist_ok=True)
        self.temporary.chmod(0o755)
        with subprocess.Popen(
            [*self.prefix, ARENA, *arguments, "--store", self.place.store],
            cwd=self.place.folder,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        ) as process:
            try:
                yield process
            finally:
                if process.poll() is None:
                    os.killpg(process.pid, signal.SIGKILL)

    def run(self, *arguments: str | Path) -> "subprocess.CompletedProcess[str]":
        """The command to its end."""
        with self.start(*arguments) as process:
            out, err = process.communicate(timeout=PATIENCE)
        return subprocess.CompletedProcess(process.args, process.returncode, out, err)

    def done(self) -> set[str]:
        """Pairs that are stored."""
        if not self.place.store.exists():
            return set()
        with Store(self.place.store) as store:
            return set(store.pairs_done("league")) if store.tournament_names() else set()

    def records(self) -> dict[str, Any]:
        """Stored records by match; what was measured is taken out."""
        with Store(self.place.store) as store:
            found = [json.loads(line) for line in store.record_lines("league")]
        for record in found:
            # A bot that was killed from outside before its first decision left none.
            decisions = len(record.pop("times_us"))
            assert decisions > 0 or record["result"]["reason"] == "forfeit"
            record.pop("withheld_us")
            record.pop("frozen")
        by_match = {record["match"]: record for record in found}
        assert len(by_match) == len(found)
        return by_match

    def processes(self) -> dict[int, str]:
        """Living processes of this place, by what gives them away.

        In a sandbox the environment is empty, but sockets and bots are mounted from here. Mounts
        say nothing of a process that sees those of this one: if this place were itself a mount,
        every process of the machine would seem to be of it, and what is left over is killed.
        """
        token = self.place.folder.name.encode()
        found = {}
        for entry in os.listdir("/proc"):
            if not entry.isdigit() or int(entry) == os.getpid():
                continue
            for file in ("environ", "cmdline", "mountinfo"):
                with suppress(OSError):
                    if file == "mountinfo" and _mounts_of(entry) == _mounts_of("self"):
                        continue
                    if token in Path("/proc", entry, file).read_bytes() and _alive(int(entry)):
                        found[int(entry)] = file
        return found

    def sandboxed(self) -> list[int]:
        """Those of them that are in a sandbox."""
        return [pid for pid, file in self.processes().items() if file == "mountinfo"]

    def referees(self) -> list[int]:
        """The referee processes."""
        found = []
        for pid in self.processes():
            with suppress(OSError):
                if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes():
                    found.append(pid)
        return found

    def bots_play(self) -> bool:
        """Whether referee processes have started bots; what tries the sandbox out comes before."""
        return bool(self.referees()) and bool(self.sandboxed())

    def is_clean(self) -> bool:
        """Whether no process and no temporary file is left."""
        return not self.processes() and not list(self.temporary.iterdir())

    def assert_clean(self) -> None:
        """Soon nothing is left."""
        clean = eventually(self.is_clean)
        left = self.processes()
        for pid in left:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        assert clean, (left, list(self.temporary.iterdir()))


def _mounts_of(process: str) -> str:
    """Its mount namespace."""
    return os.readlink(f"/proc/{process}/ns/mnt")


def _alive(pid: int) -> bool:
    """A zombie is dead; whether its parent collects it is not our matter."""
    state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    return state not in "ZX"
