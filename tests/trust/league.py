"""A whole tournament played in memory: real records, chains and standings without a process."""

import itertools
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from zlib import crc32

from arena.records import FaultKind, PlayedMatch, PlayedPair
from arena.referee import Failure, MatchJob, play_match
from arena.rules import CONCEDE
from arena.store import Store
from arena.tournament import Tournament
from arena.wire import Act, Answer
from tests.store.matches import Scripted, Style
from tests.tournament.places import Place, Tables

SANDBOX = {"level": "full", "memory": "cgroup v2"}


def at_random(salt: object) -> Style:
    """Any legal action, by the request alone; now and then with a remark."""

    def choose(act: Act) -> Answer:
        lot = crc32(f"{salt} {act.id}".encode())
        note = 'حکم \\ "♠"' if lot % 64 == 0 else None
        return Answer(act.id, act.legal[lot % len(act.legal)], note)

    return choose


def unsteady(salt: object) -> Style:
    """The same, but it concedes or fails in one match of a few."""
    choose = at_random(salt)

    def style(act: Act) -> Answer | Failure:
        lot = crc32(f"unsteady {salt} {act.id}".encode()) % 1000
        if lot < 3:
            return Answer(act.id, CONCEDE)
        if lot < 6:
            return Failure(FaultKind.CRASH, "the process ended: exit code 3")
        return choose(act)

    return style


def play_all(
    tournament: Tournament,
    store: Store,
    styles: Mapping[str, Style],
    order: Callable[[Iterable[MatchJob]], Iterable[MatchJob]] = iter,
) -> None:
    """Play and store what is missing of a tournament, its jobs in the given order."""
    jobs = [tournament.job(pairing) for pairing in tournament.missing(store)]
    for job in order(jobs):
        store.save(
            tournament.name, [play_pair(job, number, styles) for number in range(len(job.pairs))]
        )


def play_pair(job: MatchJob, number: int, styles: Mapping[str, Style]) -> PlayedPair:
    """The pair of that place in a job."""
    halves: list[PlayedMatch] = []
    plan = job.pairs[number]
    for half in job.halves(plan, SANDBOX):
        if halves:
            half = replace(half, decks=len(halves[0].record.deals))
        ticks = itertools.count()
        zero, one = (Scripted(styles[bot.name]) for bot in half.bots)
        record = play_match(half, (zero, one), lambda ticks=ticks: next(ticks) / 8000)  # type: ignore[misc]
        halves.append(PlayedMatch(record))
    return PlayedPair(plan.pair, (halves[0], halves[1]))


def begun(
    place: Place, bots: str = "abc", rules: Mapping[str, int] | None = None, **tournament: object
) -> Tournament:
    """A league of bots that are never started, stored in the place's store."""
    for bot in bots:
        place.bot(bot)
    table = {"name": "league", "cycles": 2, "batch": 2, **tournament}
    tables: Tables = {
        "tournament": {key: value for key, value in table.items() if value is not None},
        "rules": rules or {},
        "bots": [{"path": bot} for bot in bots],
    }
    return place.open(tables)


def played(
    place: Place, style: Callable[[object], Style] = unsteady, **tournament: object
) -> Tournament:
    """The same, played to its end."""
    league = begun(place, **tournament)  # type: ignore[arg-type]
    with Store(place.store) as store:
        play_all(league, store, {bot.name: style(bot.name) for bot in league.bots})
    return league
