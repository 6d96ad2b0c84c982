"""Mirror pairs that are played in memory: real records without a process."""

import itertools
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from arena.records import CrashReport, FaultKind, MatchRecord, PairPlan, PlayedMatch, PlayedPair
from arena.referee import (
    BotProgram,
    Failure,
    MatchJob,
    MatchPlan,
    MatchSettings,
    Player,
    Reply,
    play_match,
)
from arena.rules import CONCEDE, Ruleset, Seat, match_seed
from arena.store import Entrant, StoredTournament
from arena.wire import Act, Answer, DealEnd, MatchEnd, MatchStart

SHORT = MatchSettings(rules=Ruleset(target=1), commitment="0" * 64)
"""Matches of one deal."""

Style = Callable[[Act], Answer | Failure]


def first(act: Act) -> Answer | Failure:
    """Plays the first legal action."""
    return Answer(act.id, act.legal[0])


def last(act: Act) -> Answer | Failure:
    """Plays the last legal action."""
    return Answer(act.id, act.legal[-1])


def remarks(act: Act) -> Answer | Failure:
    """Plays the first legal action and says something about it."""
    return Answer(act.id, act.legal[0], "♠ خوب \\ \" 'note'")


def concedes(act: Act) -> Answer | Failure:
    """Gives up at once."""
    return Answer(act.id, CONCEDE)


def crashes(act: Act) -> Answer | Failure:
    """Dies at its first decision."""
    return Failure(FaultKind.CRASH, "the process ended: exit code 3")


def late(act: Act) -> Answer | Failure:
    """Does not answer."""
    return Failure(FaultKind.TIMEOUT, "no answer 250 ms after the deadline")


@dataclass
class Scripted:
    """A player that does as its style says."""

    style: Style

    def begin(self, message: MatchStart) -> Failure | None:
        return None

    def ask(self, message: Act, deadline: float) -> Reply:
        return Reply(self.style(message))

    def tell(self, message: DealEnd | MatchEnd) -> None:
        pass

    def wake(self) -> None:
        pass

    def rest(self) -> None:
        pass

    def caught_ms(self) -> int | None:
        return None


def played(
    pair: str, styles: Iterable[Style] = (first, last), begins: Literal[0, 1] = 0
) -> PlayedPair:
    """The mirror pair of that identity, such as `1:a:b`.

    Styles are by name; `begins` is which of the names has the first seat in the first half.
    """
    _, *names = pair.split(":")
    by_name = dict(zip(names, styles, strict=True))
    zero, one = (BotProgram(name, f"{name}-version", Path("/nowhere"), ("true",)) for name in names)
    plan = PairPlan(pair, match_seed("seed", pair), begins)
    job = MatchJob(f"1-1:{names[0]}:{names[1]}", (zero, one), (plan,), SHORT)
    halves = [
        _half(half, by_name) for half in job.halves(plan, {"level": "full", "memory": "none"})
    ]
    return PlayedPair(pair, (halves[0], halves[1]))


def _half(plan: MatchPlan, styles: dict[str, Style]) -> PlayedMatch:
    ticks = itertools.count()
    players: tuple[Player, Player] = (
        Scripted(styles[plan.bots[Seat.ZERO].name]),
        Scripted(styles[plan.bots[Seat.ONE].name]),
    )
    record = play_match(plan, players, lambda: next(ticks) / 1000)
    crash = None
    if record.result.fault:
        crash = CrashReport("Traceback: \x1b[31moh\n", ('{"type":"act"}', "garbage"))
    return PlayedMatch(record, crash)


def records(pairs: Iterable[PlayedPair]) -> list[MatchRecord]:
    """Their records, in order."""
    return [half.record for pair in pairs for half in pair.halves]


def tournament(name: str = "t", *bots: str) -> StoredTournament:
    """A tournament that begins."""
    entrants = tuple(
        Entrant(bot, f"{bot}-version", f"author of {bot}", "Python") for bot in bots or ("a", "b")
    )
    return StoredTournament(
        name, "seed", "0" * 64, '{"cycles": 1}', "a:1000", "2024-01-02T03:04:05+00:00", entrants
    )
