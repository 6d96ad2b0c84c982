"""A running bot, as the referee sees it."""

import contextlib
import os
import select
import signal
import subprocess
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from arena.sandbox.freezer import Freezer
from arena.sandbox.limits import Limits
from arena.sandbox.output import Output
from arena.sandbox.scheduling import DelayMeter
from arena.sandbox.watchdog import Meter

__all__ = ["BotProcess", "Exit", "Hold"]

SIGNAL_BASE = 128
"""What shells and bwrap add to the number of the signal that ended their child."""

LAST_SIGNAL = 64
REAP_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class Exit:
    """How a bot ended: by its own exit code or by a signal; the other one is None."""

    code: int | None
    signal: int | None

    def __str__(self) -> str:
        if self.signal is None:
            return f"exit code {self.code}"
        try:
            return f"signal {signal.Signals(self.signal).name}"
        except ValueError:
            return f"signal {self.signal}"


class Hold(Protocol):
    """What holds one bot's processes together, so that none can stay behind."""

    def strike(self) -> None:
        """Kill all of them and return at once. May be called often and from any thread."""

    def release(self) -> None:
        """Wait until all are gone and give back what they occupied. Called once, at the end."""


class BotProcess:
    """One bot with all processes it has started. Made by `Launcher.launch`.

    Every method may be called from any thread, also after the end.
    """

    def __init__(
        self,
        *,
        popen: "subprocess.Popen[bytes]",
        hold: Hold,
        meter: Meter,
        freezer: Freezer,
        output: int,
        limits: Limits,
        endpoint: str,
        ended: Callable[["BotProcess"], None],
    ) -> None:
        self.endpoint = endpoint
        """The ZeroMQ address of the referee, as the bot sees it in ARENA_ENDPOINT."""
        self.output = Output(output, limits.output_kib * 1024, self._flooded)
        self._popen = popen
        self._hold = hold
        self._meter = meter
        self._freezer = freezer
        self._limits = limits
        self._ended = ended
        self._hit: str | None = None
        """The limit for which the bot was killed."""
        self._refused: str | None = None
        self._peak: int | None = None
        self._released = False
        self._lock = threading.RLock()
        self._struck = False
        self._striking = threading.Lock()
        """Held for an instant only, by whoever freezes or strikes: neither waits for `kill`."""

    def exit(self) -> Exit | None:
        """How it ended, None while it runs.

        Its children may live on until `kill`, which has to be called in any case. A bot that exits
        with code 128 + n is seen as ended by signal n, as in a shell.
        """
        status = self._popen.poll()
        if status is None:
            return None
        number = -status if status < 0 else status - SIGNAL_BASE
        if 0 < number <= LAST_SIGNAL:
            return Exit(None, number)
        return Exit(status, None)

    def wait(self, seconds: float) -> Exit | None:
        """Wait for the end at most that long; the same answer as `exit`."""
        return self.exit() if self._ends_within(seconds) else None

    def limit_hit(self) -> str | None:
        """The limit that the bot has hit, with its figure, such as "memory 256 MiB".

        A bot over its memory, processor time or output is killed. One that was refused a process
        or thread lives on: whether that is a fault is for the referee to say.
        """
        self.enforce()
        if self._hit is not None:
            return self._hit
        if self.exit() == Exit(None, signal.SIGXCPU):
            return self._limits.cpu_hit
        with self._lock:
            if not self._released:
                self._refused = self._meter.refused()
            return self._refused

    def used_seconds(self) -> float:
        """Processor time that all its processes have used so far; 0 once it is killed.

        Always 0 without a sandbox.
        """
        with self._lock:
            return 0.0 if self._released else self._meter.used_seconds()

    def peak_bytes(self) -> int | None:
        """The most memory that it had in use so far, as its limit counts it; None if unknown.

        Files in /tmp count, and where a control group counts, files that it has read, too.
        """
        with self._lock:
            if not self._released:
                self._peak = self._meter.peak_bytes()
            return self._peak

    def freeze(self) -> None:
        """Let none of its processes run until `thaw`; what is sent to it meanwhile waits for it.

        Killing needs no thaw. Does nothing without a sandbox, or once the bot is killed.
        """
        with self._striking:
            if not self._struck:
                self._freezer.freeze()

    def thaw(self) -> None:
        """Let a frozen bot run; does nothing to one that is not."""
        with self._striking:
            if not self._struck:
                self._freezer.thaw()

    def delay_meter(self, now: float) -> DelayMeter:
        """Begin to count how long the host keeps the bot from running; see `DelayMeter`."""
        return DelayMeter(self._popen.pid, now)

    def log_to(self, path: Path | None) -> None:
        """From now on write what the bot prints to a new file there, or (None) to no file.

        Starts the count towards `Limits.output_kib` again. The file is made once there is
        something to write.
        """
        self.output.log_to(path)

    def log_tail(self, limit: int = 2048) -> str:
        """The last text, at most `limit` characters, that the bot has printed since its start.

        Safe to show: control characters are escaped.
        """
        return self.output.tail(limit)

    def enforce(self) -> None:
        """Kill the bot if it is over a limit. Called at intervals by the launcher."""
        with self._lock:
            if self._released or self._hit is not None:
                return
            hit = self._meter.exceeded()
            if hit is not None:
                self._hit = hit
                self._strike()

    def kill(self) -> None:
        """Kill the bot and all it has started, and wait until they are gone.

        Does nothing the second time. What the bot has printed stays readable.
        """
        with self._lock:
            if self._released:
                return
            self.limit_hit()  # the meter goes with the bot
            self.peak_bytes()
            self._strike()
            if not self._ends_within(REAP_SECONDS):
                self._popen.kill()
                self._popen.wait()
            self._released = True
            self.output.finish()
            self._hold.release()
            self._meter.close()
        self._ended(self)

    def _ends_within(self, seconds: float) -> bool:
        """Whether it has ended; waits for that. `Popen.wait` would look every 50 ms only."""
        if self._popen.poll() is None:
            with contextlib.suppress(ProcessLookupError):  # another thread has just collected it
                ended = os.pidfd_open(self._popen.pid)
                try:
                    poll = select.poll()
                    poll.register(ended, select.POLLIN)
                    if not poll.poll(1000 * seconds):
                        return False
                finally:
                    os.close(ended)
            self._popen.wait()
        return True

    def _flooded(self) -> None:
        self._hit = self._hit or self._limits.output_hit
        self._strike()

    def _strike(self) -> None:
        with self._striking:
            self._struck = True
            self._hold.strike()
            self._freezer.thaw()  # what is frozen may not be able to die
