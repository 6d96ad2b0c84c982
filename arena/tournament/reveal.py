"""The end of a tournament's secret: its seed is given out, and nothing of it is played after that.

What was printed before the first match can then be made again by anyone: `commitment` of the seed
and of the settings, which hold the content hashes of the bots.
"""

import json
from dataclasses import dataclass
from hashlib import sha256

import msgspec

from arena.errors import InputError
from arena.store import Store, StoredTournament, hold, utc_now
from arena.tournament.config import TournamentTable
from arena.tournament.stages import next_stage


@dataclass(frozen=True, slots=True)
class Revealed:
    """All that a doubter needs besides the records."""

    tournament: str
    seed: str
    settings: str
    """All else that decides results, as the JSON that was committed to."""
    commitment: str
    revealed: str
    """When: UTC, ISO 8601."""
    head: str
    """Last link of the chain over the records."""

    @property
    def digest(self) -> str:
        """Of the settings, as it went into the commitment."""
        return settings_digest(self.settings)


def commitment(seed: str, settings: str) -> str:
    """What is published before the first match: it fixes seed, settings and bots, and hides them.

    Args:
        seed: the tournament's.
        settings: all that decides results but the seed, as canonical JSON.
    """
    label = f"hokm-arena commitment 1|{seed}|{settings_digest(settings)}"
    return sha256(label.encode()).hexdigest()


def settings_digest(settings: str) -> str:
    """What stands for the settings in the commitment."""
    return sha256(settings.encode()).hexdigest()


def reveal(store: Store, tournament: str | None, *, end: bool = False) -> Revealed:
    """Give a tournament's seed out, once it is over.

    Args:
        store: where it is stored.
        tournament: its name; None for the newest.
        end: end it here, though there is something left to play.

    Raises:
        InputError: there is no such tournament, it is not over, or its seed is not in the store.
        StoreError: a runner works on the store, or it cannot be written.
    """
    name = store.rated(tournament).name
    with hold(store.path, name):
        stored = store.rated(name)
        if commitment(stored.seed, stored.config) != stored.commitment:
            raise InputError(
                f"{store.path}: {name} was made of exported records; its seed is not in them. "
                "Reveal it from the store in which it was played"
            )
        if stored.revealed is None:
            if not end and not is_over(stored, store):
                raise InputError(
                    f"{name} is not over, and whoever knows its seed knows every deck to come. "
                    "Play it to its end, or end it here, for good, with --end"
                )
            store.set_revealed(name, utc_now())
            stored = store.rated(name)
    assert stored.revealed is not None
    return Revealed(
        name,
        stored.seed,
        stored.config,
        stored.commitment,
        stored.revealed,
        store.chain_head(name),
    )


def is_over(stored: StoredTournament, store: Store) -> bool:
    """Whether nothing is left to play. A league without an end is never over."""
    table = msgspec.convert(
        {"name": stored.name, **json.loads(stored.config)["tournament"]}, TournamentTable
    )
    stage = next_stage(stored, table, [entrant.name for entrant in stored.entrants], store)
    return stage.last and next(stage.missing, None) is None


def check_secret(stored: StoredTournament, store: Store) -> None:
    """Refuse to go on with a tournament whose decks are known.

    Raises:
        InputError: its seed was given out, and there is something left to play.
    """
    if stored.revealed is not None and not is_over(stored, store):
        raise InputError(
            f"{stored.name}: its seed was revealed on {stored.revealed}, so that everybody knows "
            "the decks to come; begin a new tournament with another `tournament.name`"
        )
