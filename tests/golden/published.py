"""`protocol/vectors/records.jsonl` and `reveal.json`: a small league as its organiser publishes it.

It is played in memory by bots that now and then give up or fail. Other implementations are tested
with it: `protocol/verify`, in JavaScript.
"""

import json
import tempfile
from dataclasses import asdict
from pathlib import Path
from unittest.mock import patch

from arena.store import Store
from arena.tournament import reveal
from tests.tournament.places import Place
from tests.trust.league import played, unsteady

FOLDER = Path(__file__).parents[2] / "protocol" / "vectors"
SEED = "published 3"
# What played, and when, is no part of how it went.
SOFTWARE = {"hokm-arena": "0.0.0", "python": "3.11.0"}
NEW_YEAR = "2026-01-01T00:00:00+00:00"


def published() -> dict[str, bytes]:
    """The files by name."""
    with (
        tempfile.TemporaryDirectory() as folder,
        patch("arena.referee.recording.SOFTWARE", SOFTWARE),
        patch("arena.tournament.reveal.utc_now", lambda: NEW_YEAR),
    ):
        place = Place(Path(folder))
        played(place, unsteady, rules={"target": 2}, seed=SEED, cycles=3)
        with Store(place.store) as store:
            lines = [line for line, _ in store.exported("league")]
            told = asdict(reveal(store, "league"))
    return {
        "records.jsonl": b"".join(line + b"\n" for line in lines),
        "reveal.json": (json.dumps(told, indent=2) + "\n").encode(),
    }


def write() -> None:
    """Write the files anew."""
    for name, content in published().items():
        (FOLDER / name).write_bytes(content)
