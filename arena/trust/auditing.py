"""The leak audit: does anything that a seat is sent depend on a card that it has not seen?

At every decision of a stored match all cards that the seat to act has not seen are dealt anew, in
many ways that fit what it knows; the same public actions are replayed; and the message that it
would get must be the same to the last byte, its id and its clock included. How long the referee
takes to make the message is measured in both worlds: `timing`.
"""

import json
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from arena.errors import IllegalActionError, InputError
from arena.records import MatchRecord, deal_actions
from arena.referee import Clock, MatchPlan, request
from arena.rules import (
    CONCEDE,
    Action,
    Hand,
    MatchState,
    Seat,
    apply,
    deal_cards,
    single_deal,
    start_match,
)
from arena.trust.decks import decks
from arena.trust.plan import plan_of
from arena.trust.redeal import World, redeal
from arena.trust.timing import Timing, Watch
from arena.wire import Act, encode

LEAKS_TOLD = 20


@dataclass(frozen=True, slots=True)
class Engine:
    """The door through which a seat is told anything; tests put leaky ones in its place."""

    request: Callable[[MatchPlan, MatchState, int, Clock], Act] = request
    encode: Callable[[Act], bytes] = encode

    def ask(self, plan: MatchPlan, match: MatchState, number: int, clock: Clock) -> bytes:
        """The message at a decision."""
        return self.encode(self.request(plan, match, number, clock))


@dataclass(frozen=True, slots=True)
class Leak:
    """A message that another world would have changed."""

    match: str
    deal: int
    decision: int
    """Number within the match, from 0."""
    seat: int
    where: str
    """The first place in the message that differs, as a JSON path."""
    sent: str
    other: str
    """What stands there, and what would in the other world."""


@dataclass(slots=True)
class Audit:
    """What was found so far."""

    matches: int = 0
    decisions: int = 0
    worlds: int = 0
    """Deals in other ways that were compared."""
    unlike: int = 0
    """Those of them in which the opponent's cards differ: only they can show anything."""
    leaking: int = 0
    """Decisions at which a message differed."""
    leaks: list[Leak] = field(default_factory=list)
    """The first of them."""
    watch: Watch = field(default_factory=Watch)

    @property
    def timing(self) -> Timing | None:
        """How far the referee's own time depends on the world; None before anything was timed."""
        return self.watch.timing()


def audit(
    records: Iterable[MatchRecord], worlds: int, rng: Random, engine: Engine | None = None
) -> Generator[Audit, None, None]:
    """Audit matches, yielding what was found after each of them.

    Args:
        records: that are in order.
        worlds: so many at each decision.
        rng: draws them.
        engine: what is audited; this program's own if it is not given.

    Raises:
        InputError: a record breaks the rules.
    """
    found = Audit()
    for record in records:
        found.matches += 1
        try:
            for moment in _moments(record):
                _look(moment, worlds, rng, engine or Engine(), found)
        except (IllegalActionError, ValueError) as error:
            raise InputError(
                f"{record.match}: is no match by the rules ({error}); `arena verify` tells more"
            ) from None
        yield found


@dataclass(frozen=True, slots=True)
class _Moment:
    """A decision of a recorded match."""

    record: MatchRecord
    plan: MatchPlan
    begin: Callable[[Hand], MatchState]
    """The match once this deck is dealt for the deal in progress."""
    match: MatchState
    played: tuple[tuple[Seat, Action], ...]
    """Actions of the deal before it."""
    number: int
    clock: Clock


def _look(moment: _Moment, worlds: int, rng: Random, engine: Engine, found: Audit) -> None:
    match = moment.match
    deal = match.deal_in_progress
    here = World(deal.deck, moment.played)
    found.decisions += 1

    def ask(state: MatchState) -> bytes:
        return engine.ask(moment.plan, state, moment.number, moment.clock)

    sent = ask(match)
    for _ in range(worlds):
        there = redeal(here, deal, deal.turn, rng)
        other = there.play_on(moment.begin(there.deck))
        found.worlds += 1
        hands = other.deal_in_progress.hands
        found.unlike += hands[deal.turn.other] != deal.hands[deal.turn.other]
        said = ask(other)
        found.watch.time(lambda: ask(match), lambda other=other: ask(other), rng)  # type: ignore[misc]
        if said != sent:
            found.leaking += 1
            if len(found.leaks) < LEAKS_TOLD:
                found.leaks.append(_leak(moment, sent, said))
            return


def _moments(record: MatchRecord) -> Iterator[_Moment]:
    """Every decision, up to the last that was answered."""
    plan = plan_of(record)
    clocks = [Clock.full(record.time)] * 2
    times = iter(record.times_us)
    packs = decks(record.seed)
    match = start_match(record.rules, packs[0]) if record.format == "match" else None
    number = 0
    for deal in record.deals:
        begin = _beginning(record, match, deal.deal, deal.hakem)
        if record.format == "deals":
            clocks = [Clock.full(record.time)] * 2
        state = begin(deal.deck)
        played: list[tuple[Seat, Action]] = []
        for action in [*deal_actions(deal), CONCEDE]:
            if state.deal is None or (us := next(times, None)) is None:
                break
            seat = state.deal.turn
            yield _Moment(record, plan, begin, state, tuple(played), number, clocks[seat])
            clocks[seat] = clocks[seat].spend(us / 1000)
            played.append((seat, action))
            number += 1
            state = apply(state, action)
        match = state


def _beginning(
    record: MatchRecord, match: MatchState | None, number: int, hakem: Seat
) -> Callable[[Hand], MatchState]:
    if record.format == "deals" or match is None:
        return lambda deck: single_deal(record.rules, number, hakem, deck)
    return lambda deck: deal_cards(match, deck)


def _leak(moment: _Moment, sent: bytes, said: bytes) -> Leak:
    deal = moment.match.deal_in_progress
    where, one, other = _difference(sent, said)
    return Leak(moment.record.match, deal.number, moment.number, int(deal.turn), where, one, other)


def _difference(sent: bytes, said: bytes) -> tuple[str, str, str]:
    one, other = json.loads(sent), json.loads(said)
    if one == other:
        return "$", f"{len(sent)} bytes", f"{len(said)} bytes, written otherwise"
    return _first(one, other, "$")


def _first(one: Any, other: Any, path: str) -> tuple[str, str, str]:
    if isinstance(one, dict) and isinstance(other, dict) and list(one) == list(other):
        key = next(key for key in one if one[key] != other[key])
        return _first(one[key], other[key], f"{path}.{key}")
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        place = next(n for n, pair in enumerate(zip(one, other, strict=True)) if pair[0] != pair[1])
        return _first(one[place], other[place], f"{path}[{place}]")
    return path, json.dumps(one), json.dumps(other)
