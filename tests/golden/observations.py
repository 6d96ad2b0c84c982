"""`protocol/vectors/observations.jsonl`: what both seats may know at every decision of a match."""

import json
from pathlib import Path

from arena.rules import (
    HAKEM_DECK,
    MatchState,
    Ruleset,
    Seat,
    apply,
    deal_cards,
    derive_deck,
    legal_actions,
    observe,
    start_match,
)
from arena.wire import encode
from tests.golden.conversations import naive
from tests.golden.lines import Json

FILE = Path(__file__).parents[2] / "protocol" / "vectors" / "observations.jsonl"
SEED = "observations 24"
"""Of a match to 2 that has two deals, each with another hakem."""


def lines() -> list[str]:
    """One a decision."""
    match = start_match(Ruleset(target=2), derive_deck(SEED, HAKEM_DECK))
    found: list[Json] = []
    while not match.over:
        match = deal_cards(match, derive_deck(SEED, match.next_deal))
        match = _play(match, found)
    return [json.dumps(line, separators=(",", ":")) for line in found]


def _play(match: MatchState, found: list[Json]) -> MatchState:
    bot = naive()
    while match.deal is not None and not match.over:
        legal = legal_actions(match)
        seat = match.deal.turn
        seen = [json.loads(encode(observe(match, each))) for each in Seat]
        offered = json.loads(encode(legal))
        choice = bot.choose(seen[seat], offered)
        found.append({"observations": seen, "action": choice})
        match = apply(match, legal[[_same(each) for each in offered].index(_same(choice))])
    return match


def _same(action: Json) -> str:
    """The order of cards thrown does not matter."""
    return json.dumps({k: sorted(v) for k, v in action.items()}, sort_keys=True)


def write() -> None:
    """Write the file anew."""
    FILE.write_text("".join(line + "\n" for line in lines()), "utf-8")
