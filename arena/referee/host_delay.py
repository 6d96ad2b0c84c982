"""Tells a slow host from a slow bot, so that no bot loses by time that it was not given.

Two things can steal a bot's time: the host does not let its threads run, and the referee itself
wakes up late to an answer that lies waiting. What they took is given back, up to an allowance, and
stands in the record. A bot that answers within milliseconds is not looked at.
"""

from collections.abc import Callable

from arena.errors import HostError
from arena.sandbox import BotProcess, DelayMeter

ALLOWANCE_S = 30.0
"""What may be given back in one request; a host that takes more is in no state to judge."""
HANDLING_S = 0.005
"""From waking up late until the answer is judged: that is not the bot's time either."""


class HostDelay:
    """What the host withheld from a bot during one request."""

    def __init__(self, process: BotProcess, now: Callable[[], float]) -> None:
        self._process = process
        self._now = now
        self._meter: DelayMeter | None = None
        self.seconds = 0.0
        """Withheld so far."""

    def look(self, *, answered: bool = False) -> None:
        """Count for how long the bot was ready to run and could not, since the look before.

        Args:
            answered: whether it has just answered; then waits of this thread count, too.

        Raises:
            HostError: more was withheld than can be given back.
        """
        now = self._now()
        if self._meter is None:
            self._meter = self._process.delay_meter(now)
        else:
            before = self._meter.seconds
            self._add(self._meter.look(now, answered=answered) - before)

    @property
    def used_ms(self) -> int | None:
        """Processor time that the bot used, None if it was not looked at."""
        return None if self._meter is None else round(1000 * self._meter.used_seconds)

    def answered(self, late: float) -> None:
        """Count what was withheld until an answer was here, to which the referee woke up.

        Args:
            late: by how many seconds it woke up too late; nothing is counted twice.

        Raises:
            HostError: more was withheld than can be given back.
        """
        before = self.seconds
        if self._meter is not None:
            self.look(answered=True)
        counted = self.seconds - before
        if late > counted:
            self._add(late + HANDLING_S - counted)

    def _add(self, seconds: float) -> None:
        self.seconds += seconds
        if self.seconds > ALLOWANCE_S:
            raise HostError(f"the host kept a bot from running for {self.seconds:.0f} s")
