"""A record made again from its seed and the actions in it, and compared field by field.

Everything that can be told from one record alone is looked at, by the very functions that the
referee plays with. What a record says besides, such as measured times, remarks and versions of
software, only the chain holds fast.
"""

from collections.abc import Iterator
from itertools import count
from typing import Any

from arena.records import DealRecord, Fault, MatchRecord, Outcome, deal_actions
from arena.referee import ShownDigests, deal_record
from arena.rules import (
    Action,
    DealResult,
    DealState,
    MatchState,
    Open,
    Play,
    Seat,
    Throw,
    apply,
    check,
    deal_cards,
    given_up,
    legal_actions,
    observe,
    single_deal,
    start_match,
)
from arena.trust.decks import decks
from arena.trust.finding import NOTHING, Finding, Wrong, same, text
from arena.wire import Act, encode


def play_again(record: MatchRecord) -> int:
    """Play a record again; how many decisions it holds.

    Raises:
        Wrong: it is not what its seed and its actions give.
    """
    packs = decks(record.seed)
    single = record.format == "deals"
    turned = () if single else packs.turned[0]
    same(record.match, None, "hakem_draw", turned, record.hakem_draw)
    match = None if single else start_match(record.rules, packs[0])
    played: list[tuple[DealState, DealResult | None]] = []
    decisions = 0
    for number, deal in enumerate(record.deals, start=1):
        if single:
            hakem = Seat((number - 1) % 2)
            match = single_deal(record.rules, number, hakem, packs[number])
        else:
            assert match is not None
            if match.over or match.deal is not None:
                raise Wrong(Finding(record.match, number, "deals", "no further deal", "one"))
            match = deal_cards(match, packs[number])
        again = _Deal(record, deal, match, last=number == len(record.deals))
        match = again.play()
        decisions += again.decisions
        played.append(again.ended())
    same_outcome(record, _outcome(record, match, played))
    return decisions


class _Deal:
    """One deal, played again."""

    def __init__(
        self, record: MatchRecord, deal: DealRecord, match: MatchState, *, last: bool
    ) -> None:
        self.decisions = 0
        self._record = record
        self._deal = deal
        self._match = match
        self._shown = ShownDigests()
        self._fault = record.result.fault if last else None
        self._last = last
        start = match.deal_in_progress
        self._number = start.number
        for field in ("deal", "hakem", "deck"):
            expected = start.number if field == "deal" else getattr(start, field)
            self._same(field, expected, getattr(deal, field))

    def play(self) -> MatchState:
        """The match after the deal, or as the deal was broken off."""
        for field, action in _fields(self._deal):
            if self._match.deal is None:
                self._wrong(field, "the end of the deal", action)
            self._show()
            if rule := check(self._match, action):
                self._wrong(field, rule, action)
            self._match = apply(self._match, action)
            self.decisions += 1
        if self._match.deal is not None:
            self._broken_off(self._match.deal)
        return self._match

    def ended(self) -> tuple[DealState, DealResult | None]:
        """The deal's last state and its result, once all that is recorded of it agrees."""
        match, result = self._match, None
        if match.deal is None:
            deal, result = match.finished[-1], match.results[-1]
        else:
            deal = match.deal
            if self._record.format == "deals":
                loser = self._fault.seat if self._fault else deal.turn
                result = given_up(deal, loser, self._record.rules)
        made = deal_record(deal, result, self._shown.digits())
        for field in made.__struct_fields__:
            if field != "shown" or self._deal.shown:
                self._same(field, getattr(made, field), getattr(self._deal, field))
        return deal, result

    def _broken_off(self, deal: DealState) -> None:
        fault = self._fault
        if fault is None:
            # Only who gives up stops in the middle, and of a match the rest.
            if not self._last and self._record.format == "match":
                self._wrong("plays", "the rest of the deal", None)
            self._show()
            self.decisions += 1
            return
        if fault.phase is None:
            if self.decisions or self._record.format == "match" or deal.number != 1:
                self._wrong_fault("phase", deal.phase, fault)
            return
        self._show()
        if fault.seat is not deal.turn:
            self._wrong_fault("seat", deal.turn, fault)
        if fault.phase is not deal.phase:
            self._wrong_fault("phase", deal.phase, fault)

    def _show(self) -> None:
        seat = self._match.deal_in_progress.turn
        act = Act("", observe(self._match, seat), legal_actions(self._match), 0, 0)
        self._shown.add(seat, encode(act))

    def _same(self, field: str, expected: Any, found: Any) -> None:
        same(self._record.match, self._number, field, expected, found)

    def _wrong(self, field: str, expected: str, action: Action | None) -> None:
        found = NOTHING if action is None else text(action)
        raise Wrong(Finding(self._record.match, self._number, field, expected, found))

    def _wrong_fault(self, field: str, expected: object, fault: Fault) -> None:
        same(self._record.match, None, f"result.fault.{field}", expected, getattr(fault, field))


def _fields(deal: DealRecord) -> Iterator[tuple[str, Action]]:
    """The actions of a deal with the fields in which they stand."""
    draws, plays = count(), count()
    for action in deal_actions(deal):
        match action:
            case Open():
                yield "discards.hakem", action
            case Throw():
                yield "discards.other", action
            case Play():
                yield f"plays[{next(plays)}]", action
            case _:
                yield f"draws[{next(draws)}]", action


def _outcome(
    record: MatchRecord,
    match: MatchState | None,
    played: list[tuple[DealState, DealResult | None]],
) -> Outcome:
    fault = record.result.fault
    if record.format == "deals":
        if not played:
            raise Wrong(Finding(record.match, 1, "deals", "a deal", NOTHING))
        if fault is not None and match is not None and match.deal is None:
            expected = "none: all deals were played to their end"
            raise Wrong(Finding(record.match, None, "result.fault", expected, text(fault)))
        return Outcome.of_deals(played, fault)
    assert match is not None
    if fault is not None:
        if match.over:
            expected = "none: the match was won"
            raise Wrong(Finding(record.match, None, "result.fault", expected, text(fault)))
        if match.deal is None and (fault.phase is not None or played):
            expected = "the deal in which it happened"
            raise Wrong(Finding(record.match, len(played) + 1, "deals", expected, NOTHING))
        return Outcome.of(match, fault)
    if match.deal is not None:
        return Outcome(match.score, match.deal.turn.other, "concede")
    if not match.over:
        expected = f"a further deal: nobody has {record.rules.target} points"
        raise Wrong(Finding(record.match, len(played) + 1, "deals", expected, NOTHING))
    return Outcome.of(match, None)


def same_outcome(record: MatchRecord, expected: Outcome) -> None:
    """The result is as expected."""
    for field in expected.__struct_fields__:
        found = getattr(record.result, field)
        same(record.match, None, f"result.{field}", getattr(expected, field), found)
