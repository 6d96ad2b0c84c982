"""The harness tests itself: two copies of a bot that leaves nothing to chance.

In a mirror pair they must do the same with the seats exchanged, so each scores exactly one half of
every pair, with no variance at all. Anything else is a fault of the arena or of this host.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from arena.records import MatchRecord, PairOutcome, PairPlan, VoidPair, pair_score
from arena.referee import MatchJob, MatchSettings, play
from arena.registry import keep_bot, load_bot
from arena.rules import match_seed
from arena.sandbox import Launcher
from arena.wire import Format

BOT: Final = "value"
NAMES: Final = ("copy-one", "copy-two")
PAIRS: Final[dict[Format, int]] = {"match": 2, "deals": 1}
DECKS: Final = 10


@dataclass(frozen=True, slots=True)
class SelfTest:
    """What was played in one format, and what was not as it must be."""

    format: Format
    pieces: int
    """Pairs of matches, or decks that were played from both seats."""
    halves: int
    """Those of them that each copy won one half of, by as many points as it lost the other."""
    problems: tuple[str, ...]

    @property
    def passed(self) -> bool:
        """Whether exactly one half of everything went to each, and nothing failed."""
        return not self.problems and self.pieces == self.halves > 0


def self_test(form: Format, bots: Path, launcher: Launcher) -> SelfTest:
    """Play two copies of the bot *value* against each other, as a tournament would.

    Args:
        form: of the matches.
        bots: folder of the shipped bots.
        launcher: where the copies run.

    Raises:
        InputError: the bot is not there.
        MissingProgramError: this host has no Python for it.
    """
    program = keep_bot(load_bot(bots / BOT), launcher.run_dir / "bots").program
    one, other = (replace(program, name=name) for name in NAMES)
    pairs = [
        PairPlan(f"{number}:self-test", match_seed("self-test", f"{form} {number}"), 0)
        for number in range(1, PAIRS[form] + 1)
    ]
    settings = MatchSettings(format=form, decks=DECKS)
    job = MatchJob("self-test", (one, other), tuple(pairs), settings)
    return judged(form, play(job, launcher))


def judged(form: Format, outcomes: Iterable[PairOutcome]) -> SelfTest:
    """What these pairs of two copies say."""
    pieces = halves = 0
    problems = []
    for outcome in outcomes:
        if isinstance(outcome, VoidPair):
            problems.append(f"pair {outcome.pair}: void, {outcome.reason}")
            continue
        one, other = (half.record for half in outcome.halves)
        problems += [*_faults(one), *_faults(other)]
        score = pair_score((one, other), NAMES[0])
        pieces += score.lost + score.halved + score.won
        # Squares are of the points of both halves together: 0 for each piece that was fair.
        halves += score.halved if score.squares == 0 else 0
        if one.deals != other.deals:
            problems.append(f"pair {outcome.pair}: its two halves were not played alike")
    return SelfTest(form, pieces, halves, tuple(problems))


def _faults(record: MatchRecord) -> list[str]:
    fault = record.result.fault
    return [f"match {record.match}: {fault.kind}, {fault.detail}"] if fault else []
