"""The quick start, begun by the command and played on in this process by the same bots.

Its 1,200 matches take processes two minutes of two cores, and this process half a minute of one.
That a bot decides alike in both is not taken for granted: what processes have played is compared.
"""

import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random

from arena.records import MatchRecord
from arena.registry import Registry, shipped
from arena.store import Store
from arena.tournament import Tournament, open_tournament, read_entry
from tests.kits.example import chance
from tests.luck.bots import shipped_bot, style
from tests.store.matches import Style
from tests.trust.league import play_all, play_pair

NAME = "quickstart"


def styles() -> Mapping[str, Style]:
    """Its bots, without their processes."""
    return {
        "random": style(lambda act: Random(act.id).choice(act.legal)),
        "random-stdio": style(lambda act: act.legal[chance(act.id) * len(act.legal) >> 32]),
        "naive": style(shipped_bot("naive")),
        "value": style(shipped_bot("value")),
    }


def begun(store: Store) -> Tournament:
    """It, in that store."""
    config = shipped("configs") / f"{NAME}.toml"
    return open_tournament(read_entry(config, Registry(store.path)), store)


def play_on(path: Path) -> None:
    """Play what is missing in that store."""
    with Store(path) as store:
        play_all(begun(store), store, styles())


def who_played(path: Path) -> set[str]:
    """The bots of which that store has a match; it need not be there yet."""
    if not path.exists():
        return set()
    with Store(path) as store:
        return {bot for row in store.matches(NAME) for bot in row.bots}


def played_twice(path: Path) -> Iterator[tuple[MatchRecord, MatchRecord]]:
    """Each match of that store, beside the same one played here."""
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder, "s"), create=True) as empty:
        tournament = begun(empty)
        jobs = [tournament.job(pairing) for pairing in tournament.missing(empty)]
    with Store(path) as store:
        done = store.pairs_done(NAME)
        for job in jobs:
            for number in (n for n, plan in enumerate(job.pairs) if plan.pair in done):
                for here in play_pair(job, number, styles()).halves:
                    stored = store.match(NAME, here.record.match)
                    assert stored is not None
                    yield stored.record, here.record
