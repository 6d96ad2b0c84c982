"""Matches in memory: a bot sees what the wire would carry, and what it answers must be legal."""

import json
from hashlib import sha256
from typing import Any, Protocol

from arena.rules import (
    HAKEM_DECK,
    MatchState,
    Ruleset,
    Seat,
    apply,
    deal_cards,
    derive_deck,
    legal_actions,
    match_seed,
    observe,
    start_match,
)
from arena.wire import Act, DealEnd, MatchEnd, MatchStart, RefereeMessage, TimeControl, encode

TIME = TimeControl()


class Bot(Protocol):
    """What the table needs of a bot: the kit's `Bot`, or a process behind the same four calls."""

    def act(self, message: Any) -> Any: ...
    def match_start(self, message: Any) -> None: ...
    def deal_end(self, message: Any) -> None: ...
    def match_end(self, message: Any) -> None: ...


def play_match(bots: tuple[Bot, Bot], seed: str) -> MatchState:
    """A whole match, bots by seat."""
    match = start_match(Ruleset(), derive_deck(seed, HAKEM_DECK))
    for seat in Seat:
        start = MatchStart(_opaque(seed, seat, "match"), seat, match.rules, TIME, {})
        bots[seat].match_start(_wire(start))
    decisions = 0
    while not match.over:
        if match.deal is None:
            match = deal_cards(match, derive_deck(seed, match.next_deal))
        seat = match.deal_in_progress.turn
        legal = legal_actions(match)
        name = _opaque(seed, seat, decisions)
        message = _wire(Act(name, observe(match, seat), legal, TIME.move_ms, TIME.bank_ms))
        action = bots[seat].act(message)
        match = apply(match, legal[[_key(each) for each in message["legal"]].index(_key(action))])
        decisions += 1
        if match.deal is None:
            for bot in bots:
                bot.deal_end(_wire(DealEnd(match.results[-1], match.score)))
    assert match.winner is not None
    for bot in bots:
        bot.match_end(_wire(MatchEnd(match.score, match.winner, "normal")))
    return match


def play_pair(bot: Bot, opponent: Bot, pair: str) -> tuple[MatchState, MatchState]:
    """A mirror pair: `bot` has seat 0 in the first half and seat 1 in the second."""
    seed = match_seed("shipped bots", pair)
    return play_match((bot, opponent), seed), play_match((opponent, bot), seed)


def _wire(message: RefereeMessage) -> Any:
    return json.loads(encode(message))


def _opaque(seed: str, seat: Seat, what: str | int) -> str:
    return sha256(f"{seed}|{seat}|{what}".encode()).hexdigest()[:16]


def _key(action: dict[str, Any]) -> tuple[tuple[str, Any], ...]:
    """An action as a value; the order inside a list never matters."""
    return tuple(
        (name, tuple(sorted(value)) if isinstance(value, list) else value)
        for name, value in sorted(action.items())
    )
