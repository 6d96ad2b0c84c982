"""What the store gives back, as values."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from arena.wire import Format

TABLES: Final = "@tables"
"""Where matches against people are kept: a tournament in all but that nothing rates it. No other
can have that name (`registry.names`)."""

NOTHING: Final = 64 * "0"
"""Its commitment, to no seed: each match has its own. The chain over its records begins with it."""
PERSON: Final = "@person"
"""Who sits against the bot there; no bot can have that name either."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A bot that takes part."""

    name: str
    version: str
    author: str = ""
    language: str = ""


@dataclass(frozen=True, slots=True)
class StoredBot:
    """A version of a bot that was submitted."""

    name: str
    number: int
    """Of the version: 1 for the first of that name."""
    version: str
    """Hash of its content."""
    author: str
    language: str
    network: bool
    """Whether its build could use the network."""
    submitted: str
    """UTC, ISO 8601."""
    owner: str | None = None
    """The author whose token it came with; None where it was submitted at the command line."""

    @property
    def label(self) -> str:
        """What it is called among versions: `name@number`."""
        return f"{self.name}@{self.number}"


@dataclass(frozen=True, slots=True)
class StoredToken:
    """What is known of a token that was given out: not what it says, which is known to its holder.

    Its holder may play, submit bots under the author's name and, with an organiser's, see what is
    for the organiser alone.
    """

    id: str
    """The part of it by which it is found, and that may be shown."""
    author: str
    organiser: bool
    made: str
    """UTC, ISO 8601."""
    revoked: str | None = None
    """When it stopped to count: UTC, ISO 8601."""


@dataclass(frozen=True, slots=True)
class StoredUpload:
    """A bot that came through the web, and what came of it."""

    ticket: str
    author: str
    """Whose token it came with."""
    received: str
    """UTC, ISO 8601."""
    outcome: str
    bot: str | None
    """Its name, with the number of the version once it has one."""
    report: str
    """JSON, for the author and the organiser: bots' own text is in it."""


@dataclass(frozen=True, slots=True)
class StoredAnalysis:
    """What a version of an analyst said of a match."""

    analyst: str
    version: str
    """Hash of its content."""
    move_ms: int
    """How long it could take for a decision."""
    at: str
    """UTC, ISO 8601."""
    judgements: bytes
    """JSON; `arena.analysis` knows what is in it."""


@dataclass(frozen=True, slots=True)
class StoredTournament:
    """A tournament as it was when it began."""

    name: str
    seed: str
    commitment: str
    config: str
    """Canonical JSON of everything that decides results."""
    anchor: str | None
    """`bot:rating` for the display; the one thing that may change."""
    created: str
    """UTC, ISO 8601."""
    entrants: tuple[Entrant, ...]
    revealed: str | None = None
    """When its seed was given out, after which nothing of it is played: UTC, ISO 8601."""

    @property
    def rated(self) -> bool:
        """Whether standings are made of it."""
        return self.name != TABLES

    @property
    def format(self) -> Format:
        """What a mirror pair is made of."""
        deals = json.loads(self.config).get("tournament", {}).get("format") == "deals"
        return "deals" if deals else "match"

    @property
    def rated_with(self) -> str | None:
        """The tournament in the same store whose results count in the standings too."""
        found: str | None = json.loads(self.config).get("tournament", {}).get("rated_with")
        return found


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match in a list. Pairs are by seat."""

    match: str
    bots: tuple[str, str]
    points: tuple[int, int]
    winner: str | None
    """None where single deals gave both as many points."""
    reason: str
    fault: str | None
    deals: int


@dataclass(frozen=True, slots=True)
class PairResult:
    """A mirror pair that is over, counted by pieces of evidence as seen from the first bot."""

    pair: str
    first: str
    """The one whose name comes first."""
    second: str
    lost: int
    halved: int
    won: int
    points: int = 0
    """The first's points minus the second's."""


@dataclass(frozen=True, slots=True)
class VoidReason:
    """Why the host spoiled pairs, and how often."""

    reason: str
    count: int
    last: str
    """When it last happened: UTC, ISO 8601."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """All that two bots have played, counted by mirror pairs: of matches, or of single deals."""

    first: str
    """The one whose name comes first; all is as seen from it."""
    second: str
    lost: int
    halved: int
    won: int
    points: int
    """The first's points minus the second's."""
    squares: int
    """The sum of the squares of that, pair by pair."""


@dataclass(frozen=True, slots=True)
class MeetingsOf:
    """All meetings of a bot with those whose names come after its own: the columns of `Meeting`."""

    first: str
    second: list[str]
    lost: list[int]
    halved: list[int]
    won: list[int]
    points: list[int]
    squares: list[int]

    def each(self) -> Iterator[Meeting]:
        """One by one."""
        counts = (self.lost, self.halved, self.won, self.points, self.squares)
        for second, *sums in zip(self.second, *counts, strict=True):
            yield Meeting(self.first, second, *sums)
