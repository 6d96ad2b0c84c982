"""Matches in memory: a clock set by hand, players that follow a script, plans without a bot."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

import msgspec

from arena.records import FaultKind, MatchRecord, encode_record
from arena.referee import BotProgram, Failure, MatchPlan, MatchSettings, Reply, play_match
from arena.referee.job import Half
from arena.rules import Action, Draw, Phase, Play, Ruleset, Seat
from arena.sandbox import Exit
from arena.wire import Act, Answer, DealEnd, MatchEnd, MatchStart, TimeControl

Said: TypeAlias = Answer | Failure
Message: TypeAlias = MatchStart | Act | DealEnd | MatchEnd


class FakeClock:
    """Seconds that pass only when a test says so; like real ones they do not begin at zero."""

    def __init__(self) -> None:
        self.seconds = 5000.0

    def __call__(self) -> float:
        return self.seconds

    def advance(self, ms: float) -> None:
        self.seconds += ms / 1000


def first_legal(act: Act) -> Action:
    return act.legal[0]


def at_random(seed: object) -> Callable[[Act], Action]:
    """Any legal action, by the seed and the request alone."""
    return lambda act: Random(f"{seed} {act.id}").choice(act.legal)


def well_behaved(act: Act) -> None:
    """Nothing instead of the player's own answer."""


def at_once(act: Act) -> float:
    return 1.0


def nothing_withheld(act: Act) -> float:
    return 0.0


@dataclass
class FakeMeter:
    """Withholds a share of the time between two looks."""

    share: float = 0.0
    at: float = 0.0
    looks: int = 0
    seconds: float = 0.0
    used_seconds: float = 0.0

    def look(self, now: float, *, answered: bool = False) -> float:
        self.looks += 1
        self.seconds += self.share * (now - self.at)
        self.at = now
        return self.seconds


@dataclass
class FakeProcess:
    """A process of which a test says how it ended and what limit it hit."""

    ended: Exit | None = None
    limit: str | None = None
    killed: int = 0
    meter: FakeMeter = field(default_factory=FakeMeter)

    def delay_meter(self, now: float) -> FakeMeter:
        self.meter.at = now
        return self.meter

    def exit(self) -> Exit | None:
        return self.ended

    def wait(self, seconds: float) -> Exit | None:
        return self.ended

    def limit_hit(self) -> str | None:
        return self.limit

    def kill(self) -> None:
        self.killed += 1


@dataclass
class ScriptedPlayer:
    """A player whose every answer is a function of the request; it keeps what it was told."""

    clock: FakeClock
    choose: Callable[[Act], Action] = first_legal
    takes_ms: Callable[[Act], float] = at_once
    instead: Callable[[Act], Said | None] = well_behaved
    """Another reply than the chosen action, for the decisions where it is not None; it may raise,
    and it may let time pass."""
    withheld_ms: Callable[[Act], float] = nothing_withheld
    on_start: Failure | Exception | None = None
    note: str | None = None
    caught: int | None = None
    asked: list[Act] = field(default_factory=list)
    """Requests to every player that shares this list, in order."""
    told: list[Message] = field(default_factory=list)
    deadlines: list[float] = field(default_factory=list)
    """Seconds from each request to the deadline that was set for it."""

    def begin(self, message: MatchStart) -> Failure | None:
        if isinstance(self.on_start, Exception):
            raise self.on_start
        if self.on_start is None:
            self.told.append(message)
        return self.on_start

    def ask(self, message: Act, deadline: float) -> Reply:
        self.told.append(message)
        self.asked.append(message)
        self.deadlines.append(deadline - self.clock())
        said = self.instead(message)
        if said is None:
            self.clock.advance(self.takes_ms(message))
            said = Answer(message.id, self.choose(message), self.note)
        return Reply(said, self.withheld_ms(message) / 1000)

    def tell(self, message: DealEnd | MatchEnd) -> None:
        self.told.append(message)

    def wake(self) -> None:
        """It never sleeps."""

    def rest(self) -> None:
        """It need not be held."""

    def caught_ms(self) -> int | None:
        return self.caught

    @property
    def acts(self) -> list[Act]:
        return [message for message in self.told if isinstance(message, Act)]

    @property
    def deal_ends(self) -> list[DealEnd]:
        return [message for message in self.told if isinstance(message, DealEnd)]

    @property
    def match_ends(self) -> list[MatchEnd]:
        return [message for message in self.told if isinstance(message, MatchEnd)]


def at_request(request: str, reply: Callable[[Act], Said]) -> Callable[[Act], Said | None]:
    """This reply to the request with this id, and the player's own to all others."""
    return lambda act: reply(act) if act.id == request else None


def at_phase(phase: Phase, reply: Callable[[Act], Said]) -> Callable[[Act], Said | None]:
    """This reply to the first request of a phase."""
    return lambda act: reply(act) if act.observation.phase is phase else None


def at_decision(number: int, reply: Callable[[Act], Said]) -> Callable[[Act], Said | None]:
    """This reply to the player's n-th request, counted from 1."""
    seen: list[str] = []

    def instead(act: Act) -> Said | None:
        seen.append(act.id)
        return reply(act) if len(seen) == number else None

    return instead


def fails(kind: FaultKind, detail: str) -> Callable[[Act], Failure]:
    return lambda act: Failure(kind, detail)


def raises(error: Exception) -> Callable[[Act], Failure]:
    def reply(act: Act) -> Failure:
        raise error

    return reply


def out_of_phase(act: Act) -> Action:
    """A well-formed action that the phase forbids."""
    return Draw("keep") if act.observation.phase is Phase.PLAY else Play(act.observation.hand[0])


def make_plan(
    seed: str = "first",
    half: Half = 0,
    time: TimeControl | None = None,
    target: int = 7,
    commitment: str = "",
    decks: int = 0,
) -> MatchPlan:
    """A match between two bots that are never started, or with `decks` a row of single deals."""
    bots = [BotProgram(name, f"{name}-version", Path("nowhere"), ("true",)) for name in "ab"]
    settings = MatchSettings(
        rules=Ruleset(target=target),
        time=time or TimeControl(),
        commitment=commitment,
        format="deals" if decks else "match",
    )
    return MatchPlan(
        match=f"1:a:b.{half + 1}",
        job="1-1:a:b",
        pair="1:a:b",
        half=half,
        seed=seed,
        bots=(bots[half], bots[1 - half]),
        settings=settings,
        sandbox={"level": "full", "memory": "watchdog"},
        decks=decks,
    )


@dataclass
class Table:
    """A match in memory: set up the players, then `play`."""

    plan: MatchPlan = field(default_factory=make_plan)
    clock: FakeClock = field(default_factory=FakeClock)
    asked: list[Act] = field(default_factory=list)
    """Every request of the match, in order."""
    players: tuple[ScriptedPlayer, ScriptedPlayer] = field(init=False)

    def __post_init__(self) -> None:
        zero, one = (ScriptedPlayer(self.clock, asked=self.asked) for _ in Seat)
        self.players = zero, one

    def play(self) -> MatchRecord:
        return play_match(self.plan, self.players, self.clock)


def dry_run(plan: MatchPlan) -> list[Act]:
    """Every request of the match that two first-legal players play, in order."""
    table = Table(plan)
    table.play()
    return table.asked


def as_json(record: MatchRecord) -> dict[str, Any]:
    """The record as a reader in another language gets it."""
    decoded: dict[str, Any] = msgspec.json.decode(encode_record(record))
    return decoded
