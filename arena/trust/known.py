"""What is known of a tournament besides its records: all that was committed to, or parts of it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from arena.errors import InputError
from arena.store import Header, StoredTournament
from arena.tournament import COMPARED, Revealed, TournamentTable, commitment, planned_pairs
from arena.trust.finding import Finding, Wrong, same, text

OF_RECORDS = ("rules", "time", "limits")
"""Tables of the settings that stand in every record as they are."""


@dataclass(frozen=True, slots=True)
class Known:
    """What records must agree with; None where it is not known."""

    commitment: str | None = None
    seed: str | None = None
    settings: Mapping[str, Any] | None = None
    """All else that decides results, as it was committed to."""
    versions: Mapping[str, str] | None = None
    """Of the bots that take part, by name."""
    heads: tuple[str, ...] = ()
    """Links that were published: each must be in the chain."""

    @classmethod
    def of(cls, tournament: StoredTournament, heads: tuple[str, ...] = ()) -> "Known":
        """What a store or an archive knows.

        Raises:
            Wrong: what was committed to is not what is there.
        """
        if tournament.seed == "":  # made of exported records
            return cls(tournament.commitment, heads=heads)
        known = cls._committed(tournament.seed, tournament.config, tournament.commitment, heads)
        versions = {entrant.name: entrant.version for entrant in tournament.entrants}
        for bot, version in (known.versions or {}).items():
            same(None, None, f"entrant {bot}", version, versions.get(bot))
        return cls(known.commitment, known.seed, known.settings, versions, heads)

    @classmethod
    def revealed(cls, told: bytes, heads: tuple[str, ...] = ()) -> "Known":
        """What `arena reveal --json` printed.

        Raises:
            InputError: that is something else.
            Wrong: what is revealed is not what was committed to.
        """
        try:
            found = msgspec.json.decode(told, type=Revealed)
        except msgspec.DecodeError as error:
            raise InputError(f"not what `arena reveal --json` prints: {error}") from None
        return cls._committed(found.seed, found.settings, found.commitment, (*heads, found.head))

    @classmethod
    def _committed(cls, seed: str, settings: str, to: str, heads: tuple[str, ...]) -> "Known":
        same(None, None, "commitment", commitment(seed, settings), to)
        try:
            decided = json.loads(settings)
            versions = decided.get("bots")
            msgspec.convert({"name": "", **decided["tournament"]}, TournamentTable)
            msgspec.convert(versions, dict[str, str] | None)
        except (ValueError, AttributeError, KeyError, TypeError):
            expected = "the settings of a tournament, as JSON"
            raise Wrong(Finding(None, None, "settings", expected, text(settings))) from None
        return cls(to, seed, decided, versions, heads)

    @classmethod
    def of_archive(cls, header: Header, heads: tuple[str, ...] = ()) -> "Known":
        """What the first line of an archive knows. Raises `Wrong` as `of` does."""
        return cls.of(header.tournament, heads)

    @property
    def decks(self) -> int | None:
        """How many deals a row of single deals has."""
        found: int | None = (self.settings or {}).get("tournament", {}).get("decks")
        return found

    @property
    def cycles(self) -> int | None:
        """How often two bots meet; None where that is not decided beforehand."""
        table = (self.settings or {}).get("tournament", {})
        fixed = table.get("schedule") in ("round-robin", "gauntlet")
        found: int | None = table.get("cycles") if fixed else None
        return None if found == COMPARED else found

    @property
    def pairs(self) -> int | None:
        """How many mirror pairs are played; None where that is not decided beforehand."""
        if self.cycles is None or self.settings is None or self.versions is None:
            return None
        table = msgspec.convert({"name": "", **self.settings["tournament"]}, TournamentTable)
        return planned_pairs(table, len(self.versions))

    def of_records(self) -> dict[str, Any]:
        """What every record must say, by field."""
        if self.settings is None:
            return {}
        found = {field: self.settings[field] for field in OF_RECORDS if field in self.settings}
        return {"format": self.settings["tournament"].get("format", "match"), **found}
