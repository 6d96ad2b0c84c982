"""The work a referee process is given: everything about it is decided before a bot starts.

A `MatchJob` is a batch of mirror pairs of one pairing. A pair is two matches, its halves, with the
same seed and the bots in each other's seats; it is the unit of scheduling, storing, voiding and
rating. Ids are stable: the same tournament gives the same ids on every run.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, TypeAlias

from arena.records import PairPlan
from arena.rules import Ruleset, Seat
from arena.sandbox import Limits
from arena.wire import Format, TimeControl

Transport: TypeAlias = Literal["zmq", "stdio"]
Half: TypeAlias = Literal[0, 1]

HALVES: tuple[Half, Half] = (0, 1)


@dataclass(frozen=True, slots=True)
class BotProgram:
    """A bot as the referee starts it."""

    name: str
    version: str
    """Hash of its content: another content is another player."""
    folder: Path
    run: tuple[str, ...]
    transport: Transport = "zmq"


@dataclass(frozen=True, slots=True)
class MatchSettings:
    """What all matches of a tournament have in common."""

    rules: Ruleset = field(default_factory=Ruleset)
    time: TimeControl = field(default_factory=TimeControl)
    limits: Limits = field(default_factory=Limits)
    format: Format = "match"
    decks: int = 10
    """In the `deals` format: single deals in each half of a pair."""
    commitment: str = ""
    """Published before the first match; it fixes the seed (`protocol/README.md`, Decks)."""


@dataclass(frozen=True, slots=True)
class MatchPlan:
    """One match. `bots` is by seat."""

    match: str
    job: str
    pair: str
    half: Half
    seed: str
    bots: tuple[BotProgram, BotProgram]
    settings: MatchSettings
    sandbox: Mapping[str, str]
    """What confines the bots: `level` and `memory` as `arena.sandbox` names them."""
    decks: int = 0
    """Deals to play in the `deals` format."""


@dataclass(frozen=True, slots=True)
class MatchJob:
    """A batch of mirror pairs between two bots, for one referee process."""

    job: str
    bots: tuple[BotProgram, BotProgram]
    pairs: tuple[PairPlan, ...]
    settings: MatchSettings

    def halves(self, pair: PairPlan, sandbox: Mapping[str, str]) -> Iterator[MatchPlan]:
        """The two matches of a pair, played in that sandbox."""
        for half in HALVES:
            seats = [self.bots[self.bot_in(seat, pair, half)] for seat in Seat]
            yield MatchPlan(
                match=f"{pair.pair}.{half + 1}",
                job=self.job,
                pair=pair.pair,
                half=half,
                seed=pair.seed,
                bots=(seats[0], seats[1]),
                settings=self.settings,
                sandbox=sandbox,
                decks=self.settings.decks,
            )

    def bot_in(self, seat: Seat, pair: PairPlan, half: Half) -> int:
        """Which of the job's two bots, 0 or 1, has this seat in this half."""
        return pair.first ^ seat ^ half
