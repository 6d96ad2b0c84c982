"""One match, from the first card to the winner: `play_match` is the referee.

bot process → channel → codec → player → table → match_loop → rules → record
"""

from collections.abc import Callable

from arena.records import Fault, MatchRecord, Outcome
from arena.records.record import points_of
from arena.referee.job import MatchPlan
from arena.referee.player import Player
from arena.referee.recording import deals_of, make_record
from arena.referee.table import Table, Watch, unwatched
from arena.rules import (
    HAKEM_DECK,
    DealResult,
    DealState,
    MatchState,
    Ruleset,
    Seat,
    deal_cards,
    derive_deck,
    given_up,
    single_deal,
    start_match,
)
from arena.wire import DealEnd, MatchEnd


def play_match(
    plan: MatchPlan,
    players: tuple[Player, Player],
    now: Callable[[], float],
    watch: Watch = unwatched,
) -> MatchRecord:
    """Play the match that the plan describes, in its format, and return its record.

    Args:
        plan: everything that is decided before a bot starts.
        players: by seat.
        now: seconds on a clock that never goes back; deadlines given to players are on it.
        watch: looks on.

    Raises:
        HostError: the machine failed, not a bot; the match does not count.
    """
    table = Table(plan, players, now, watch)
    return _to_the_target(plan, table) if plan.settings.format == "match" else _deals(plan, table)


def _to_the_target(plan: MatchPlan, table: Table) -> MatchRecord:
    """Deals until a seat has the points (RULES, match)."""
    match = start_match(plan.settings.rules, derive_deck(plan.seed, HAKEM_DECK))
    fault = table.begin()
    while fault is None and not match.over:
        match = deal_cards(match, derive_deck(plan.seed, match.next_deal))
        match, fault = table.play_deal(match)
        if match.deal is None:
            table.tell(DealEnd(match.results[-1], match.score))
    outcome = Outcome.of(match, fault)
    table.tell(MatchEnd(outcome.points, outcome.winner, outcome.reason))
    deals = deals_of(match)
    return make_record(
        plan, match.hakem_draw, deals, table.shown, outcome, table.decisions, table.caught()
    )


def _deals(plan: MatchPlan, table: Table) -> MatchRecord:
    """Deals by themselves: no score runs on, hakem alternates, and the first fault ends the row.

    A deal that a seat gives up or loses by a fault costs it as much as a deal can.
    """
    rules = plan.settings.rules
    played: list[tuple[DealState, DealResult]] = []
    fault = table.begin()
    for number in range(1, plan.decks + 1):
        hakem = Seat((number - 1) % 2)
        match = single_deal(rules, number, hakem, derive_deck(plan.seed, number))
        if fault is None:
            table.fill_banks()
            match, fault = table.play_deal(match)
        played.append(_single_result(match, fault, rules))
        if fault is not None:
            break
        table.tell(DealEnd(played[-1][1], points_of(played)))
    outcome = Outcome.of_deals(played, fault)
    table.tell(MatchEnd(outcome.points, outcome.winner, outcome.reason))
    return make_record(plan, (), played, table.shown, outcome, table.decisions, table.caught())


def _single_result(
    match: MatchState, fault: Fault | None, rules: Ruleset
) -> tuple[DealState, DealResult]:
    if match.deal is None:
        return match.finished[0], match.results[0]
    return match.deal, given_up(match.deal, fault.seat if fault else match.deal.turn, rules)
