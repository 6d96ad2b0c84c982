"""The referee's side of the janitor: starting it, and telling it that nothing is left to do."""

import os
import subprocess
import sys
from pathlib import Path

from arena.sandbox import janitor

__all__ = ["JanitorProcess"]

GOODBYE_SECONDS = 10.0


class JanitorProcess:
    """A detached process that cleans up when this one ends without `dismiss`."""

    def __init__(self, mark: str, run_dir: Path, groups: list[str]) -> None:
        """Start it; it need not be running yet to do its work, as the pipe's end is remembered."""
        reading, self._writing = os.pipe()
        try:
            arguments = [str(os.getpid()), mark[::-1], str(run_dir), *groups]
            self._popen = subprocess.Popen(
                [sys.executable, "-I", "-S", janitor.__file__, *arguments],
                stdin=reading,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                cwd="/",
                start_new_session=True,
            )
        except BaseException:
            os.close(self._writing)
            raise
        finally:
            os.close(reading)

    def dismiss(self, *, clean: bool) -> None:
        """End it: at once when everything is clean, else after it has done its work."""
        if clean:
            os.write(self._writing, b"x")
        os.close(self._writing)
        try:
            self._popen.wait(GOODBYE_SECONDS)
        except subprocess.TimeoutExpired:
            self._popen.kill()
            self._popen.wait()
