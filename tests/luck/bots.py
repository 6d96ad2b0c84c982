"""Bots in memory, good ones and odd ones, and the mirror pairs that they play: real records."""

import itertools
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

from arena.luck.pieces import Halves
from arena.records import FaultKind, PairPlan
from arena.referee import BotProgram, Failure, MatchJob, MatchSettings, Player, play_match
from arena.rules import KEEP, REJECT, Action, Card, Open, Phase, Pick, Play, Rank, Suit, Throw
from arena.rules import match_seed as seed_of
from arena.wire import Act, Answer, Format
from tests.bots_shipped.folders import load
from tests.store.matches import Scripted, Style

SANDBOX = {"level": "full", "memory": "none"}

Choose = Callable[[Act], Action]


def style(choose: Choose) -> Style:
    return lambda act: Answer(act.id, choose(act))


def shipped_bot(name: str) -> Choose:
    """The rules of `bots/naive` or `bots/value`, without a wire."""
    bot = load(name, "bot")

    def choose(act: Act) -> Action:
        seen = _observed(act)
        if act.observation.phase is Phase.PLAY:
            return Play(Card(bot.play(seen, [{"play": a.play} for a in act.legal])["play"]))  # type: ignore[union-attr]
        if act.observation.phase is Phase.DRAW:
            return KEEP if bot.keeps(seen) else REJECT
        action = bot.build(seen)
        if act.observation.phase is Phase.PICK:
            return Pick(Card(action["pick"]))
        thrown = tuple(Card(card) for card in action["throw"])
        return Open(Suit(action["trump"]), thrown) if "trump" in action else Throw(thrown)

    return choose


def _observed(act: Act) -> dict[str, Any]:
    """What the rules of the shipped bots look at. A card is its text."""
    seen = act.observation
    return {
        **{name: getattr(seen, name) for name in ("seat", "phase", "hakem", "trump", "hand")},
        **{name: getattr(seen, name) for name in ("thrown", "throw_counts", "offered", "lead")},
        "draws": [{"saw": drawn.saw} for drawn in seen.draws],
        "tricks": [{"leader": trick.leader, "cards": trick.cards} for trick in seen.tricks],
    }


def at_random(act: Act) -> Action:
    return Random(act.id).choice(act.legal)


def first_legal(act: Act) -> Action:
    return act.legal[0]


def moody(base: Choose, share: float) -> Choose:
    """Now and then any action instead."""
    return lambda act: (at_random if Random(act.id).random() < share else base)(act)


def rejects(base: Choose) -> Choose:
    """Never keeps what it sees."""
    return lambda act: REJECT if act.observation.phase is Phase.DRAW else base(act)


def likes_red(act: Act) -> Action:
    """Names and throws as it comes, keeps red cards and nothing else, plays its highest card."""
    offered = act.observation.offered
    if act.observation.phase is Phase.DRAW:
        return KEEP if offered[0].suit in (Suit.H, Suit.D) else REJECT
    if act.observation.phase is Phase.PLAY:
        return max(act.legal, key=lambda action: action.play.rank)  # type: ignore[union-attr]
    return act.legal[-1]


def fears_aces(base: Choose) -> Style:
    """Dies when it is offered an ace late in a deal: what it has seen decides how a deal ends."""

    def reply(act: Act) -> Answer | Failure:
        seen = act.observation
        if len(seen.draws) > 15 and any(card.rank is Rank.ACE for card in seen.offered):
            return Failure(FaultKind.CRASH, "the process ended: exit code 3")
        return Answer(act.id, base(act))

    return reply


def play_pairs(
    styles: Sequence[Style], count: int, form: Format, label: str, decks: int = 10
) -> list[Halves]:
    """Mirror pairs between `a` and `b`; single deals come in rows of so many decks."""
    one, other = (BotProgram(name, f"{name}-version", Path("/nowhere"), ("true",)) for name in "ab")
    settings = MatchSettings(format=form, decks=decks)
    plans = [
        PairPlan(f"{n}:a:b", seed_of(label, f"{n}:a:b"), 0 if n % 2 else 1) for n in range(count)
    ]
    job = MatchJob("1-1:a:b", (one, other), tuple(plans), settings)
    ticks = itertools.count()
    found = []
    for plan in plans:
        halves = []
        for half in job.halves(plan, SANDBOX):
            players: list[Player] = [Scripted(styles[bot.name == "b"]) for bot in half.bots]
            record = play_match(half, (players[0], players[1]), lambda: next(ticks) / 1e6)
            halves.append(record)
        found.append((halves[0], halves[1]))
    return found
