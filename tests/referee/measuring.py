"""The process of `measured_referee`, asked from outside: one for many jobs."""

import os
import subprocess
import sys
from pathlib import Path
from typing import IO

import msgspec

from tests.referee.measured_referee import Job, Measured

ROOT = Path(__file__).parents[2]


class MeasuredReferee:
    """Starts the process when it is needed, and another one after a job that it did not survive."""

    def __init__(self, errors: IO[bytes]) -> None:
        """`errors` is the file of what it says on its standard error."""
        self._errors = errors
        self._process: subprocess.Popen[bytes] | None = None

    def play(self, job: Job) -> Measured:
        """What the job came to. Fails when the process ends meanwhile."""
        process = self._process = self._process or self._start()
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(msgspec.json.encode(job) + b"\n")
            process.stdin.flush()
            line = process.stdout.readline()
            assert line, f"exit code {process.wait()}: {self._said()}"
            return msgspec.json.decode(line, type=Measured)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None

    def _start(self) -> "subprocess.Popen[bytes]":
        command = [sys.executable, "-m", "tests.referee.measured_referee"]
        pipe = subprocess.PIPE
        return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=self._errors, cwd=ROOT)

    def _said(self) -> str:
        self._errors.seek(-min(2000, os.fstat(self._errors.fileno()).st_size), os.SEEK_END)
        return self._errors.read().decode(errors="replace")
