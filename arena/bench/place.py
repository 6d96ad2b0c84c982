"""Where cases run: a temporary folder, a launcher, and one core."""

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from arena.bench.bots import BenchBot, bench_bots
from arena.bench.compiled import compiled_bots
from arena.registry import Workbench
from arena.sandbox import Detection, Launcher, open_launcher
from arena.tournament import LeftOut


@dataclass(frozen=True, slots=True)
class Place:
    """What cases share."""

    folder: Path
    """Temporary; other users can pass through it, and not list it."""
    launcher: Launcher
    bots: tuple[BenchBot, ...]
    left_out: tuple[LeftOut, ...]
    """Bots that this host cannot build or run."""
    say: Callable[[str], None]
    """Told what takes long and is not measured."""

    def bot(self, name: str) -> BenchBot:
        """The bot of that name."""
        return next(bot for bot in self.bots if bot.name == name)


@contextmanager
def open_place(sandbox: Detection, say: Callable[[str], None]) -> Iterator[Place]:
    """A place; nothing of it is left behind.

    Raises:
        SandboxError: bots cannot be confined.
        InputError: a shipped bot's folder is not in order.
    """
    with tempfile.TemporaryDirectory(prefix="hokm-bench-") as name:
        folder = Path(name)
        folder.chmod(0o711 if os.geteuid() == 0 else 0o700)
        bots, left_out = bench_bots(folder)
        builds = Workbench(sandbox)
        compiled, not_built = compiled_bots(folder / "cpp", folder / "bots", builds, say)
        with one_core():
            # Its threads stay on that core; a case says itself where it runs.
            launcher = open_launcher(detection=sandbox)
        with launcher:
            yield Place(folder, launcher, (*bots, *compiled), (*left_out, *not_built), say)


@contextmanager
def one_core() -> Iterator[None]:
    """This thread, and what it starts, on one core: as a referee process and its bots are."""
    before = os.sched_getaffinity(0)
    # The last: the first serves most of a machine's interrupts.
    os.sched_setaffinity(0, {max(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)
