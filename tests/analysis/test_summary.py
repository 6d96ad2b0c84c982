"""A judged match is summed up by bot and by phase."""

import re
from pathlib import Path
from typing import Any

import pytest

import arena.analysis
from arena.analysis import Judgement, analysis_json, decisions, summary, tally_records
from arena.records import MatchRecord, replay
from arena.rules import Phase, Seat
from tests.analysis.judging import analysis, judgements
from tests.store.matches import concedes, crashes, first, last, played

README = (Path(arena.analysis.__file__).parent / "README.md").read_text("utf-8")


def record(*styles: Any) -> MatchRecord:
    return played("1:a:b", styles or (first, last)).halves[0].record


def test_each_decision_knows_where_it_was_and_what_was_held() -> None:
    match = record()
    states = list(replay(match))
    found = decisions(match, judgements(match))
    assert 0 < len(found) < len(states)
    assert {each.phase for each in found} == {*Phase}
    for each in found:
        state, action = states[each.judgement.number]
        deal = state.deal_in_progress
        assert (each.seat, each.deal, each.phase) == (deal.turn, deal.number, deal.phase)
        assert each.move == each.judgement.number + 1  # there is one deal
        assert (each.hand, each.chosen) == (deal.hands[deal.turn], action)
        assert (each.offered, each.trump, each.lead) == (deal.offered, deal.trump, deal.lead)


def test_who_always_does_the_best_makes_no_mistake_and_who_never_does_makes_one_each_time() -> None:
    match = record(first, last)
    names = [bot.name for bot in match.bots]
    by_name = dict(zip(names, summary(match, decisions(match, judgements(match))), strict=True))
    good, bad = by_name["a"], by_name["b"]
    assert (good.whole.accuracy, good.whole.lost, good.biggest) == (1, 0, ())
    assert (bad.whole.accuracy, bad.whole.mistakes) == (0, bad.whole.decisions)
    assert bad.whole.lost == pytest.approx(2 * bad.whole.decisions)
    assert bad.whole.margin == pytest.approx(0.2 * bad.whole.decisions**0.5)
    assert bad.lost_per_deal == bad.whole.lost  # of one deal
    assert sum(tally.decisions for tally in bad.phases.values()) == bad.whole.decisions
    assert len(bad.biggest) == 5


def test_what_is_within_its_error_is_in_the_sum_of_all_differences_alone() -> None:
    match = record(last, last)
    for bot in summary(match, decisions(match, judgements(match, error=1.0))):
        assert (bot.whole.mistakes, bot.whole.lost, bot.whole.margin) == (0, 0, 0)
        assert bot.whole.lost_at_all == pytest.approx(2 * bot.whole.decisions)


def test_the_biggest_mistakes_come_first() -> None:
    match = record()
    numbers = [each.number for each in judgements(match)]
    found = decisions(match, [Judgement(n, 0, 0, (7 * n) % 30 / 10, 0.01) for n in numbers])
    for bot in summary(match, found):
        lost = [each.judgement.lost for each in bot.biggest]
        own = [each.judgement.lost for each in found if each.seat is bot.seat]
        assert lost == sorted(own, reverse=True)[:5]


@pytest.mark.parametrize("style", [concedes, crashes])
def test_a_bot_that_never_chose_has_no_accuracy(style: Any) -> None:
    match = record(first, style)
    found = analysis(match)
    (idle,) = [bot for bot in found.bots if bot.bot.name == "b"]
    assert (idle.whole.decisions, idle.whole.accuracy, idle.phases) == (0, None, {})
    assert analysis_json("t", found)["bots"][idle.seat]["accuracy"] is None


def test_a_row_for_tables_is_a_bot_in_a_phase() -> None:
    rows = tally_records(analysis(record()))
    assert [(row["bot"], row["phase"]) for row in rows if row["seat"] == 0][:2] == [
        (record().bots[Seat.ZERO].name, "all"),
        (record().bots[Seat.ZERO].name, "open"),
    ]
    assert {tuple(row) for row in rows} == {arena.analysis.TALLY_FIELDS}


def test_every_key_of_the_data_is_documented() -> None:
    found = analysis_json("t", analysis(record()))
    text = README.split("## As data")[1].split("\n## ")[0]
    keys = {*found, *found["bots"][0], *found["decisions"][0], *found["analyst"]}
    assert keys == set(re.findall(r"`(\w+)`", text)) & keys
