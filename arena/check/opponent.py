"""An opponent without a process, which gives the same answer to the same request."""

from collections.abc import Callable
from random import Random

from arena.referee.player import Failure, Reply
from arena.wire import Act, Answer, DealEnd, MatchEnd, MatchStart


class AnyLegal:
    """A `Player` that takes any legal action, each as likely as the next."""

    def __init__(self, pause: Callable[[], object] = lambda: None) -> None:
        """`pause` is called before each answer."""
        self._pause = pause

    def begin(self, message: MatchStart) -> Failure | None:
        """See `Player.begin`."""

    def wake(self) -> None:
        """See `Player.wake`."""

    def ask(self, message: Act, deadline: float) -> Reply:
        """See `Player.ask`."""
        self._pause()
        return Reply(Answer(message.id, Random(message.id).choice(message.legal)))

    def rest(self) -> None:
        """See `Player.rest`."""

    def tell(self, message: DealEnd | MatchEnd) -> None:
        """See `Player.tell`."""

    def caught_ms(self) -> int | None:
        """See `Player.caught_ms`."""
        return None
