"""A judged match summed up: by bot, by phase, and the biggest mistakes."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import hypot

from arena.analysis.judgement import SURE, Judgement
from arena.records import BotRef, MatchRecord, replay
from arena.rules import Action, Card, Phase, Seat, Suit, legal_actions

BIGGEST = 5
"""Mistakes of each bot that are told one by one."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A judgement, and the decision that it is about."""

    judgement: Judgement
    seat: Seat
    deal: int
    move: int
    """Actions done in the deal with this one: the moment of a replay that shows it."""
    phase: Phase
    trump: Suit | None
    hand: tuple[Card, ...]
    """Of the seat, before it."""
    offered: tuple[Card, ...]
    """From the stock."""
    lead: Card | None
    """To be answered."""
    legal: int
    """How many actions there were."""
    chosen: Action
    best: Action


@dataclass(frozen=True, slots=True)
class Tally:
    """Some decisions taken together. Forced ones are not among them."""

    decisions: int
    mistakes: int
    lost: float
    """Points lost in the mistakes."""
    margin: float
    """Half its 95 % interval, of the estimates alone."""
    lost_at_all: float
    """The same over all decisions. Too high: the best of some estimates is one that came out high,
    so that even perfect play seems to lose a little."""

    @property
    def accuracy(self) -> float | None:
        """Share of the decisions that were no mistakes; None if there were none."""
        return 1 - self.mistakes / self.decisions if self.decisions else None


@dataclass(frozen=True, slots=True)
class BotSummary:
    """What one bot's decisions were worth."""

    bot: BotRef
    seat: Seat
    deals: int
    whole: Tally
    phases: dict[Phase, Tally]
    """Those in which it had a choice, in order."""
    biggest: tuple[Judged, ...]
    """Its mistakes that lost most, the worst first."""

    @property
    def lost_per_deal(self) -> float:
        """Points."""
        return self.whole.lost / self.deals

    @property
    def margin_per_deal(self) -> float:
        """Half its 95 % interval."""
        return self.whole.margin / self.deals


def decisions(record: MatchRecord, judgements: Iterable[Judgement]) -> list[Judged]:
    """The decisions that were judged, in order.

    Args:
        record: the match.
        judgements: of it.
    """
    by_number = {judgement.number: judgement for judgement in judgements}
    found = []
    begun = (0, 0)
    for number, (match, action) in enumerate(replay(record)):
        now = match.deal_in_progress
        if now.number != begun[0]:
            begun = (now.number, number)
        if (judgement := by_number.get(number)) is None or action is None:
            continue
        legal = legal_actions(match)
        found.append(
            Judged(
                judgement,
                now.turn,
                now.number,
                number - begun[1] + 1,
                now.phase,
                now.trump,
                now.hands[now.turn],
                now.offered,
                now.lead,
                len(legal),
                action,
                legal[judgement.best],
            )
        )
    return found


def summary(record: MatchRecord, judged: Sequence[Judged]) -> tuple[BotSummary, ...]:
    """What each bot's decisions were worth, by seat."""
    found = []
    for seat in Seat:
        own = [each for each in judged if each.seat is seat]
        phases = {phase: [each for each in own if each.phase is phase] for phase in Phase}
        mistakes = [each for each in own if each.judgement.mistake]
        found.append(
            BotSummary(
                record.bots[seat],
                seat,
                len(record.deals),
                _tally(own),
                {phase: _tally(each) for phase, each in phases.items() if each},
                tuple(sorted(mistakes, key=lambda each: -each.judgement.lost)[:BIGGEST]),
            )
        )
    return tuple(found)


def _tally(judged: Iterable[Judged]) -> Tally:
    all_of_them = [each.judgement for each in judged]
    mistakes = [judgement for judgement in all_of_them if judgement.mistake]
    return Tally(
        len(all_of_them),
        len(mistakes),
        sum(judgement.lost for judgement in mistakes),
        SURE * hypot(*(judgement.error for judgement in mistakes)),
        sum(judgement.lost for judgement in all_of_them),
    )
