"""Two players at the table: what is asked of them, how their answers are judged, and their clocks.

bot process → channel → codec → player → table → rules → record
"""

from collections.abc import Callable
from dataclasses import asdict
from hashlib import sha256
from typing import TypeAlias

from arena.records import Fault, FaultKind
from arena.referee.clock import Clock
from arena.referee.job import MatchPlan
from arena.referee.player import Failure, Player
from arena.referee.recording import Decision
from arena.referee.shown import ShownDigests
from arena.rules import Action, MatchState, Seat, apply, check, legal_actions, observe
from arena.wire import Act, Answer, DealEnd, MatchEnd, MatchStart, encode

Watch: TypeAlias = Callable[[MatchState, Action | None], None]
"""Told of each deal when it begins, with None, and then of every action and the state before it.
It is told all cards, and so belongs to the referee: what it passes on goes through `observe`."""


def unwatched(match: MatchState, action: Action | None) -> None:
    """Nobody looks on."""


class Table:
    """One match's players. Whatever they do comes back as a decision or as one fault."""

    def __init__(
        self,
        plan: MatchPlan,
        players: tuple[Player, Player],
        now: Callable[[], float],
        watch: Watch = unwatched,
    ) -> None:
        self.decisions: list[Decision] = []
        """All that were made so far."""
        self.shown: list[tuple[str, str]] = []
        """For each deal that was begun, by seat the digest of what was shown in it."""
        self._plan = plan
        self._players = players
        self._now = now
        self._watch = watch
        self._told: tuple[Player, ...] = ()
        self._shown = ShownDigests()
        self.fill_banks()

    def fill_banks(self) -> None:
        """Give both seats their full time."""
        self._clocks = [Clock.full(self._plan.settings.time)] * 2

    def begin(self) -> Fault | None:
        """Have both players hear that the match begins; the first fault."""
        for seat in Seat:
            if failure := self._players[seat].begin(beginning(self._plan, seat)):
                return Fault.of(failure.kind, seat, failure.detail)
            self._told = self._players[: seat + 1]
        return None

    def tell(self, message: DealEnd | MatchEnd) -> None:
        """Tell all that have heard of the match's beginning."""
        for player in self._told:
            player.tell(message)

    def caught(self) -> list[tuple[Seat, int]]:
        """Seats that computed while they waited, and the milliseconds they were caught for."""
        found = [(seat, self._players[seat].caught_ms()) for seat in Seat]
        return [(seat, ms) for seat, ms in found if ms is not None]

    def play_deal(self, match: MatchState) -> tuple[MatchState, Fault | None]:
        """The match after its deal in progress, or as it was when a fault broke it off."""
        self._shown = ShownDigests()
        self._watch(match, None)
        match, fault = self._play_on(match)
        self.shown.append(self._shown.digits())
        return match, fault

    def _play_on(self, match: MatchState) -> tuple[MatchState, Fault | None]:
        while match.deal is not None and not match.over:
            seat = match.deal.turn
            decision = self._decide(match, seat)
            if isinstance(decision, Fault):
                return match, decision
            self.decisions.append(decision)
            self._clocks[seat] = self._clocks[seat].spend(decision.ms)
            self._watch(match, decision.action)
            match = apply(match, decision.action)
        return match, None

    def _decide(self, match: MatchState, seat: Seat) -> Decision | Fault:
        """One decision of the seat to act."""
        clock = self._clocks[seat]
        act = request(self._plan, match, len(self.decisions), clock)
        player = self._players[seat]
        return decide(match, act, player, clock.allowance_ms, self._now, self._shown)


def decide(
    match: MatchState,
    act: Act,
    player: Player,
    allowance_ms: float,
    now: Callable[[], float],
    shown: ShownDigests | None = None,
) -> Decision | Fault:
    """Put a request to the seat to act and judge what comes back, in the order of `faults`.

    Args:
        match: as it stands.
        act: what that seat is asked.
        player: who sits there.
        allowance_ms: how long it may take.
        now: seconds on a clock that never goes back.
        shown: takes in what goes out.

    Raises:
        HostError: the machine failed, not a bot.
    """
    player.wake()
    asked = now()
    deadline = asked + allowance_ms / 1000
    reply = player.ask(act, deadline)
    answered = now() - reply.withheld_s
    player.rest()
    answer, seat = reply.answer, match.deal_in_progress.turn
    if shown is not None:
        # Of the bytes that went out, and not of what they were made from: that is to be checked.
        shown.add(seat, reply.sent or encode(act))

    def fault(kind: FaultKind, detail: str, **measured: int | None) -> Fault:
        return Fault.of(kind, seat, detail, match.deal_in_progress.phase, **measured)

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
    spent, withheld = 1000 * (answered - asked), 1000 * reply.withheld_s
    return Decision(answer.action, spent, answer.note, withheld)


def beginning(plan: MatchPlan, seat: Seat) -> MatchStart:
    """What a seat hears when its match begins."""
    settings = plan.settings
    match, limits = _opaque(plan, "match"), asdict(settings.limits)
    return MatchStart(match, seat, settings.rules, settings.time, limits, settings.format)


def request(plan: MatchPlan, match: MatchState, number: int, clock: Clock) -> Act:
    """What the seat to act is asked at its match's decision of that number, counted from 0."""
    return Act(
        id=_opaque(plan, f"act {number}"),
        observation=observe(match, match.deal_in_progress.turn),
        legal=legal_actions(match),
        move_ms=clock.control.move_ms,
        bank_ms=int(clock.bank_ms),
    )


def _opaque(plan: MatchPlan, what: str) -> str:
    """An id that tells a bot nothing, not even which half of a pair it plays."""
    return sha256(f"hokm-arena id 1|{plan.seed}|{plan.half}|{what}".encode()).hexdigest()[:16]
