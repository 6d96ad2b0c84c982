"""The configs that come with the project are in order, and lead where they say."""

import shutil
from pathlib import Path

import pytest

from arena.registry import Built, Manifest, Registry, shipped
from arena.results import leaderboard
from arena.store import Store
from arena.tournament import open_tournament, read_entry
from tests.store.matches import concedes, first, played
from tests.tournament.places import Place

CONFIGS = sorted(shipped("configs").glob("*.toml"))


def as_it_is(sources: Path, manifest: Manifest, into: Path) -> Built:
    """Stands in for a build: nobody runs what comes of it."""
    shutil.copytree(sources, into)
    return Built(0.0, False, ())


@pytest.mark.parametrize("config", CONFIGS, ids=lambda path: path.stem)
def test_every_shipped_config_can_be_played_to_its_end(place: Place, config: Path) -> None:
    """The bot whose name comes first wins; nothing is started."""
    with Store(place.store, create=True) as store:
        tournament = open_tournament(read_entry(config, Registry(store.path)), store, as_it_is)
        total = tournament.pairs
        for _ in range(3):  # one without an end is left after its third block
            stage = tournament.stage(store)
            jobs = list(stage.missing)[:12]  # what follows from more is the schedules' own matter
            for job in jobs:
                store.save(
                    tournament.name,
                    [played(plan.pair, (first, concedes)) for plan in job.pairs[:10]],
                )
            if stage.last:
                break
        board = leaderboard(store, tournament.name)
    assert total > 0
    assert board.pairs > 0
    if board.bracket is not None:
        assert board.bracket.winner == "naive"
    if board.swiss is not None:
        assert board.swiss.over == 2
