"""A match moment by moment, as it lay on the table or as one seat saw it.

The view of a seat is what was sent to that seat, and "all cards" is both seats' views laid over
each other. So a replay cannot show more than was known (`moments`).

Moment *m* of a deal is the table after its first *m* actions; moment 0 is before the first.
"""

from itertools import groupby
from typing import Final

from arena.referee import DealRecord, MatchRecord, replay
from arena.rules import DealResult, Seat
from arena.web.addresses import View
from arena.web.i18n import Language
from arena.web.moments import Frame, Moment, Teller
from arena.web.render import shown
from arena.web.saying import time_words

NOTE_SHOWN: Final = 280


def frames(record: MatchRecord, view: View, language: Language) -> list[Frame]:
    """Every moment of a match, deal by deal.

    Args:
        record: the match.
        view: all cards, or the seat through whose eyes.
        language: of the texts.
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
            time = time_words(record, number, language)
            found.append(teller.frame(moment, time, shown(notes.get(number, ""), NOTE_SHOWN)))
            number += 1
        score = score if moment is None else moment.score
    return found


def _result(deal: DealRecord) -> DealResult | None:
    """What a deal counted, by its record."""
    if deal.winner is None:
        return None
    return DealResult(deal.deal, deal.winner, deal.tricks, deal.points or 0, kot=bool(deal.kot))
