"""A scheduler and workers of Dask as processes, on free ports of this machine alone."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

DASK = Path(sys.executable).with_name("dask")
QUIET = {"DASK_LOGGING__DISTRIBUTED": "critical", "DASK_DISTRIBUTED__WORKER__DAEMON": "true"}


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@dataclass
class Dask:
    """A cluster; what of it was started ends with the context that gave it."""

    folder: Path
    """For temporary files of the workers."""
    environment: Mapping[str, str]
    port: int = field(default_factory=free_port)
    processes: list["subprocess.Popen[bytes]"] = field(default_factory=list)

    @property
    def address(self) -> str:
        return f"tcp://127.0.0.1:{self.port}"

    def scheduler(self) -> "subprocess.Popen[bytes]":
        return self._start("scheduler", "--host", "127.0.0.1", "--port", str(self.port))

    def worker(
        self, *options: str, nanny: bool = False, **environment: str
    ) -> "subprocess.Popen[bytes]":
        """A worker with one thread."""
        alone = () if nanny else ("--no-nanny",)
        words = (self.address, "--host", "127.0.0.1", "--nthreads", "1", *alone, *options)
        return self._start("worker", *words, **environment)

    def end(self) -> None:
        """Ask all to end, and then end them."""
        for process in reversed(self.processes):  # the scheduler last: workers take leave of it
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                print("killed", process.args)
                process.kill()
                process.wait()

    def _start(self, what: str, *words: str, **environment: str) -> "subprocess.Popen[bytes]":
        process = subprocess.Popen(
            [sys.executable, DASK, what, *words, "--no-dashboard"],
            env={
                **self.environment,
                **QUIET,
                "DASK_TEMPORARY_DIRECTORY": str(self.folder),
                **environment,
            },
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self.processes.append(process)
        return process


@contextmanager
def dask_cluster(folder: Path, environment: Mapping[str, str]) -> Iterator[Dask]:
    """A cluster without workers."""
    found = Dask(folder, environment)
    try:
        found.scheduler()
        yield found
    finally:
        found.end()


def kill(process: "subprocess.Popen[bytes]") -> None:
    """End it as a power cut does."""
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
