"""A tournament of single deals, from the command line to the standings and the records."""

import json
import re

from tests.cli.commands import call
from tests.oracle.record import replay_deals
from tests.tournament.running import Arena

CYCLES, DECKS = 3, 4


def test_single_deals_are_played_shown_listed_told_and_exported(arena: Arena) -> None:
    config = arena.write(["naive", "value"], format="deals", cycles=CYCLES, decks=DECKS, batch=2)
    ran = arena.run("run", config)
    assert ran.returncode == 0, ran.stderr
    assert f"format:      single deals, {DECKS} decks a match" in ran.stderr
    assert re.search(r"rank +bot +Elo +95 % +score +points/deal +pairs", ran.stdout)
    assert f"{CYCLES * DECKS} mirror pairs of single deals" in ran.stdout
    store = ("--store", arena.place.store)

    board = json.loads(call("leaderboard", "--json", *store).out)
    assert board["format"] == "deals"
    assert board["pairs"] == CYCLES * DECKS
    one, two = board["bots"]
    assert one["points_per_deal"]["mean"] == -two["points_per_deal"]["mean"]

    listed = json.loads(call("matches", "--json", *store).out)
    assert [row["deals"] for row in listed] == [DECKS] * (2 * CYCLES)

    told = call("show", listed[0]["match"], *store).out
    assert f" in {DECKS} single deals\n" in told
    assert "turned for hakem" not in told
    assert told.count("· hakem ") == DECKS

    records = [json.loads(line) for line in call("export", *store).out.splitlines()]
    assert len(records) == 2 * CYCLES
    for record in records:
        replay_deals(record)
    points = sum(
        record["result"]["points"][seat] - record["result"]["points"][1 - seat]
        for record in records
        for seat in (0, 1)
        if record["bots"][seat]["name"] == one["bot"]
    )
    assert one["points_per_deal"]["mean"] == points / (2 * CYCLES * DECKS)
