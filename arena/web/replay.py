"""A match moment by moment, as it lay on the table or as one seat saw it.

Everything on a frame comes from `observe`: the view of a seat is what was sent to that seat, and
"all cards" is both seats' views laid over each other. So a replay cannot show more than was known.

Moment *m* of a deal is the table after its first *m* actions; moment 0 is before the first.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from arena.analysis import Analysis, Judged
from arena.records import DealRecord, Fault, MatchRecord, replay
from arena.rules import (
    Action,
    Card,
    Concede,
    Draw,
    MatchState,
    Observation,
    Open,
    Pick,
    Play,
    Seat,
    Throw,
    apply,
    observe,
)
from arena.web.addresses import View
from arena.web.cards import BACK
from arena.web.i18n import Language
from arena.web.judged import judged_words
from arena.web.render import shown
from arena.web.saying import action_words, isolated, time_words

NOTE_SHOWN: Final = 280
NOT_JUDGED: Final[Mapping[int, Judged]] = MappingProxyType({})


class Frame(Struct, frozen=True):
    """What the card table shows at one moment. Cards are codes, `""` for one that is face down."""

    deal: int
    move: int
    phase: str
    actor: int | None
    """The seat whose action led here."""
    turn: int | None
    """The seat to act; None once the deal is over."""
    hakem: int
    trump: str
    cards: dict[str, list[str]]
    """By place on the table."""
    chosen: list[str]
    """Cards of the action that led here, as far as they are seen."""
    taker: int | None
    """Who took the trick that lies on the table."""
    texts: dict[str, str]
    """By place on the page, in the viewer's language."""


@dataclass(frozen=True, slots=True)
class _Step:
    """An action, what came of it, and where in the match it was."""

    state: MatchState
    """The table afterwards, with the deal even if it is over."""
    actor: Seat
    action: Action | None
    """None for a fault."""
    number: int
    """Of the decision in the match, from 0."""
    over: bool
    """Whether the deal is over with it."""


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
    teller = _Teller(record, view, language, judged)
    found: list[Frame] = []
    number = 0
    score = (0, 0)
    by_deal = groupby(replay(record), key=lambda step: step[0].deal_in_progress.number)
    for deal, (_, group) in zip(record.deals, by_deal, strict=True):
        taken = list(group)
        found.append(teller.frame(deal, 0, taken[0][0], None, score))
        after = _with_points(score, deal)
        for move, step in enumerate(_steps(taken, number), start=1):
            points = after if step.over else score
            found.append(teller.frame(deal, move, step.state, step, points))
        number += len(taken)
        score = after
    return found


def judged_of(analysis: Analysis | None) -> Mapping[int, Judged]:
    """What `frames` wants of an analysis."""
    return analysis.by_number if analysis else NOT_JUDGED


def _steps(taken: list[tuple[MatchState, Action | None]], number: int) -> Iterator[_Step]:
    """The actions of a deal, each with the table afterwards."""
    for place, (state, action) in enumerate(taken):
        actor = state.deal_in_progress.turn
        if place + 1 < len(taken):
            yield _Step(taken[place + 1][0], actor, action, number + place, over=False)
        elif action is None or isinstance(action, Concede):
            yield _Step(state, actor, action, number + place, over=True)
        else:
            ended = state._replace(deal=apply(state, action).finished[-1])
            yield _Step(ended, actor, action, number + place, over=True)


def _with_points(score: tuple[int, int], deal: DealRecord) -> tuple[int, int]:
    gained = [0, 0]
    if deal.winner is not None:
        gained[deal.winner] = deal.points or 0
    return score[0] + gained[0], score[1] + gained[1]


