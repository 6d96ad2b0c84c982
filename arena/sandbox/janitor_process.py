"""The referee's side of the janitor: starting it, and telling it that nothing is left to do."""

import contextlib
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
        # Reversed, so that the janitor's own command line does not carry the mark.
        self._arguments = [str(os.getpid()), mark[::-1], str(run_dir), *groups]
        self._start()

    def revive(self) -> None:
        """Start another one where it was killed. Until then nobody would clean up."""
        if self._popen.poll() is not None:
            os.close(self._writing)
            self._start()

    def dismiss(self, *, clean: bool) -> None:
        """End it: at once when everything is clean, else after it has done its work."""
        if clean:
            with contextlib.suppress(BrokenPipeError):  # it was killed, but there is no need of it
                os.write(self._writing, b"x")
        else:
            self.revive()
        os.close(self._writing)
        try:
            self._popen.wait(GOODBYE_SECONDS)
        except subprocess.TimeoutExpired:
            self._popen.kill()
            self._popen.wait()

    def _start(self) -> None:
        reading, self._writing = os.pipe()
        try:
            self._popen = subprocess.Popen(
                [sys.executable, "-I", "-S", janitor.__file__, *self._arguments],
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
