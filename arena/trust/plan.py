"""The plan by which a recorded match was played."""

from pathlib import Path

from arena.errors import InputError
from arena.records import MatchRecord
from arena.referee import BotProgram, MatchPlan, MatchSettings
from arena.sandbox import Limits


def plan_of(record: MatchRecord) -> MatchPlan:
    """The plan by which a recorded match was played; where its bots are it does not say.

    Raises:
        InputError: the record has other limits than there are.
    """
    zero, one = (BotProgram(bot.name, bot.version, Path(), ()) for bot in record.bots)
    try:
        limits = Limits(**record.limits)
    except TypeError:
        known = ", ".join(Limits.__dataclass_fields__)
        raise InputError(f"{record.match}: `limits` are not those there are: {known}") from None
    settings = MatchSettings(
        record.rules,
        record.time,
        limits,
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
