"""Replays a match record (version 1) on the oracle and says where the two first disagree.

`replay` takes the format "match", `replay_deals` the format "deals". A disagreement is an
AssertionError with a text that names the deal and the field.
"""

from __future__ import annotations

import json
from typing import Any

from tests.oracle.hokm import OracleMatch


def check(true: bool, text: str) -> None:
    if not true:
        raise AssertionError(text)


def check_same(what: str, recorded: Any, expected: Any) -> None:
    # Compared as JSON text, so that True is not 1 and None is not 0.
    check(
        json.dumps(recorded) == json.dumps(expected),
        f"{what}: the record says {recorded!r}, the oracle {expected!r}",
    )


def act(match: OracleMatch, action: dict[str, Any], where: str) -> None:
    """Act, or say that the recorded action is illegal."""
    check(
        match.needs_deal() is False and match.over() is False,
        f"{where}: {action!r} comes after the deal's end",
    )
    try:
        match.act(action)
    except ValueError as error:
        raise AssertionError(f"{where}: {error}") from None


def replay_actions(match: OracleMatch, deal: dict[str, Any], where: str) -> None:
    """Carry out every action that the deal records, in order."""
    discards = deal.get("discards") or {}
    hakem_threw = discards.get("hakem")
    other_threw = discards.get("other")
    draws = deal.get("draws") or ""
    plays = deal.get("plays") or []

    # Opening: trump and hakem's throw are one action, so both are there or neither.
    if deal.get("trump") is None or hakem_threw is None:
        check(
            deal.get("trump") is None and hakem_threw is None,
            f"{where}: trump and hakem's throw are one action, but only one of them is recorded",
        )
        check(
            other_threw is None and draws == "" and plays == [],
            f"{where}: there are actions before hakem has opened",
        )
        return
    act(match, {"trump": deal["trump"], "throw": hakem_threw}, f"{where}, open")

    if other_threw is None:
        check(draws == "" and plays == [], f"{where}: there are actions before the other's throw")
        return
    act(match, {"throw": other_threw}, f"{where}, throw")

    # 20 of `k`/`r`, then `1` or `2` for the card picked: the upper or the lower of the last two.
    check(len(draws) <= 21, f"{where}: {len(draws)} draws are recorded, 21 is all there are")
    for number, letter in enumerate(draws):
        here = f"{where}, draw {number + 1} ({letter!r})"
        if number < 20:
            check(letter in ["k", "r"], f"{here}: must be 'k' or 'r'")
            act(match, {"draw": "keep" if letter == "k" else "reject"}, here)
        else:
            check(letter in ["1", "2"], f"{here}: must be '1' or '2'")
            offered = match.knows(match.turn())["offered"]
            act(match, {"pick": offered[0] if letter == "1" else offered[1]}, here)

    if len(draws) < 21:
        check(plays == [], f"{where}: there are plays before the last draw")
        return
    for number, card in enumerate(plays):
        act(match, {"play": card}, f"{where}, play {number + 1}")


