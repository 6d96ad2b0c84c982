"""A match moment by moment, as it lay on the table or as one seat saw it.

The view of a seat is what was sent to that seat, and "all cards" is both seats' views laid over
each other. So a replay cannot show more than was known (`moments`).

Moment *m* of a deal is the table after its first *m* actions; moment 0 is before the first.
"""

from collections.abc import Mapping
from itertools import groupby
from types import MappingProxyType
from typing import Final

from arena.analysis import Analysis, Judged
from arena.records import DealRecord, MatchRecord, replay
from arena.rules import DealResult, Seat
from arena.web.addresses import View
from arena.web.i18n import Language
from arena.web.judged import judged_words
from arena.web.moments import Frame, Moment, Teller
from arena.web.render import shown
from arena.web.saying import time_words

NOTE_SHOWN: Final = 280
NOT_JUDGED: Final[Mapping[int, Judged]] = MappingProxyType({})


def frames(
    record: MatchRecord,
    view: View,
    language: Language,
    judged: Mapping[int, Judged] = NOT_JUDGED,
) -> list[Frame]:
    """Every moment of a match, deal by deal.

    Args:
        record: the match.
        view: all cards, or the seat through whose eyes.
        language: of the texts.
        judged: what an analyst thinks, by number of the decision; told where the cards are seen.
    """
    teller = Teller([language.player(bot.name) for bot in record.bots], language)
    seats = tuple(Seat) if view == "all" else (Seat(int(view)),)
    notes = dict(record.notes)
    found: list[Frame] = []
    number, score = 0, (0, 0)
    by_deal = groupby(replay(record), key=lambda step: step[0].deal_in_progress.number)
    for deal, (_, steps) in zip(record.deals, by_deal, strict=True):
        moment = None
        for state, action in steps:
            if moment is None:
                moment = Moment.dealt(state, seats, score)
                found.append(teller.frame(moment))
            fault = record.result.fault if action is None else None
            moment = Moment.after(moment, state, action, fault, _result(deal))
            beside = {
                "time": time_words(record, number, language),
                "note": shown(notes.get(number, ""), NOTE_SHOWN),
            }
            if number in judged and moment.actor in seats:
                # What would have been best tells the hand that it is in.
                beside["judged"] = judged_words(judged[number], language)
            found.append(teller.frame(moment, **beside))
            number += 1
        score = score if moment is None else moment.score
    return found


def judged_of(analysis: Analysis | None) -> Mapping[int, Judged]:
    """What `frames` wants of an analysis."""
    return analysis.by_number if analysis else NOT_JUDGED


def _result(deal: DealRecord) -> DealResult | None:
    """What a deal counted, by its record."""
    if deal.winner is None:
        return None
    return DealResult(deal.deal, deal.winner, deal.tricks, deal.points or 0, kot=bool(deal.kot))
