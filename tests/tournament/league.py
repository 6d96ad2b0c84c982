"""Stored tournaments whose results are given as tallies: nothing was played."""

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from arena.store import Store
from tests.store.matches import tournament

Results = Mapping[tuple[str, str], tuple[int, int, int]]
"""Pairs that the bot named first lost, halved and won; its name comes first in the alphabet too."""

UNRULY: Results = {
    ("paper", "rock"): (5, 15, 30),
    ("paper", "scissors"): (30, 15, 5),
    ("rock", "scissors"): (5, 15, 30),
    ("rock", "well"): (20, 20, 20),
}
"""A circle of three, and a fourth bot that met but one of them."""


def store_results(path: Path, results: Results) -> Path:
    """A store with a tournament `t`; each pairing's pairs are cycles, won ones first."""
    names = sorted({name for pairing in results for name in pairing})
    with Store(path, create=True) as store:
        store.add_tournament(replace(tournament("t", *names), anchor=None))
    with closing(sqlite3.connect(path)) as database:
        for (first, second), counts in results.items():
            lost, halved, won = counts
            database.execute(
                "INSERT INTO meeting VALUES ('t', ?, ?, ?, ?, ?, 0, 0)", (first, second, *counts)
            )
            scores = [(0, 0, 1)] * won + [(0, 1, 0)] * halved + [(1, 0, 0)] * lost
            database.executemany(
                "INSERT INTO pair (tournament, pair, first, second, lost, halved, won) "
                "VALUES ('t', ?, ?, ?, ?, ?, ?)",
                [
                    (f"{cycle}:{first}:{second}", first, second, *score)
                    for cycle, score in enumerate(scores, start=1)
                ],
            )
        database.commit()
    return path
