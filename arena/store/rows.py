"""What the store gives back, as values."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Entrant:
    """A bot that takes part."""

    name: str
    version: str
    author: str = ""
    language: str = ""


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


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match in a list. Pairs are by seat."""

    match: str
    bots: tuple[str, str]
    points: tuple[int, int]
    winner: str
    reason: str
    fault: str | None
    deals: int


@dataclass(frozen=True, slots=True)
class PairCount:
    """How often a mirror pair between two bots gave the first this score."""

    first: str
    second: str
    score: float
    count: int
