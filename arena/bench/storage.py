"""How fast results are stored, and how long a leaderboard takes over many of them."""

import random
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Final
from uuid import uuid4

import msgspec

from arena.bench.figures import Case
from arena.bench.place import Place
from arena.bench.refereeing import play_batch
from arena.records import PlayedMatch, PlayedPair
from arena.referee import MatchSettings
from arena.results import leaderboard
from arena.rules import Ruleset, Seat
from arena.store import Entrant, Store, StoredTournament

JOB_PAIRS = 10
"""As in a default tournament."""
JOBS = 10
"""Written in each round."""
BIG_JOB_PAIRS = 2_000
BOTS: Final = tuple(f"bot-{number:02}" for number in range(16))
"""Of the leaderboard: every pairing occurs equally often."""


def write_case(place: Place) -> Case:
    """Storing jobs of whole matches, a transaction each."""

    @cache
    def sample() -> PlayedPair:
        return play_batch(place, place.bot("first"), warm_pairs=0).fresh

    def measure() -> Mapping[str, float]:
        jobs = [
            [renamed(sample(), f"{job}-{n}:a:b") for n in range(JOB_PAIRS)] for job in range(JOBS)
        ]
        with new_store(place, ("a", "b")) as store:
            began = time.perf_counter()
            for job in jobs:
                store.save("bench", job)
            seconds = time.perf_counter() - began
        return {"": 2 * JOBS * JOB_PAIRS / seconds}

    about = f"matches stored, in jobs of {JOB_PAIRS} pairs"
    return Case("store/write", about, {"": "/s"}, measure)


def leaderboard_case(place: Place, matches: int) -> Case:
    """A leaderboard over so many matches, which are stored when it is first measured."""

    @cache
    def path() -> Path:
        place.say(f"storing {matches:,} matches for a leaderboard")
        return league(place, matches // 2)

    def measure() -> Mapping[str, float]:
        with Store(path()) as store:
            began = time.perf_counter()
            leaderboard(store, "bench")
            return {"": time.perf_counter() - began}

    about = f"leaderboard over {matches:,} matches of {len(BOTS)} bots"
    return Case(f"store/leaderboard-{matches}", about, {"": "s"}, measure)


def league(place: Place, pairs: int) -> Path:
    """A store with so many pairs between many bots; its records are of one deal, to be small."""
    settings = MatchSettings(rules=Ruleset(target=1))
    sample = play_batch(place, place.bot("first"), settings=settings, warm_pairs=0).fresh
    outcomes = [_won_by(sample, zero, one) for zero in Seat for one in Seat]
    chance = random.Random("hokm-arena bench")
    meetings = list(combinations(BOTS, 2))
    with new_store(place, BOTS) as store:
        for begin in range(0, pairs, BIG_JOB_PAIRS):
            job = []
            for n in range(begin, min(pairs, begin + BIG_JOB_PAIRS)):
                zero, one = meetings[n % len(meetings)]
                job.append(renamed(chance.choice(outcomes), f"{n}:{zero}:{one}"))
            store.save("bench", job)
    return store.path


@contextmanager
def new_store(place: Place, bots: tuple[str, ...]) -> Iterator[Store]:
    """An empty store with the tournament `bench`."""
    with Store(place.folder / f"{uuid4().hex}.sqlite", create=True) as store:
        entrants = tuple(Entrant(bot, "1") for bot in bots)
        created = "2024-01-01T00:00:00+00:00"
        store.add_tournament(
            StoredTournament("bench", "seed", "0" * 64, "{}", None, created, entrants)
        )
        yield store


def renamed(played: PlayedPair, pair: str) -> PlayedPair:
    """The pair under another identity, which ends with its bots: `1:a:b`."""
    names = pair.split(":")[-2:]
    halves = []
    for number, half in enumerate(played.halves, start=1):
        seats = names if number == 1 else reversed(names)
        zero, one = (
            msgspec.structs.replace(bot, name=name)
            for bot, name in zip(half.record.bots, seats, strict=True)
        )
        record = msgspec.structs.replace(
            half.record, pair=pair, match=f"{pair}.{number}", bots=(zero, one)
        )
        halves.append(PlayedMatch(record, half.crash))
    return PlayedPair(pair, (halves[0], halves[1]))


def _won_by(played: PlayedPair, *winners: Seat) -> PlayedPair:
    """The pair with other winners by half."""
    halves = []
    for half, winner in zip(played.halves, winners, strict=True):
        result = msgspec.structs.replace(half.record.result, winner=winner)
        halves.append(PlayedMatch(msgspec.structs.replace(half.record, result=result), half.crash))
    return PlayedPair(played.pair, (halves[0], halves[1]))
