"""The least that a bot must do before it is taken in: play a match, from each seat, to its end."""

from arena.referee import MatchPlan, MatchSettings, play_one
from arena.registry.bots import Bot
from arena.rules import match_seed
from arena.sandbox import Launcher


def trial_fault(bot: Bot, opponent: Bot, launcher: Launcher) -> str | None:
    """Play a match from each seat; what ended one early, None if nothing did.

    Args:
        bot: as it will play.
        opponent: one that is known to be in order.
        launcher: where both run.

    Raises:
        HostError: this machine spoiled a match.
    """
    for seat in (0, 1):
        both = (bot, opponent) if seat == 0 else (opponent, bot)
        plan = MatchPlan(
            match="trial",
            job="trial",
            pair="trial",
            half=seat,
            seed=match_seed("trial", "trial"),
            bots=(both[0].program, both[1].program),
            settings=MatchSettings(),
            sandbox=launcher.description,
        )
        played = play_one(plan, launcher)
        fault = played.record.result.fault
        if fault is not None and fault.seat == seat:
            said = f"\n{played.crash.stderr}" if played.crash and played.crash.stderr else ""
            return f"{fault.kind} in seat {seat}: {fault.detail}{said}"
    return None
