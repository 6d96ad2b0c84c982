"""No thinking on the opponent's time: a bot that computes while nobody asked it is frozen.

To freeze every bot after every answer would cost a fifth of the decisions per second or more, so
only those are frozen that were caught. Catching costs nothing per decision: a few times a second
each bot's processor time is read and compared with how long it was its turn, from its start to
`hello` and from each request to the answer. What it has used beyond that, on each core, is certain
to fall into the time of others. A bot that sleeps in its own time can think as long in another's:
it has gained nothing.

Being caught is no fault. What a runtime does in the background (collecting garbage, compiling) is
allowed for, and where it is too much it only waits until the bot is asked again.
"""

from collections.abc import Callable
from typing import NamedTuple

from arena.sandbox import BotProcess

LOOK_S = 0.25
"""Between two looks at all bots. One takes 0.1 ms a bot at most."""
ALLOWANCE_S = 0.5
"""Processor time that a bot may use while it waits: five times what Java's compiler was seen to
take. Python, Node and Go took none that could be told from their turns."""
SHARE = 0.01
"""And so much of a core all the time, for timers and the like."""


class Turns:
    """The turns of all bots of a job, and who of them computed in those of others."""

    def __init__(self, now: Callable[[], float], cores: int, *, ponder: bool) -> None:
        """Nobody plays yet.

        Args:
            now: seconds on a clock that never goes back.
            cores: how many a bot can use at the same time.
            ponder: whether bots may compute whenever they like; then nobody is looked at.
        """
        self._now = now
        self._cores = cores
        self._ponder = ponder
        self._watched: list[Turn] = []
        self._due = now()

    def join(self, process: BotProcess) -> "Turn":
        """A bot has been started; it is its turn until that is said to be over."""
        turn = Turn(self, process, self._now, self._cores)
        if not self._ponder:
            self._watched.append(turn)
        return turn

    def leave(self, turn: "Turn") -> None:
        """Look at that bot no more."""
        if turn in self._watched:
            self._watched.remove(turn)

    def look(self) -> None:
        """Look at every bot, if it is time to, and freeze those that are caught."""
        now = self._now()
        if now >= self._due:
            self._due = now + LOOK_S
            for turn in self._watched:
                turn.look()


class _Look(NamedTuple):
    at: float
    turns_s: float
    """How long the bot's turns had lasted, all together."""
    used_s: float
    """Processor time that it had used."""


class Turn:
    """When one bot has something to do, and what it does when it has not."""

    def __init__(
        self, turns: Turns, process: BotProcess, now: Callable[[], float], cores: int
    ) -> None:
        self.turns = turns
        self._process = process
        self._now = now
        self._cores = cores
        self._over_s = 0.0
        """How long the turns that are over have lasted."""
        self._since: float | None = now()
        """Since when it is its turn, None while it waits."""
        self._last = _Look(self._since, 0.0, 0.0)
        self._idle_s = 0.0
        self.caught_ms: int | None = None
        """The processor time, used while it waited, for which it was caught; None if it was not."""

    def begin(self) -> None:
        """The bot is about to be asked and can run; does nothing if it is its turn already."""
        if self._since is None:
            if self.caught_ms is not None:
                self._process.thaw()
            self._since = self._now()

    def end(self) -> None:
        """The bot has answered and waits; does nothing if it waited already."""
        if self._since is not None:
            self._over_s += self._now() - self._since
            self._since = None
            self._hold()
            self.turns.look()

    def leave(self) -> None:
        """The bot is to be ended."""
        self.turns.leave(self)

    def look(self) -> None:
        """Count what the bot has used since the last look; if it is too much, it is caught."""
        if self.caught_ms is not None:
            return
        this = _Look(self._now(), self._turns_s(), self._process.used_seconds())
        last, self._last = self._last, this
        # Not as of `this`: its turn may have gone on while the processor time was read.
        turns_s = self._turns_s() - last.turns_s
        allowed_s = self._cores * turns_s + SHARE * (this.at - last.at)
        self._idle_s = max(0.0, self._idle_s + this.used_s - last.used_s - allowed_s)
        if self._idle_s > ALLOWANCE_S:
            self.caught_ms = round(1000 * self._idle_s)
            self._hold()

    def _hold(self) -> None:
        if self.caught_ms is not None and self._since is None:
            self._process.freeze()

    def _turns_s(self) -> float:
        return self._over_s + (0.0 if self._since is None else self._now() - self._since)
