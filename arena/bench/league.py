"""A whole tournament in a process of its own: run by `throughput.py`, ends with its standard input.

    python -m arena.bench.league CONFIG STORE PROCESSES

Prints one line of JSON: `pairs`, `seconds`, and the largest resident size of this process and of a
referee process, `runner_kib` and `worker_kib`; or an `error`.
"""

import contextlib
import json
import multiprocessing
import os
import re
import signal
import sys
import threading
import time
from pathlib import Path

from arena.errors import ArenaError
from arena.registry import Registry
from arena.sandbox import detect
from arena.store import Store
from arena.tournament import LocalPool, Runner, open_tournament, read_entry


def play_league(config: Path, store: Path, processes: int) -> dict[str, float]:
    """Play it to its end."""
    sandbox = detect()
    with Store(store, create=True) as opened:
        tournament = open_tournament(read_entry(config, Registry(opened.path)), opened)
        runner = Runner(tournament, opened, LocalPool(processes, sandbox))
        began = time.perf_counter()
        pairs = worker_kib = 0
        with contextlib.closing(runner.run()) as steps:
            for progress in steps:
                pairs = progress.new
                for child in multiprocessing.active_children():
                    worker_kib = max(worker_kib, peak_kib(child.pid))
        seconds = time.perf_counter() - began
    return {
        "pairs": pairs,
        "seconds": seconds,
        "runner_kib": peak_kib(os.getpid()),
        "worker_kib": worker_kib,
    }


def peak_kib(pid: int | None) -> int:
    """Largest resident size of a process so far, 0 if it is gone."""
    with contextlib.suppress(OSError):
        if found := re.search(
            r"^VmHWM:\s+(\d+) kB$", Path(f"/proc/{pid}/status").read_text(), re.M
        ):
            return int(found[1])
    return 0


def _end_with_input() -> None:
    os.read(0, 1)
    main = threading.main_thread().ident
    assert main is not None
    signal.pthread_kill(main, signal.SIGINT)


if __name__ == "__main__":
    threading.Thread(target=_end_with_input, daemon=True).start()
    try:
        print(json.dumps(play_league(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]))))
    except ArenaError as error:
        print(json.dumps({"error": str(error)}))
    except KeyboardInterrupt:
        sys.exit(130)
