"""The plan by which a recorded match was played."""

from pathlib import Path

from arena.referee import BotProgram, MatchPlan, MatchRecord, MatchSettings
from arena.sandbox import Limits


def plan_of(record: MatchRecord) -> MatchPlan:
    """The plan by which a recorded match was played; where its bots are it does not say."""
    zero, one = (BotProgram(bot.name, bot.version, Path(), ()) for bot in record.bots)
    settings = MatchSettings(
        record.rules,
        record.time,
        Limits(**record.limits),
        record.format,
        len(record.deals),
        record.commitment,
    )
    return MatchPlan(
        record.match,
        record.job,
        record.pair,
        record.half,
        record.seed,
        (zero, one),
        settings,
        record.sandbox,
        len(record.deals),
    )
