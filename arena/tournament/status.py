"""Where a stored tournament stands, whether somebody plays it or not."""

from dataclasses import dataclass
from datetime import datetime

from arena.store import Holder, Store, VoidReason, holder
from arena.tournament.stages import known_total


@dataclass(frozen=True, slots=True)
class Status:
    """A tournament at one moment, in mirror pairs."""

    tournament: str
    done: int
    total: int | None
    """None where the schedule has no end that is known beforehand."""
    runner: Holder | None
    """The process that works on the store, on this tournament or another."""
    rate: float | None
    """Pairs a second since the runner of this tournament began; None while there is none."""
    voids: tuple[VoidReason, ...]
    missing: tuple[str, ...]
    """Identities of pairs that the host spoiled and that are still to be played."""
    faults: dict[str, dict[str, int]]
    """Matches lost, by bot and fault."""
    commitment: str
    """To its seed, settings and bots."""
    head: str
    """The last link of its records' chain: published, it fixes all that is stored by now."""
    revealed: str | None
    """When the seed was given out: UTC, ISO 8601."""

    @property
    def left(self) -> int | None:
        """Pairs that are not stored yet."""
        return None if self.total is None else max(0, self.total - self.done)

    @property
    def seconds_left(self) -> float | None:
        """How long the rest takes at this rate."""
        return self.left / self.rate if self.left is not None and self.rate else None

    @property
    def running(self) -> bool:
        """Whether a runner plays this very tournament."""
        return self.runner is not None and self.runner.tournament == self.tournament


def status(store: Store, tournament: str | None, now: datetime) -> Status:
    """Where a tournament stands, or the newest.

    Args:
        store: where it is stored.
        tournament: its name.
        now: the time.

    Raises:
        InputError: there is no such tournament.
    """
    stored = store.rated(tournament)
    runner = holder(store.path)
    done = len(store.pairs_done(stored.name))
    rate = None
    if runner is not None and runner.tournament == stored.name and runner.since is not None:
        seconds = (now - runner.since).total_seconds()
        rate = (done - runner.done) / seconds if seconds > 0 and done > runner.done else None
    return Status(
        stored.name,
        done,
        known_total(stored, store),
        runner,
        rate,
        tuple(store.void_reasons(stored.name)),
        tuple(store.voided(stored.name)),
        store.forfeits(stored.name),
        stored.commitment,
        store.chain_head(stored.name),
        stored.revealed,
    )
