"""One decision of a recorded match: what its bot was sent, and what came of it."""

from collections.abc import Iterator
from dataclasses import dataclass

from arena.errors import IllegalActionError, InputError
from arena.records import Fault, MatchRecord, replay
from arena.referee import Clock, MatchPlan, beginning, request
from arena.rules import Action, DealResult, Seat
from arena.trust.plan import plan_of
from arena.wire import Act, DealEnd, MatchStart


@dataclass(frozen=True, slots=True)
class Asked:
    """A decision, with all that its seat was sent before it in the match."""

    plan: MatchPlan
    number: int
    """From 0, as in the record's `notes`."""
    seat: Seat
    start: MatchStart
    before: tuple[Act | DealEnd, ...]
    request: Act
    """As it was sent, see `Request`."""
    action: Action | None
    """What was answered; None where nothing was that counts."""
    fault: Fault | None
    """What was wrong with it then."""
    ms: float | None
    """How long it took, as it was charged."""


@dataclass(frozen=True, slots=True)
class Request:
    """One request of a recorded match, as it was sent."""

    number: int
    """From 0, as in the record's `notes`."""
    seat: Seat
    act: Act
    """Of the bank what is left may be off by 1 ms: a record's times are rounded."""
    action: Action | None
    """What was answered; None where nothing was that counts."""
    ms: float | None
    """How long that took, as it was charged."""


def conversation(record: MatchRecord, plan: MatchPlan) -> Iterator[Request | DealEnd]:
    """What the referee said in a recorded match, in order: requests, and ends of deals to both.

    Args:
        record: the match.
        plan: by which it was played, see `plan_of`.

    Raises:
        InputError: the record breaks the rules.
    """
    try:
        yield from _said(record, plan)
    except (IllegalActionError, ValueError, IndexError) as error:
        raise InputError(f"{record.match}: is no match by the rules: {error}") from None


def decision(record: MatchRecord, number: int) -> Asked:
    """The decision of that number, counted from 0.

    Raises:
        InputError: there is none, or the record breaks the rules.
    """
    plan = plan_of(record)
    told: list[tuple[Seat | None, Act | DealEnd]] = []
    count = 0
    for said in conversation(record, plan):
        if isinstance(said, DealEnd):
            told.append((None, said))
            continue
        if said.number == number:
            return Asked(
                plan,
                number,
                said.seat,
                beginning(plan, said.seat),
                tuple([message for to, message in told if to in (said.seat, None)]),
                said.act,
                said.action,
                record.result.fault if said.action is None else None,
                said.ms,
            )
        told.append((said.seat, said.act))
        count = said.number + 1
    raise InputError(f"{record.match} has {count} decisions, 0 to {count - 1}")


def _said(record: MatchRecord, plan: MatchPlan) -> Iterator[Request | DealEnd]:
    clocks = [Clock.full(record.time)] * 2
    points = [0, 0]
    deal = 1
    for number, (match, action) in enumerate(replay(record)):
        now = match.deal_in_progress
        for ended in record.deals[deal - 1 : now.number - 1]:
            if ended.winner is not None and ended.points is not None:
                points[ended.winner] += ended.points
                result = (ended.winner, ended.tricks, ended.points, bool(ended.kot))
                yield DealEnd(DealResult(ended.deal, *result), (points[0], points[1]))
            if record.format == "deals":
                clocks = [Clock.full(record.time)] * 2
        deal = now.number
        clock = clocks[now.turn]
        ms = None if action is None else record.times_us[number] / 1000
        yield Request(number, now.turn, request(plan, match, number, clock), action, ms)
        if ms is not None:
            clocks[now.turn] = clock.spend(ms)
