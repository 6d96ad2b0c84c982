"""A recorded match played again: from its decks and the actions of its bots."""

from collections.abc import Iterator

from arena.records.record import DealRecord, MatchRecord
from arena.rules import (
    CONCEDE,
    KEEP,
    REJECT,
    Action,
    MatchState,
    Open,
    Pick,
    Play,
    Throw,
    apply,
    deal_cards,
    single_deal,
    start_match,
)


def replay(record: MatchRecord) -> Iterator[tuple[MatchState, Action | None]]:
    """Every state of a recorded match in which a seat was to act, with what it did there.

    The last action is None where a fault broke the match off. After the last state comes nothing:
    the outcome is in the record.

    Raises:
        IllegalActionError, ValueError: the record breaks the rules.
    """
    match = None if record.format == "deals" else start_match(record.rules, record.hakem_draw)
    for deal in record.deals:
        match = (
            single_deal(record.rules, deal.deal, deal.hakem, deal.deck)
            if match is None
            else deal_cards(match, deal.deck)
        )
        for action in deal_actions(deal):
            yield match, action
            match = apply(match, action)
        if match.deal is not None:
            at_fault = record.result.fault is not None and deal is record.deals[-1]
            yield match, None if at_fault else CONCEDE
        if record.format == "deals":
            match = None


def deal_actions(deal: DealRecord) -> Iterator[Action]:
    """The actions that a deal records, in order; whether they are legal is not looked at."""
    if deal.trump is not None and deal.discards.hakem is not None:
        yield Open(deal.trump, deal.discards.hakem)
    if deal.discards.other is not None:
        yield Throw(deal.discards.other)
    for letter in deal.draws:
        if letter in "kr":
            yield KEEP if letter == "k" else REJECT
        else:
            yield Pick(deal.deck[50 + int(letter) - 1])
    for card in deal.plays:
        yield Play(card)
