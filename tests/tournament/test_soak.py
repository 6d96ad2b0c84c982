"""A league that is killed again and again is the league that was left alone (`make soak`)."""

import os
import random
import signal
import time
from contextlib import suppress
from typing import Any

import pytest

from tests.referee.processes import open_folder
from tests.tournament.places import Place
from tests.tournament.running import PATIENCE, Arena

KILLS = 40
LEAGUE: dict[str, Any] = {"cycles": 200, "batch": 4}


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seed", range(2))
def test_a_league_under_sigkill_at_random_moments_ends_as_if_nothing_had_been(
    arena: Arena, seed: int
) -> None:
    chance = random.Random(seed)
    config = arena.write(["random", "naive", "value"], **LEAGUE)
    for _ in range(KILLS):
        with arena.start("run", config, "-j", "2") as process:
            time.sleep(chance.uniform(0.2, 3.0))
            # The runner, or one of its referee processes; then the runner all the same.
            for pid in (chance.choice([process.pid, *arena.referees()]), process.pid):
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            process.communicate(timeout=PATIENCE)
        arena.assert_clean()
    with arena.start("run", config, "-j", "2") as process:
        process.communicate()
    assert process.returncode == 0
    arena.assert_clean()
    assert arena.records() == left_alone()


def left_alone() -> dict[str, Any]:
    """The records of the same league, played in peace."""
    with open_folder() as folder:
        arena = Arena(Place(folder))
        with arena.start("run", arena.write(["random", "naive", "value"], **LEAGUE)) as process:
            process.communicate()
        return arena.records()
