"""A person as a `Player`: the match loop's thread waits, until the browser's answer comes."""

import threading
from collections.abc import Callable
from typing import Final

from arena.errors import HostError
from arena.referee import Failure, Reply
from arena.rules import CONCEDE, Action, Open, Throw, sorted_hand
from arena.wire import Act, Answer, DealEnd, MatchEnd, MatchStart

TICK_S: Final = 0.5
"""How often, while a person thinks, it is looked whether they are still there."""


class StoppedError(HostError):
    """The server ends: the match does not count."""


class Person:
    """Whoever sits at the table, as the match loop sees them. Threads may share it.

    Thinking costs a person nothing: all of it counts as withheld.
    """

    def __init__(
        self,
        now: Callable[[], float],
        hears: Callable[[Act], None],
        is_away: Callable[[], bool],
        meanwhile: Callable[[], None],
    ) -> None:
        """Nobody has asked yet.

        Args:
            now: seconds on the match loop's clock.
            hears: told what they are asked.
            is_away: whether they have been away for too long; then they concede.
            meanwhile: called every now and then while they think.
        """
        self._now = now
        self._hears = hears
        self._is_away = is_away
        self._meanwhile = meanwhile
        self._news = threading.Condition()
        self._asked: Act | None = None
        self._action: Action | None = None
        self._conceding = False
        self._stopped = False

    def answer(self, id_: str, action: Action) -> bool:
        """Answer what is asked; whether that was asked and is legal. If not, nothing happens."""
        with self._news:
            if self._asked is None or self._asked.id != id_ or not _is_legal(action, self._asked):
                return False
            self._asked, self._action = None, action
            self._news.notify_all()
            return True

    def concede(self) -> None:
        """Give up the match: now, or when it is their turn again."""
        with self._news:
            self._conceding = True
            self._news.notify_all()

    def stop(self) -> None:
        """Have the match end at once, without a result."""
        with self._news:
            self._stopped = True
            self._news.notify_all()

    def check(self) -> None:
        """Raises `StoppedError` if `stop` was called."""
        with self._news:
            if self._stopped:
                raise StoppedError("the server has ended")

    def ask(self, message: Act, deadline: float) -> Reply:
        """See `Player.ask`. Raises `StoppedError` where the server ends."""
        began = self._now()
        with self._news:
            self._asked, self._action = message, None
        self._hears(message)
        while (action := self._found()) is None:
            self._meanwhile()
        return Reply(Answer(message.id, action), withheld_s=self._now() - began)

    def _found(self) -> Action | None:
        """What they do, None if that is not known within a tick."""
        with self._news:
            if self._action is None and not (self._conceding or self._stopped):
                self._news.wait(TICK_S)
            if self._stopped:
                raise StoppedError("the server has ended")
            if self._action is None and (self._conceding or self._is_away()):
                self._asked, self._action = None, CONCEDE
            return self._action

    def begin(self, message: MatchStart) -> Failure | None:
        """See `Player.begin`."""
        return None

    def wake(self) -> None:
        """See `Player.wake`."""

    def rest(self) -> None:
        """See `Player.rest`."""

    def tell(self, message: DealEnd | MatchEnd) -> None:
        """See `Player.tell`."""

    def caught_ms(self) -> int | None:
        """See `Player.caught_ms`."""
        return None


def _is_legal(action: Action, asked: Act) -> bool:
    """Whether it is one of those that are listed, in whatever order its cards come."""
    match action:
        case Open(trump, cards):
            return Open(trump, sorted_hand(cards)) in asked.legal
        case Throw(cards):
            return Throw(sorted_hand(cards)) in asked.legal
    return action in asked.legal
