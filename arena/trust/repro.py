"""A recorded decision put to the bot again, in the same sandbox."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from arena.referee import BotPlayer, BotProgram, Failure, open_lane, turns_of
from arena.referee.catching_up import allowance_ms, catch_up
from arena.rules import Action
from arena.sandbox import Launcher
from arena.trust.decision import Asked
from arena.wire import Act, Answer


@dataclass(frozen=True, slots=True)
class Again:
    """What came back this time."""

    action: Action | None
    failure: Failure | None
    """What was wrong, where nothing came back that is an answer."""
    ms: float
    stderr: str
    """The end of what the bot wrote. Untrusted."""


def ask_again(
    asked: Asked,
    bot: BotProgram,
    launcher: Launcher,
    *,
    alone: bool,
    now: Callable[[], float] = time.perf_counter,
) -> Again:
    """Start the bot and put the request to it.

    Args:
        asked: the decision.
        bot: to be asked; of the recorded version, if it is to be reproduced.
        launcher: where it runs.
        alone: at once, and not after all that came before it in its match.
        now: seconds on a clock that never goes back.

    Raises:
        HostError: the machine failed, not the bot.
    """
    settings = asked.plan.settings
    with open_lane("direct") as open_channel:
        turns = turns_of(settings, now)
        player = BotPlayer(bot, 0, settings, launcher, open_channel, now, turns)
        try:
            _, failure = catch_up(player, asked.start, () if alone else asked.before, now)
            if failure:
                return Again(None, failure, 0.0, player.retire().stderr)
            answer, ms = _ask(player, asked.request, now)
            if isinstance(answer, Failure):
                return Again(None, answer, ms, player.retire().stderr)
            return Again(answer.action, None, ms, player.retire().stderr)
        finally:
            player.close()


def _ask(player: BotPlayer, act: Act, now: Callable[[], float]) -> tuple[Answer | Failure, float]:
    """What came back, and how long it took in milliseconds."""
    player.wake()
    began = now()
    reply = player.ask(act, began + allowance_ms(act) / 1000)
    ms = 1000 * (now() - began - reply.withheld_s)
    player.rest()
    return reply.answer, ms