def replay(record: dict[str, Any]) -> OracleMatch:
    """Replay a record; AssertionError at the first thing that disagrees.

    The match comes back as it stands at the end of the record. After a forfeit it is not over(): a
    forfeit is the referee's verdict and no part of the rules that the oracle plays.
    """
    check(record.get("record", 1) == 1, "only record version 1 is known here")
    check(record.get("format", "match") == "match", "only the format 'match' is replayed here")

    rules = record["rules"]
    try:
        match = OracleMatch(
            record["hakem_draw"], rules["target"], rules["kot_hakem"], rules["kot_other"]
        )
    except ValueError as error:
        raise AssertionError(f"hakem_draw: {error}") from None
    check_same("hakem_draw", record["hakem_draw"], match.turned)

    result = record["result"]
    reason = result["reason"]
    check(reason in ["normal", "concede", "forfeit"], f"result: unknown reason {reason!r}")

    deals = record["deals"]
    for number, deal in enumerate(deals, start=1):
        where = f"deal {number}"
        check(not match.over(), f"{where}: the match was over before it")
        check_same(f"{where}, deal", deal["deal"], number)
        check_same(f"{where}, hakem", deal["hakem"], match.hakem)
        try:
            match.deal(deal["deck"])
        except ValueError as error:
            raise AssertionError(f"{where}: {error}") from None
        replay_actions(match, deal, where)

        if len(match.results) == number:  # the deal was played to its end
            for field in ["hakem", "trump", "tricks", "winner", "points", "kot"]:
                check_same(f"{where}, {field}", deal.get(field), match.results[-1][field])
            continue

        check(number == len(deals), f"{where} is unfinished, but a deal follows it")
        check(reason != "normal", f"{where} is unfinished, but the match ended normally")
        for field in ["winner", "points", "kot"]:
            check_same(f"{where} (unfinished), {field}", deal.get(field), None)
        if deal.get("tricks") is not None:
            so_far = match.knows(0)["tricks_won"]
            check_same(f"{where} (unfinished), tricks", deal["tricks"], so_far)

    check_same("result, points", result["points"], match.score)
    if reason == "normal":
        check(match.over(), f"the match is not over at {match.score}, but it ended normally")
        check_same("result, winner", result["winner"], match.winner())
        check(result.get("fault") is None, "a match that ended normally has no fault")
    elif reason == "concede":
        check(not match.over(), "a match that was won already can't be conceded")
        check(not match.needs_deal(), "nobody was asked to act, so nobody could concede")
        match.act({"concede": True})
        check_same("result, winner", result["winner"], match.winner())
        check(result.get("fault") is None, "a conceded match has no fault")
    else:
        # Either seat can be at fault (a bot may die while the other one thinks).
        check(not match.over(), "a match that was won already can't be forfeited")
        check(result["winner"] in [0, 1], "a forfeit has a winner")
        fault = result.get("fault")
        if isinstance(fault, dict) and "seat" in fault:
            check_same("result, seat at fault", fault["seat"], 1 - result["winner"])
    return match


def replay_deals(record: dict[str, Any]) -> None:
    """Replay a record of single deals; AssertionError at the first thing that disagrees.

    Each is a match by itself that its first points win. Hakem alternates, seat 0 first. A deal that
    is given up, or lost by a fault, gives the other seat what a kot would.
    """
    check(record["format"] == "deals", "only the format 'deals' is replayed here")
    check_same("hakem_draw", record["hakem_draw"], [])
    rules, result, deals = record["rules"], record["result"], record["deals"]
    points = [0, 0]
    for number, deal in enumerate(deals, start=1):
        where = f"deal {number}"
        hakem = (number - 1) % 2
        check_same(f"{where}, deal", deal["deal"], number)
        check_same(f"{where}, hakem", deal["hakem"], hakem)
        # The first ace that is turned makes its seat hakem.
        turned = ["AS"] if hakem == 0 else ["2S", "AS"]
        match = OracleMatch(turned, 1, rules["kot_hakem"], rules["kot_other"])
        match.deal(deal["deck"])
        replay_actions(match, deal, where)
        points[deal["winner"]] += deal["points"]
        if match.over():
            for field in ["trump", "tricks", "winner", "points", "kot"]:
                check_same(f"{where}, {field}", deal.get(field), match.results[0][field])
            continue
        check_same(f"{where} (given up), tricks", deal["tricks"], match.knows(0)["tricks_won"])
        check_same(f"{where} (given up), kot", deal["kot"], False)
        worth = rules["kot_hakem" if deal["winner"] == hakem else "kot_other"]
        check_same(f"{where} (given up), points", deal["points"], worth)
        if number == len(deals) and "fault" in result:
            check_same(f"{where}, winner", deal["winner"], 1 - result["fault"]["seat"])
        else:
            check_same(f"{where}, winner", deal["winner"], 1 - match.turn())
    check_same("result, points", result["points"], points)
    check_same("result, reason", result["reason"], "forfeit" if "fault" in result else "normal")
    leader = None if points[0] == points[1] else points.index(max(points))
    check_same("result, winner", result["winner"], leader)
