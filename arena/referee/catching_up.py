"""A match that was played before, gone through with a bot again up to one of its requests."""

from collections.abc import Callable, Iterable

from arena.referee.player import Failure, Player
from arena.wire import Act, DealEnd, MatchStart


def catch_up(
    player: Player, start: MatchStart, before: Iterable[Act | DealEnd], now: Callable[[], float]
) -> tuple[int, Failure | None]:
    """Have a player hear what came before a request; whatever it answers, the match goes on.

    Args:
        player: has heard of no match yet.
        start: how the match began.
        before: what the player was sent in it, in order.
        now: seconds on a clock that never goes back.

    Returns:
        How many requests were answered, and what went wrong with the next, if anything did.

    Raises:
        HostError: the machine failed, not the bot.
    """
    if failure := player.begin(start):
        return 0, failure
    answered = 0
    for message in before:
        if isinstance(message, DealEnd):
            player.tell(message)
            continue
        player.wake()
        reply = player.ask(message, now() + allowance_ms(message) / 1000)
        player.rest()
        if isinstance(reply.answer, Failure):
            return answered, reply.answer
        answered += 1
    return answered, None


def allowance_ms(act: Act) -> float:
    """How long a request may take at most, in milliseconds."""
    return float(act.move_ms + act.bank_ms)
