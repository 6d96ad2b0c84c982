"""A match that was played, as its record."""

import platform
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from importlib.metadata import version
from itertools import chain, repeat

from msgspec import UnsetType

from arena.records import RECORD_VERSION, BotRef, DealRecord, MatchRecord, Outcome
from arena.records.record import Discards, PlayedDeal
from arena.referee.job import MatchPlan
from arena.referee.shown import ShownDigests
from arena.rules import Action, Card, DealResult, DealState, MatchState, Seat

SOFTWARE = {"hokm-arena": version("hokm-arena"), "python": platform.python_version()}


@dataclass(frozen=True, slots=True)
class Decision:
    """One answered request: what was done, how long it took, what the bot remarked."""

    action: Action
    ms: float
    """Charged to the bot's clock."""
    note: str | None = None
    withheld_ms: float = 0.0
    """Not charged: the host kept the bot from running."""


def make_record(
    plan: MatchPlan,
    hakem_draw: tuple[Card, ...],
    played: Iterable[PlayedDeal],
    shown_in: Iterable[tuple[str, str]],
    outcome: Outcome,
    decisions: list[Decision],
    caught: Iterable[tuple[Seat, int]],
) -> MatchRecord:
    """The record of a match that was played to its outcome.

    Args:
        plan: of the match.
        hakem_draw: the cards turned up.
        played: its deals.
        shown_in: digests of what was shown in them; a deal in which nobody was asked may lack them.
        outcome: how it ended.
        decisions: all that were made.
        caught: seats that were frozen while they waited, and the milliseconds for which.
    """
    settings = plan.settings
    zero, one = plan.bots
    return MatchRecord(
        record=RECORD_VERSION,
        format=settings.format,
        match=plan.match,
        job=plan.job,
        pair=plan.pair,
        half=plan.half,
        seed=plan.seed,
        commitment=settings.commitment,
        bots=(BotRef(zero.name, zero.version), BotRef(one.name, one.version)),
        rules=settings.rules,
        time=settings.time,
        limits=asdict(settings.limits),
        sandbox=dict(plan.sandbox),
        hakem_draw=hakem_draw,
        deals=tuple(
            [
                deal_record(deal, result, digits)
                for (deal, result), digits in zip(
                    played, chain(shown_in, repeat(ShownDigests().digits())), strict=False
                )
            ]
        ),
        result=outcome,
        times_us=tuple([round(1000 * decision.ms) for decision in decisions]),
        withheld_us=tuple(
            [(n, round(1000 * d.withheld_ms)) for n, d in enumerate(decisions) if d.withheld_ms]
        ),
        frozen=tuple(caught),
        notes=tuple([(n, d.note) for n, d in enumerate(decisions) if d.note]),
        software=SOFTWARE,
    )


def deals_of(match: MatchState) -> list[PlayedDeal]:
    """The deals of a match, the one that was broken off included."""
    broken_off = [] if match.deal is None else [(match.deal, None)]
    return [*zip(match.finished, match.results, strict=True), *broken_off]


def deal_record(
    deal: DealState, result: DealResult | None, shown_in: tuple[str, str] | UnsetType
) -> DealRecord:
    """A deal as a record has it, with the digests of what was shown in it."""
    cards = [card for trick in deal.tricks for card in trick.cards]
    return DealRecord(
        deal=deal.number,
        hakem=deal.hakem,
        deck=deal.deck,
        trump=deal.trump,
        discards=Discards(deal.thrown[deal.hakem], deal.thrown[deal.hakem.other]),
        draws="".join([_draw_letter(deal, n) for n in range(len(deal.draws))]),
        plays=tuple(cards if deal.lead is None else [*cards, deal.lead]),
        tricks=deal.tricks_won,
        winner=result.winner if result else None,
        points=result.points if result else None,
        kot=result.kot if result else None,
        shown=shown_in,
    )


def _draw_letter(deal: DealState, number: int) -> str:
    drawn = deal.draws[number]
    if drawn.draw == "pick":
        assert drawn.saw is not None
        return "1" if drawn.took is drawn.saw[0] else "2"
    return drawn.draw[0]
