"""What the match loop needs of a player; transport, process and sandbox hide behind it."""

from dataclasses import dataclass
from typing import Protocol

from arena.records import FaultKind
from arena.wire import Act, Answer, DealEnd, MatchEnd, MatchStart


@dataclass(frozen=True, slots=True)
class Failure:
    """A fault as the player's side sees it; the match loop adds seat and phase."""

    kind: FaultKind
    detail: str
    used_ms: int | None = None
    """Processor time that the bot used on the request, where that was looked at."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What came of a request."""

    answer: Answer | Failure
    withheld_s: float = 0.0
    """How long the host, and not the bot, was the slow one: it is not charged to the bot."""
    sent: bytes | None = None
    """The request as it went out; None where there is no line that it goes out by."""


class Player(Protocol):
    """One bot at the table.

    Every method may raise `HostError`: the machine is at fault, and the match is void.
    """

    def begin(self, message: MatchStart) -> Failure | None:
        """Be ready for a match and hear that it begins. Called first, once a match."""

    def wake(self) -> None:
        """Be about to be asked; the clock of the request has not begun."""

    def ask(self, message: Act, deadline: float) -> Reply:
        """Answer `message`.

        Returns after the deadline (seconds of the match loop's clock, plus what was withheld) with
        a late answer or with a timeout; the loop judges by the clock.
        """

    def rest(self) -> None:
        """Nothing is asked any more; the clock of the request has stopped."""

    def tell(self, message: DealEnd | MatchEnd) -> None:
        """Hear a message that needs no answer. Works, and does nothing, after a failure."""

    def caught_ms(self) -> int | None:
        """Processor time for which it was caught computing while it waited; None if it was not."""
