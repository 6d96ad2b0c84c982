"""Who loses a tie is out: a bracket in which the best seeds meet as late as possible.

A tie is a number of mirror pairs. If it is level then, pairs are played one at a time until one
bot is ahead (sudden death), and after so many of these the points decide, and then the seeds.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from arena.schedules.pairing import Pairing, Results, Stage, blocks, missing_of, pairing_of

Decision = Literal["bye", "pairs", "sudden death", "points", "seed"]


@dataclass(frozen=True, slots=True)
class Tie:
    """Two bots of which one goes on."""

    high: str
    """The better seed."""
    low: str | None
    """None if the other has a bye."""
    waiting: tuple[int, ...] = ()
    """Numbers of the pairs that are to be played next."""
    played: int = 0
    """Pairs that are stored."""
    score: tuple[float, float] = (0, 0)
    """Of high and low; a piece of evidence is one point: a pair, or a deck of single deals."""
    winner: str | None = None
    """None as long as it is not decided."""
    how: Decision | None = None


@dataclass(frozen=True, slots=True)
class Bracket:
    """A knockout as far as it has come."""

    rounds: tuple[tuple[Tie, ...], ...]
    """Drawn so far; in each the ties stand in the order of the bracket."""

    @property
    def winner(self) -> str | None:
        """Who won the final, None before it is decided."""
        last = self.rounds[-1]
        return last[0].winner if len(last) == 1 else None


def bracket_order(size: int) -> list[int]:
    """Seeds from top to bottom of a bracket: 1, 8, 4, 5, 2, 7, 3, 6 for eight.

    Args:
        size: a power of two.
    """
    order = [1]
    while len(order) < size:
        order = [seed for one in order for seed in (one, 2 * len(order) + 1 - one)]
    return order


def bracket(seeds: Sequence[str], pairs: int, sudden_death: int, results: Results) -> Bracket:
    """The bracket that follows from what is stored.

    Args:
        seeds: names of the bots, the best seed first, at least two.
        pairs: mirror pairs of a tie.
        sudden_death: how many pairs follow at most, one at a time, where that left it level.
        results: what is stored.
    """
    size = 1 << (len(seeds) - 1).bit_length()
    here: list[int | None] = [seed if seed <= len(seeds) else None for seed in bracket_order(size)]
    rounds: list[tuple[Tie, ...]] = []
    while len(here) > 1:
        ties = []
        for one, two in zip(here[::2], here[1::2], strict=True):
            high, *low = sorted(seed for seed in (one, two) if seed is not None)
            names = seeds[high - 1], seeds[low[0] - 1] if low else None
            ties.append(_tie(*names, pairs, sudden_death, results))
        rounds.append(tuple(ties))
        if any(tie.winner is None for tie in ties):
            break
        here = [seeds.index(tie.winner) + 1 for tie in ties if tie.winner is not None]
    return Bracket(tuple(rounds))


def knockout(
    seeds: Sequence[str], pairs: int, sudden_death: int, batch: int, seed: str, results: Results
) -> Stage:
    """The ties that can be played now: those of a round that are not decided.

    Args:
        seeds: as for `bracket`, and so are pairs, sudden_death and results.
        pairs: mirror pairs of a tie.
        sudden_death: how many follow at most.
        batch: how many pairs of a tie make a job.
        seed: the tournament's.
        results: what is stored.
    """
    found = bracket(seeds, pairs, sudden_death, results)
    extra = sum(
        max(0, tie.played + len(tie.waiting) - pairs) for ties in found.rounds for tie in ties
    )
    total = (len(seeds) - 1) * pairs + extra
    return Stage(_missing(found.rounds[-1], batch, seed), total, found.winner is not None)


def _missing(ties: Sequence[Tie], batch: int, seed: str) -> Iterator[Pairing]:
    # Block by block through all ties: the round ends for all of them at about the same time.
    longest = max((tie.waiting[-1] for tie in ties if tie.waiting), default=0)
    for numbers in blocks(1, longest, batch):
        for tie in ties:
            waiting = [number for number in numbers if number in tie.waiting]
            if waiting and tie.low is not None:
                yield from missing_of(pairing_of(tie.high, tie.low), waiting, seed)


def _tie(high: str, low: str | None, pairs: int, sudden_death: int, results: Results) -> Tie:
    if low is None:
        return Tie(high, None, winner=high, how="bye")
    names = pairing_of(high, low)
    stored = results.get(names, {})
    numbers = [number for number in range(1, pairs + 1) if number in stored]
    waiting = tuple([number for number in range(1, pairs + 1) if number not in stored])
    ahead = sum(stored[number].won - stored[number].lost for number in numbers)
    how: Decision = "pairs"
    number = pairs
    while not waiting and ahead == 0 and number < pairs + sudden_death:
        number, how = number + 1, "sudden death"
        if number in stored:
            numbers.append(number)
            ahead = stored[number].won - stored[number].lost
        else:
            waiting = (number,)
    if not waiting and ahead == 0:
        how = "points"
        ahead = sum(stored[number].points for number in numbers)
    if names[0] != high:
        ahead = -ahead
    if not waiting and ahead == 0:
        how, ahead = "seed", 1
    rows = [stored[number] for number in numbers]
    scores = (
        sum(row.won + row.halved / 2 for row in rows),
        sum(row.lost + row.halved / 2 for row in rows),
    )
    score = scores if names[0] == high else (scores[1], scores[0])
    if waiting:
        return Tie(high, low, waiting, len(numbers), score)
    return Tie(high, low, (), len(numbers), score, high if ahead > 0 else low, how)
