"""Complete refereed decisions: `arena.referee.play` with sandbox, clocks, records and logs."""

import contextlib
import itertools
import os
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from arena.bench.bots import BenchBot
from arena.bench.figures import Case
from arena.bench.place import Place, one_core
from arena.errors import HostError
from arena.records import MatchRecord, PairOutcome, PairPlan, PlayedPair
from arena.referee import MatchJob, MatchSettings, play
from arena.referee.channel import Lane
from arena.rules import match_seed
from arena.sandbox import DelayMeter

WARM_PAIRS = 2
"""Mirror pairs played by bots that run already: four matches, some 1,800 decisions."""

SETTINGS = MatchSettings()
"""A default tournament's."""
LANES: tuple[Lane, ...] = ("direct", "libzmq")


@dataclass(frozen=True, slots=True)
class Batch:
    """A job that was timed: its first pair, with start and end of its four processes, and the rest.

    All times in seconds.
    """

    fresh: PlayedPair
    fresh_s: float
    warm: tuple[PlayedPair, ...]
    warm_s: float
    referee_s: float
    """Processor time of this process meanwhile."""
    bots_s: float
    """Processor time of the bots meanwhile, sandbox and adapter included."""

    @property
    def decisions(self) -> int:
        """How many the warm bots made."""
        return decisions(self.warm)


def play_cases(place: Place, *, every_lane: bool) -> list[Case]:
    """Each bot on each of the referee's lanes that is worth a look.

    `every_lane`: shipped bots on libzmq's lane too. A bot behind the adapter for standard input and
    output never is: its line is the adapter's.
    """
    found = []
    for bot in place.bots:
        for lane in LANES:
            zmq = bot.transport == "zmq"
            if lane == "direct" or (zmq and (every_lane or not bot.shipped)):
                found.append(_case(place, bot, lane))
    return found


def _case(place: Place, bot: BenchBot, lane: Lane) -> Case:
    def measure() -> Mapping[str, float]:
        batch = play_batch(place, bot, lane)
        each_us = 1e6 / batch.decisions
        return {
            "warm": batch.decisions / batch.warm_s,
            "fresh": decisions([batch.fresh]) / batch.fresh_s,
            "referee": each_us * batch.referee_s,
            "bots": each_us * batch.bots_s,
        }

    over = " over stdio" if bot.transport == "stdio" else ""
    return Case(
        f"play/{bot.name}/{lane}",
        f"{bot.language}{over}",
        {"warm": "/s", "fresh": "/s", "referee": "µs", "bots": "µs"},
        measure,
        processor=frozenset({"referee", "bots"}),
    )


def play_batch(
    place: Place,
    bot: BenchBot,
    lane: Lane = "direct",
    settings: MatchSettings | None = None,
    warm_pairs: int | None = None,
) -> Batch:
    """Play a job of this bot against itself on one core, with the settings of a default tournament.

    The decks are the same every time.

    Args:
        place: where.
        bot: who.
        lane: the referee's.
        settings: others than a default tournament's.
        warm_pairs: how many after the first, `WARM_PAIRS` if it is not said.

    Raises:
        HostError: this host spoiled a pair, or the bot did not play it to its end.
    """
    pairs = 1 + (WARM_PAIRS if warm_pairs is None else warm_pairs)
    plans = [PairPlan(f"{n}:bench", match_seed("bench", str(n)), 0) for n in range(pairs)]
    bots = bot.program, bot.program
    job = MatchJob("bench", bots, tuple(plans), settings or SETTINGS)
    logs = place.folder / "logs"
    logs.mkdir(exist_ok=True)
    with one_core():
        opened = time.perf_counter()
        with contextlib.closing(play(job, place.launcher, logs, lane=lane)) as outcomes:
            (fresh,) = _played(bot, itertools.islice(outcomes, 1))
            started = time.perf_counter()
            # This process and all that it started; looking takes a fraction of a millisecond.
            meter = DelayMeter(os.getpid(), started)
            own = time.process_time()
            began = time.perf_counter()
            warm = _played(bot, itertools.islice(outcomes, pairs - 1))
            ended = time.perf_counter()
            own = time.process_time() - own
            meter.look(ended)
            closing = time.perf_counter()
        closed = time.perf_counter()
    return Batch(
        fresh=fresh,
        fresh_s=(started - opened) + (closed - closing),
        warm=warm,
        warm_s=ended - began,
        referee_s=own,
        bots_s=max(0.0, meter.used_seconds - own),
    )


def records(pairs: Iterable[PlayedPair]) -> list[MatchRecord]:
    """The records of their matches."""
    return [half.record for pair in pairs for half in pair.halves]


def decisions(pairs: Iterable[PlayedPair]) -> int:
    """How often a bot was asked in them."""
    return sum(len(record.times_us) for record in records(pairs))


def _played(bot: BenchBot, outcomes: Iterable[PairOutcome]) -> tuple[PlayedPair, ...]:
    pairs = []
    for outcome in outcomes:
        if not isinstance(outcome, PlayedPair):
            raise HostError(f"{bot.name}: a pair is void: {outcome.reason}")
        for record in records([outcome]):
            if fault := record.result.fault:
                used = "" if fault.used_ms is None else f"; it used {fault.used_ms} ms"
                raise HostError(f"{bot.name} lost: {fault.kind}: {fault.detail}{used}")
        pairs.append(outcome)
    return tuple(pairs)