class _Teller:
    """Puts states into frames, for one view and one language."""

    def __init__(
        self, record: MatchRecord, view: View, language: Language, judged: Mapping[int, Judged]
    ) -> None:
        self._record = record
        self._judged = judged
        self._language = language
        self._seats = tuple(Seat) if view == "all" else (Seat(int(view)),)
        self._names = [isolated(shown(bot.name)) for bot in record.bots]
        self._notes = dict(record.notes)

    def frame(
        self,
        deal: DealRecord,
        move: int,
        state: MatchState,
        step: _Step | None,
        score: tuple[int, int],
    ) -> Frame:
        seen = {seat: observe(state, seat) for seat in self._seats}
        known = next(iter(seen.values()))
        over = step is not None and step.over
        played = step is not None and isinstance(step.action, Play)
        return Frame(
            deal=deal.deal,
            move=move,
            phase="over" if over else known.phase.value,
            actor=None if step is None else int(step.actor),
            turn=None if over else int(known.turn),
            hakem=int(known.hakem),
            trump=known.trump.value if known.trump else "",
            cards=_cards(seen, known, trick_lies=played),
            chosen=[] if step is None else _chosen(step, seen),
            taker=_taker(known) if played else None,
            texts=self._texts(deal, known, seen, step, score),
        )

    def _texts(
        self,
        deal: DealRecord,
        known: Observation,
        seen: dict[Seat, Observation],
        step: _Step | None,
        score: tuple[int, int],
    ) -> dict[str, str]:
        language = self._language
        phase = "over" if step is not None and step.over else known.phase.value
        texts = {
            "phase": language.words(f"phase.{phase}"),
            "stock": language.plain(known.stock),
            **{f"score{seat}": language.plain(score[seat]) for seat in (0, 1)},
            **{f"tricks{seat}": language.plain(known.tricks_won[seat]) for seat in (0, 1)},
            "who": "",
            "did": language.words("move.deal"),
            "time": "",
            "note": "",
            "judged": "",
            "outcome": "",
        }
        if step is None:
            return texts
        fault = self._record.result.fault if step.action is None else None
        drawn = seen[step.actor].draws[-1:] if step.actor in seen else ()
        texts |= {
            "who": self._names[step.actor],
            "did": self._fault(fault)
            if fault
            else action_words(step.action, step.actor in seen, drawn, language),
            "time": time_words(self._record, step.number, language),
            "note": shown(self._notes.get(step.number, ""), NOTE_SHOWN),
        }
        judged = self._judged.get(step.number)
        if judged is not None and step.actor in seen:
            # What would have been best tells the hand that it is in.
            texts["judged"] = judged_words(judged, language)
        if step.over:
            texts["outcome"] = self._outcome(deal)
        return texts

    def _fault(self, fault: Fault) -> str:
        kind = self._language.words(f"fault.{fault.kind.name.lower()}")
        return self._language.words("move.fault", fault=kind, detail=isolated(shown(fault.detail)))

    def _outcome(self, deal: DealRecord) -> str:
        if deal.winner is None:
            return self._language.words("outcome.broken_off")
        words = {
            "winner": self._names[deal.winner],
            "tricks": self._language.plain(deal.tricks[deal.winner]),
            "lost": self._language.plain(deal.tricks[deal.winner.other]),
            "points": self._language.plain(deal.points or 0),
        }
        return self._language.words("outcome.kot" if deal.kot else "outcome.deal", **words)


def _cards(
    seen: dict[Seat, Observation], known: Observation, *, trick_lies: bool
) -> dict[str, list[str]]:
    cards: dict[str, list[str]] = {"offered": []}
    for seat in Seat:
        own = seen.get(seat)
        thrown = known.throw_counts[seat] or 0
        cards[f"hand{seat}"] = _codes(own.hand) if own else [BACK] * _held(known, seat)
        cards[f"thrown{seat}"] = _codes(own.thrown) if own else [BACK] * thrown
        cards[f"away{seat}"] = _codes(_away(own)) if own else []
        cards[f"table{seat}"] = []
        if own and own.turn is seat and own.offered:
            cards["offered"] = _codes(own.offered)
    if not cards["offered"] and known.phase.value in ("draw", "pick"):
        cards["offered"] = [BACK] * (2 if known.phase.value == "pick" else 1)
    if known.lead is not None:
        cards[f"table{known.turn.other}"] = [known.lead.value]
    elif trick_lies and known.tricks:
        trick = known.tricks[-1]
        cards[f"table{trick.leader}"] = [trick.cards[0].value]
        cards[f"table{trick.leader.other}"] = [trick.cards[1].value]
    return cards


def _held(known: Observation, seat: Seat) -> int:
    """How many cards a seat holds: that is public."""
    drawn = sum(draw.seat is seat for draw in known.draws)
    played = len(known.tricks) + (known.lead is not None and known.turn is not seat)
    return 5 - (known.throw_counts[seat] or 0) + drawn - played


def _away(own: Observation) -> Iterator[Card]:
    """Cards of the stock that the seat saw and did not take."""
    for drawn in own.draws:
        if drawn.seat is own.seat and drawn.saw:
            yield from (card for card in drawn.saw if card is not drawn.took)


def _chosen(step: _Step, seen: dict[Seat, Observation]) -> list[str]:
    match step.action:
        case Play(card):
            return [card.value]
        case Draw() | Pick() if step.actor in seen:
            took = seen[step.actor].draws[-1].took
            return [took.value] if took else []
        case Open(throw=cards) | Throw(cards) if step.actor in seen:
            return _codes(cards)
    return []


def _taker(known: Observation) -> int | None:
    return int(known.tricks[-1].winner) if known.lead is None and known.tricks else None


def _codes(cards: Iterable[Card]) -> list[str]:
    return [card.value for card in cards]
