"""A played record made again at once, or left to `arena.trust.again`, which is slow and explains.

`again` plays every decision with the rules themselves, makes every observation anew and encodes it.
Here the same is done with texts alone (`quick_deal`). What is accepted here is what is accepted
there (`tests/trust/test_alterations.py`): all decks, every action against the rules, every byte
that was shown, results and score. What is not accepted, or has been broken off, is looked at there.
"""

from arena.rules import Ruleset
from arena.trust.decks import decks
from arena.trust.light import LightDeal, LightRecord
from arena.trust.quick_deal import TRICKS_TO_WIN, Doubt, play_deal


def agrees(record: LightRecord) -> bool:
    """Whether a match that was played to its end is all that its seed and its actions give.

    Only what the game decides is looked at. False where a fault or a concession ended it.
    """
    result = record.result
    if result.reason != "normal" or result.fault is not None:
        return False
    try:
        points, winner = _match(record) if record.format == "match" else _single_deals(record)
    except Doubt:
        return False
    return result.points == points and result.winner == winner


def _match(record: LightRecord) -> tuple[tuple[int, int], int | None]:
    rules = record.rules
    packs = decks(record.seed)
    turned, hakem = packs.turned
    if record.hakem_draw != turned or not record.deals:
        raise Doubt
    text = ",".join([f'"{card}"' for card in turned])
    score = [0, 0]
    for number, deal in enumerate(record.deals, start=1):
        if max(score) >= rules.target or deal.deal != number or deal.hakem != hakem:
            raise Doubt
        table = f'"score":[{score[0]},{score[1]}],"hakem":{hakem},"hakem_draw":[{text}],"trump":'
        hakem = _deal(deal, packs.laid_out(number), table, rules)
        score[hakem] += deal.points or 0
    if score[hakem] < rules.target:
        raise Doubt
    return (score[0], score[1]), hakem


def _single_deals(record: LightRecord) -> tuple[tuple[int, int], int | None]:
    packs = decks(record.seed)
    if record.hakem_draw or not record.deals:
        raise Doubt
    points = [0, 0]
    for number, deal in enumerate(record.deals, start=1):
        hakem = (number - 1) % 2
        if deal.deal != number or deal.hakem != hakem:
            raise Doubt
        table = f'"score":[0,0],"hakem":{hakem},"hakem_draw":[],"trump":'
        points[_deal(deal, packs.laid_out(number), table, record.rules)] += deal.points or 0
    zero, one = points
    return (zero, one), None if zero == one else int(one > zero)


def _deal(deal: LightDeal, laid_out: tuple[bytes, list[int]], table: str, rules: Ruleset) -> int:
    """The winner of a deal that was played to its end, all of which agrees."""
    text, deck = laid_out
    if bytes(deal.deck) != text:
        raise Doubt
    tricks, shown = play_deal(deal, deck, table)
    winner = 0 if tricks[0] == TRICKS_TO_WIN else 1
    kot = tricks[1 - winner] == 0
    points = (rules.kot_hakem if winner == deal.hakem else rules.kot_other) if kot else 1
    if (deal.tricks, deal.winner, deal.points, deal.kot, deal.shown) != (
        *(tricks, winner, points, kot, shown),
    ):
        raise Doubt
    return winner
