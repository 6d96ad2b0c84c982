"""An analysis as it is kept beside its match, and as it is looked at."""

from dataclasses import dataclass
from functools import cached_property

import msgspec

from arena.analysis.judgement import Judgement
from arena.analysis.summary import BotSummary, Judged, decisions, summary
from arena.errors import StoreError
from arena.records import MatchRecord
from arena.rules import Phase
from arena.store import Store, StoredAnalysis, save_analysis, stored_analysis


@dataclass(frozen=True)
class Analysis:
    """A match, and what a version of an analyst thinks of it."""

    record: MatchRecord
    analyst: str
    version: str
    """Hash of its content."""
    move_ms: int
    """How long it could take for a decision."""
    at: str
    """When: UTC, ISO 8601."""
    judgements: tuple[Judgement, ...]

    @cached_property
    def decisions(self) -> list[Judged]:
        """The decisions that were judged, in order."""
        return decisions(self.record, self.judgements)

    @cached_property
    def by_number(self) -> dict[int, Judged]:
        """The same by their numbers."""
        return {each.judgement.number: each for each in self.decisions}

    @property
    def phases(self) -> list[Phase]:
        """Those in which a bot had a choice, in order."""
        return [phase for phase in Phase if any(phase in bot.phases for bot in self.bots)]

    @cached_property
    def bots(self) -> tuple[BotSummary, ...]:
        """What each bot's decisions were worth, by seat."""
        return summary(self.record, self.decisions)


def keep_analysis(store: Store, tournament: str, analysis: Analysis) -> None:
    """Store an analysis beside its match, in place of the one by the same version of an analyst.

    Raises:
        StoreError: the match is not stored, or the store cannot be written.
    """
    judgements = msgspec.json.encode(analysis.judgements)
    row = StoredAnalysis(
        analysis.analyst, analysis.version, analysis.move_ms, analysis.at, judgements
    )
    save_analysis(store, tournament, analysis.record.match, row)


def kept_analysis(
    store: Store, tournament: str, record: MatchRecord, version: str | None = None
) -> Analysis | None:
    """The newest analysis of a stored match, or that by this version of an analyst.

    Raises:
        StoreError: the store cannot be read.
    """
    row = stored_analysis(store, tournament, record.match, version)
    if row is None:
        return None
    try:
        judgements = msgspec.json.decode(row.judgements, type=tuple[Judgement, ...])
    except msgspec.DecodeError as error:
        raise StoreError(f"{store.path}: the analysis of {record.match}: {error}") from None
    return Analysis(record, row.analyst, row.version, row.move_ms, row.at, judgements)
