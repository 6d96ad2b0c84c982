"""What runs in a referee process: it plays jobs on its main thread until its runner is gone."""

import contextlib
import multiprocessing
import os
import signal
import threading
from ctypes import c_byte, c_int
from dataclasses import dataclass
from multiprocessing.util import Finalize
from pathlib import Path

from arena.records import PairOutcome
from arena.referee import MatchJob, play
from arena.sandbox import Detection, Launcher, open_launcher


@dataclass(slots=True)
class _Worker:
    launcher: Launcher | None
    sandbox: Detection | None
    stop: c_byte
    logs: Path
    playing: c_int


_worker: _Worker | None = None


def initialise(
    cores: list[int], stop: c_byte, sandbox: Detection | None, logs: Path, playing: c_int
) -> None:
    """Set up this process; called once, before its first job.

    Args:
        cores: it stays on them with its bots; where there are none it roams.
        stop: once it is 1, jobs end after the pair in play.
        sandbox: what was found out about this host's; None runs bots without one.
        logs: folder for what bots write.
        playing: it says here which pair of its job is in play, should it not live to say more.
    """
    global _worker
    # Ctrl-C reaches the whole process group; the runner decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    if cores:
        os.sched_setaffinity(0, cores)
    threading.Thread(target=_end_with_runner, daemon=True).start()
    _worker = _Worker(None, sandbox, stop, logs, playing)
    # Priority over multiprocessing's own clean-up; atexit does not run in its processes.
    Finalize(None, _close, exitpriority=100)


def work(job: MatchJob) -> list[PairOutcome]:
    """Play a job, or the part of it that is over when the runner says stop.

    Raises:
        SandboxError: this host cannot confine bots.
    """
    assert _worker is not None
    outcomes: list[PairOutcome] = []
    _worker.playing.value = 0
    if _worker.launcher is None:
        sandbox = _worker.sandbox
        _worker.launcher = open_launcher(unsafe_no_sandbox=sandbox is None, detection=sandbox)
    if _worker.stop.value:
        return outcomes
    with contextlib.closing(play(job, _worker.launcher, _worker.logs)) as pairs:
        for outcome in pairs:
            outcomes.append(outcome)
            _worker.playing.value += 1
            if _worker.stop.value:
                break
    return outcomes


def _end_with_runner() -> None:
    """A runner that is killed cannot tell its workers: each watches for itself."""
    runner = multiprocessing.parent_process()
    assert runner is not None
    runner.join()
    os.kill(os.getpid(), signal.SIGKILL)


def _close() -> None:
    if _worker is not None and _worker.launcher is not None:
        _worker.launcher.close()
