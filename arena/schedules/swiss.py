"""Round by round, bots meet who have done as well as each other, and no two meet twice.

A round's pairs are numbered after those of the rounds before, so that an identity tells its round.
Who met whom in a round that is over is read from the store; only the next is drawn.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from arena.errors import HostError
from arena.schedules.pairing import Names, Pairing, Results, Stage, blocks, missing_of

BOTS_LIMIT = 64
"""Drawing a round takes a second for so many, and a quarter of a minute for a hundred."""

Float = Literal["up", "down", "none"]


@dataclass(frozen=True, slots=True)
class Contestant:
    """A bot between two rounds."""

    name: str
    score: float = 0
    """A point for each round won, half a one for each that was level; a bye is a round won."""
    floats: tuple[Float, ...] = ()
    """By round: whether it met somebody with less points (down), or with more. A bye is down."""
    bye: bool = False
    """Whether it had one."""
    met: frozenset[str] = field(default_factory=frozenset)


Draw = Callable[[Sequence[Contestant], int], list[Names]]
"""Who meets whom next: contestants, the best seed first, and the number of rounds in all.

Each pairing is in the order of the names. Whoever is in none has a bye.
"""


@dataclass(frozen=True, slots=True)
class SwissTable:
    """Where a Swiss tournament stands."""

    over: int
    """Rounds that are over."""
    rounds: int
    """In all."""
    contestants: tuple[Contestant, ...]
    """The best seed first."""

    def ranked(self) -> list[Contestant]:
        """By score, and where that is equal by seed."""
        return sorted(self.contestants, key=lambda bot: -bot.score)


def rounds_limit(bots: int) -> int:
    """How many rounds there can be at most: so many can be drawn whatever the results are.

    Who is left for each bot then is half the field at least, and that is enough (Dirac's theorem).
    """
    return (bots + 1) // 2


def swiss_table(seeds: Sequence[str], rounds: int, pairs: int, results: Results) -> SwissTable:
    """Where it stands, as far as whole rounds are stored.

    Args:
        seeds: names of the bots, the best seed first.
        rounds: in all.
        pairs: mirror pairs of two bots that meet.
        results: what is stored.
    """
    contestants = {name: Contestant(name) for name in seeds}
    for number in range(1, rounds + 1):
        scores = _finished(_numbers(number, pairs), results)
        if len(scores) < len(seeds) // 2:
            return SwissTable(number - 1, rounds, tuple(contestants.values()))
        contestants = _after(contestants, scores)
    return SwissTable(rounds, rounds, tuple(contestants.values()))


def swiss(
    seeds: Sequence[str],
    rounds: int,
    pairs: int,
    batch: int,
    seed: str,
    results: Results,
    draw: Draw,
) -> Stage:
    """The round that can be played now.

    Args:
        seeds: as for `swiss_table`, and so are rounds, pairs and results.
        rounds: in all.
        pairs: mirror pairs of two bots that meet.
        batch: how many of these make a job.
        seed: the tournament's.
        results: what is stored.
        draw: who meets whom.

    Raises:
        HostError: what is stored of this round was drawn by other rules.
    """
    table = swiss_table(seeds, rounds, pairs, results)
    total = rounds * (len(seeds) // 2) * pairs
    if table.over == rounds:
        return Stage(iter(()), total, last=True)
    numbers = _numbers(table.over + 1, pairs)
    drawn = draw(table.contestants, rounds)
    begun = {names for names, rows in results.items() if any(n in rows for n in numbers)}
    if not begun <= set(drawn):
        raise HostError(
            f"round {table.over + 1} is stored in part, and would be drawn otherwise now: was the "
            "pairing library upgraded meanwhile? Go on with the version that was there before"
        )
    return Stage(_missing(drawn, numbers, batch, seed, results), total, last=False)


def _missing(
    drawn: Sequence[Names], numbers: range, batch: int, seed: str, results: Results
) -> Iterator[Pairing]:
    for some in blocks(numbers[0], numbers[-1], batch):
        for names in drawn:
            left = [number for number in some if number not in results.get(names, {})]
            if left:
                yield from missing_of(names, left, seed)


def _numbers(round_: int, pairs: int) -> range:
    return range((round_ - 1) * pairs + 1, round_ * pairs + 1)


def _finished(numbers: range, results: Results) -> dict[Names, float]:
    """What the first of two bots got from a round, for those who have played all of it."""
    found = {}
    for names, rows in results.items():
        if all(number in rows for number in numbers):
            ahead = sum(rows[number].won - rows[number].lost for number in numbers)
            found[names] = 0.5 if ahead == 0 else float(ahead > 0)
    return found


def _after(contestants: dict[str, Contestant], scores: dict[Names, float]) -> dict[str, Contestant]:
    """After a round; whoever did not play had the bye."""
    found = {
        name: replace(bot, score=bot.score + 1, floats=(*bot.floats, "down"), bye=True)
        for name, bot in contestants.items()
    }
    for (first, second), score in scores.items():
        for name, other, points in ((first, second, score), (second, first, 1 - score)):
            bot, ahead = contestants[name], contestants[name].score - contestants[other].score
            way: Float = "none" if ahead == 0 else "down" if ahead > 0 else "up"
            found[name] = replace(
                bot,
                score=bot.score + points,
                floats=(*bot.floats, way),
                met=bot.met | {other},
            )
    return found
