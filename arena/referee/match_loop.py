"""One match, from the cards turned for hakem to the winner. `play_match` is the referee.

bot process → channel → codec → player → match_loop → rules → record
"""

from collections.abc import Callable
from dataclasses import asdict
from hashlib import sha256

from arena.referee.clock import Clock
from arena.referee.faults import Fault, FaultKind
from arena.referee.job import MatchPlan
from arena.referee.player import Failure, Player
from arena.referee.record import Decision, MatchRecord, Outcome, make_record
from arena.rules import (
    HAKEM_DECK,
    MatchState,
    Seat,
    apply,
    check,
    deal_cards,
    derive_deck,
    legal_actions,
    observe,
    start_match,
)
from arena.wire import Act, Answer, DealEnd, MatchEnd, MatchStart


def play_match(
    plan: MatchPlan, players: tuple[Player, Player], now: Callable[[], float]
) -> MatchRecord:
    """Play the match that the plan describes and return its record.

    Args:
        plan: everything that is decided before a bot starts.
        players: by seat.
        now: seconds on a clock that never goes back; deadlines given to players are on it.

    Raises:
        HostError: the machine failed, not a bot; the match does not count.
    """
    match = start_match(plan.settings.rules, derive_deck(plan.seed, HAKEM_DECK))
    clocks = [Clock.full(plan.settings.time), Clock.full(plan.settings.time)]
    decisions: list[Decision] = []
    fault, told = _begin(plan, players)
    while fault is None and not match.over:
        if match.deal is None:
            match = deal_cards(match, derive_deck(plan.seed, match.next_deal))
        seat = match.deal_in_progress.turn
        act = _request(match, clocks[seat], _opaque(plan, f"act {len(decisions)}"))
        decision = _decide(match, act, players[seat], clocks[seat], now)
        if isinstance(decision, Fault):
            fault = decision
            continue
        decisions.append(decision)
        clocks[seat] = clocks[seat].spend(decision.ms)
        match = apply(match, decision.action)
        if match.results and match.deal is None:
            _tell(told, DealEnd(match.results[-1], match.score))
    outcome = Outcome.of(match, fault)
    _tell(told, MatchEnd(outcome.points, outcome.winner, outcome.reason))
    caught = [(seat, ms) for seat in Seat if (ms := players[seat].caught_ms()) is not None]
    return make_record(plan, match, outcome, decisions, caught)


def _begin(
    plan: MatchPlan, players: tuple[Player, Player]
) -> tuple[Fault | None, tuple[Player, ...]]:
    """The first fault, and who has heard that the match begins: they also hear how it ends."""
    settings = plan.settings
    limits = asdict(settings.limits)
    for seat in Seat:
        start = MatchStart(_opaque(plan, "match"), seat, settings.rules, settings.time, limits)
        if failure := players[seat].begin(start):
            return Fault.of(failure.kind, seat, failure.detail), players[:seat]
    return None, players


def _request(match: MatchState, clock: Clock, request_id: str) -> Act:
    return Act(
        id=request_id,
        observation=observe(match, match.deal_in_progress.turn),
        legal=legal_actions(match),
        move_ms=clock.control.move_ms,
        bank_ms=int(clock.bank_ms),
    )


def _decide(
    match: MatchState, act: Act, player: Player, clock: Clock, now: Callable[[], float]
) -> Decision | Fault:
    """One decision of the seat to act, judged in the order written in `faults`."""
    player.wake()
    asked = now()
    deadline = asked + clock.allowance_ms / 1000
    reply = player.ask(act, deadline)
    answered = now() - reply.withheld_s
    player.rest()
    answer = reply.answer

    def fault(kind: FaultKind, detail: str, **measured: int | None) -> Fault:
        return Fault.of(kind, act.observation.seat, detail, act.observation.phase, **measured)

    came = isinstance(answer, Answer) or answer.kind is FaultKind.MALFORMED
    if came and answered > deadline:
        overrun_ms = round(1000 * (answered - deadline))
        return fault(FaultKind.TIMEOUT, "the answer came too late", overrun_ms=overrun_ms)
    if isinstance(answer, Failure):
        return fault(answer.kind, answer.detail, used_ms=answer.used_ms)
    if answer.id != act.id:
        return fault(FaultKind.MALFORMED, "not an answer to this `act` - at `$.id`")
    if rule := check(match, answer.action):
        return fault(FaultKind.ILLEGAL, rule)
    return Decision(answer.action, 1000 * (answered - asked), answer.note, 1000 * reply.withheld_s)


def _tell(players: tuple[Player, ...], message: DealEnd | MatchEnd) -> None:
    for player in players:
        player.tell(message)


def _opaque(plan: MatchPlan, what: str) -> str:
    """An id that tells a bot nothing, not even which half of a pair it plays."""
    return sha256(f"hokm-arena id 1|{plan.seed}|{plan.half}|{what}".encode()).hexdigest()[:16]
