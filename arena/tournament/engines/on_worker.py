"""What runs inside a worker of a Dask cluster: a pool of referee processes, fed by its threads.

Jobs are not played in the worker's own process. A referee process has cores, signals and a main
thread of its own there too, and one that dies does not take the worker along.
"""

import asyncio
import contextlib
import multiprocessing
import os
import threading
from collections.abc import Mapping
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path
from typing import Literal

from distributed import Worker, WorkerPlugin, get_worker

from arena.errors import ArenaError, HostError, MissingProgramError, SandboxError
from arena.records import PairOutcome, VoidPair, log_file
from arena.referee import BotProgram, MatchJob
from arena.registry import Workbench, keep_bot
from arena.rules import Seat
from arena.sandbox import Detection, LaunchPlan, detect, find_program
from arena.tournament.engines.bundle import unpack
from arena.tournament.engines.engine import Needs
from arena.tournament.engines.local_pool import LocalPool

Level = Literal["full", "reduced", "none"]


@dataclass(frozen=True, slots=True)
class Run:
    """One `arena run`, as it introduces itself to workers."""

    name: str
    """Different each time; also what the worker's readiness is called as a resource of Dask's."""
    software: str
    level: Level
    """The least that bots are confined."""
    needs: Needs


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a job."""

    outcomes: list[PairOutcome]
    logs: Mapping[str, bytes]
    """What bots wrote, by file name."""
    wanted: frozenset[str] = frozenset()
    """Versions of bots that this worker does not have; nothing was played."""
    worker: str = ""
    """Its address."""


class Place(WorkerPlugin):
    """A run's pool on this worker. As a plugin it ends with the worker, however that is closed."""

    def __init__(self, run: Run, sandbox: Detection | None, slots: int, folder: Path) -> None:
        self._bots = folder / "bots"
        self._builds = Workbench(sandbox)
        self._logs = folder / "logs"
        self._making = threading.Lock()
        self._ready: dict[str, Path] = {}
        # Other workers may be on this machine: cores are one's own only where it takes them all.
        cores = len(os.sched_getaffinity(0))
        self.pool = LocalPool(slots, sandbox, alone=slots * run.needs.cpus >= cores)
        self._open = contextlib.ExitStack()
        self._open.enter_context(self.pool.opened(replace(run.needs, logs=self._logs)))

    def teardown(self, worker: Worker) -> None:
        """End the referee processes and their bots at once."""
        self.pool.kill()

    def play(self, job: MatchJob, bundles: Mapping[str, bytes]) -> Answer:
        """Play a job in a referee process; the calling thread waits for it."""
        with self._making:
            wanted = {bot.version for bot in job.bots} - self._ready.keys() - bundles.keys()
            if wanted:
                return Answer([], {}, frozenset(wanted))
            try:
                one, other = (self._made_ready(bot, bundles) for bot in job.bots)
            except (ArenaError, OSError) as error:
                return Answer([VoidPair(job.pairs[0].pair, str(error))], {})
        outcomes = self.pool.submit(replace(job, bots=(one, other))).result()
        return Answer(outcomes, self._taken_logs(job))

    def _made_ready(self, bot: BotProgram, bundles: Mapping[str, bytes]) -> BotProgram:
        """The bot as it lies here. What has to be done before it can play is done once."""
        if bot.version not in self._ready:
            arrived = unpack(bundles[bot.version], bot.version, self._bots.with_name("arrived"))
            folder = keep_bot(arrived, self._bots, self._builds).program.folder
            _find(bot.run, folder)
            self._ready[bot.version] = folder
        return replace(bot, folder=self._ready[bot.version])

    def _taken_logs(self, job: MatchJob) -> dict[str, bytes]:
        found = {}
        for path in log_files(job, self._logs):
            with contextlib.suppress(FileNotFoundError):
                found[path.name] = path.read_bytes()
                path.unlink()
        return found


def log_files(job: MatchJob, folder: Path) -> list[Path]:
    """The files that a job's bots may have written."""
    plans = [plan for pair in job.pairs for plan in job.halves(pair, {})]
    return [log_file(folder, plan.match, seat) for plan in plans for seat in Seat]


async def introduce(run: Run, dask_worker: Worker) -> int:
    """Get ready for a run: how many of its jobs this worker plays at the same time.

    Raises:
        HostError: it cannot play them; the message does not name the worker.
    """
    if run.software != (own := version("hokm-arena")):
        raise HostError(f"has hokm-arena {own}, not {run.software}")
    sandbox = await asyncio.to_thread(_looked_at, run)
    # Dask's nanny lets its worker have no child processes, lest one outlive it. Referee processes
    # see to that themselves.
    multiprocessing.current_process().daemon = False
    top = Path(dask_worker.local_directory)
    if os.geteuid() == 0:
        top.chmod(0o711)  # root's bots run as another user, who has to pass through
    slots = max(1, dask_worker.state.nthreads // run.needs.cpus)
    place = Place(run, sandbox, slots, top / run.name)
    await dask_worker.plugin_add(plugin=place, name=run.name)
    await dask_worker.set_resources(**{run.name: slots})
    return slots


async def leave(run: str, dask_worker: Worker) -> None:
    """Forget a run, and end what is still played for it."""
    if run in dask_worker.plugins:
        # The scheduler alone is told: what waits here already still needs it, and is handed back.
        where = dask_worker.contact_address
        await dask_worker.scheduler.set_resources(resources={run: 0}, worker=where)
        await dask_worker.plugin_remove(name=run)


def stop(run: str, dask_worker: Worker) -> None:
    """Let a run's jobs end after the pair in play."""
    place = dask_worker.plugins.get(run)
    if isinstance(place, Place):
        place.pool.stop()


def work(run: str, job: MatchJob, bundles: Mapping[str, bytes]) -> Answer:
    """Play a job; runs in one of the worker's threads.

    Args:
        run: for which run; the worker was introduced to it.
        job: what to play; the folders of its bots are those of another machine.
        bundles: bots that this worker asked for, by version.
    """
    worker = get_worker()
    place = worker.plugins.get(run)
    answer = place.play(job, bundles) if isinstance(place, Place) else Answer([], {})
    outcomes = [_of(worker.address, outcome) for outcome in answer.outcomes]
    return replace(answer, outcomes=outcomes, worker=worker.address)


def _of(worker: str, outcome: PairOutcome) -> PairOutcome:
    """The same, and if the host spoiled it, which host."""
    if isinstance(outcome, VoidPair):
        return replace(outcome, reason=f"worker {worker}: {outcome.reason}")
    return outcome


def confinement(level: Level) -> Detection | None:
    """What this machine can do to confine bots; None if nothing is asked of it.

    Raises:
        SandboxError: it is less than that level.
    """
    if level == "none":
        return None
    found = detect()
    if found.level not in ("full", level):
        raise SandboxError(f"cannot confine bots: {found}")
    return found


def _looked_at(run: Run) -> Detection | None:
    """Whether bots can be run here as this run wants it."""
    for command in run.needs.commands:
        if "/" not in command[0]:  # otherwise it may be a file of the bot's
            _find(command[:1], Path("/"))
    return confinement(run.level)


def _find(command: tuple[str, ...], folder: Path) -> None:
    """Look for a program here.

    Raises:
        HostError: it is not there; a bot must not lose for that.
    """
    try:
        find_program(LaunchPlan(command, folder, Path("/no/socket")))
    except MissingProgramError as error:
        raise HostError(f"has no {error.program!r}") from None
