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
    """As it was sent. Of the bank what is left may be off by 1 ms: a record's times are rounded."""
    action: Action | None
    """What was answered; None where nothing was that counts."""
    fault: Fault | None
    """What was wrong with it then."""
    ms: float | None
    """How long it took, as it was charged."""


def decision(record: MatchRecord, number: int) -> Asked:
    """The decision of that number, counted from 0.

    Raises:
        InputError: there is none, or the record breaks the rules.
    """
    try:
        told: list[tuple[Seat | None, Act | DealEnd]] = []
        plan = plan_of(record)
        for count, (seat, act, action) in enumerate(_requests(record, plan, told)):
            if count == number:
                return Asked(
                    plan,
                    number,
                    seat,
                    beginning(plan, seat),
                    tuple([message for to, message in told if to in (seat, None)]),
                    act,
                    action,
                    record.result.fault if action is None else None,
                    record.times_us[count] / 1000 if action is not None else None,
                )
            told.append((seat, act))
    except (IllegalActionError, ValueError, IndexError) as error:
        raise InputError(f"{record.match}: is no match by the rules: {error}") from None
    raise InputError(f"{record.match} has {count + 1} decisions, 0 to {count}")


def _requests(
    record: MatchRecord, plan: MatchPlan, told: list[tuple[Seat | None, Act | DealEnd]]
) -> Iterator[tuple[Seat, Act, Action | None]]:
    """Every request, to whom and with which answer; ends of deals are told when they come."""
    clocks = [Clock.full(record.time)] * 2
    points = [0, 0]
    deal = 1
    for count, (match, action) in enumerate(replay(record)):
        now = match.deal_in_progress
        for ended in record.deals[deal - 1 : now.number - 1]:
            if ended.winner is not None and ended.points is not None:
                points[ended.winner] += ended.points
                result = (ended.winner, ended.tricks, ended.points, bool(ended.kot))
                end = DealEnd(DealResult(ended.deal, *result), (points[0], points[1]))
                told.append((None, end))
            if record.format == "deals":
                clocks = [Clock.full(record.time)] * 2
        deal = now.number
        yield now.turn, request(plan, match, count, clocks[now.turn]), action
        if action is not None:
            clocks[now.turn] = clocks[now.turn].spend(record.times_us[count] / 1000)
