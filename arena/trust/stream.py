"""Records one after another: do they agree with each other, and with what was committed to?"""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from arena.records import PairScore, score_of
from arena.rules import match_seed
from arena.schedules import cycle_of, plan_pair
from arena.trust.brief import Brief
from arena.trust.finding import NOTHING, Finding, Wrong, same, text
from arena.trust.known import Known


@dataclass(frozen=True, slots=True)
class Pair:
    """Both halves of a mirror pair, and what they make together."""

    first: str
    """The bot whose name comes first; the score is as it sees it."""
    second: str
    halves: tuple[Brief, Brief]
    score: PairScore


@dataclass(slots=True)
class Stream:
    """What was seen so far. `take` and `end` raise `Wrong` at the first thing that is not right."""

    known: Known
    on_pair: Callable[[Pair], None]
    """Is given every pair that is complete; it may raise `Wrong`, too."""
    matches: int = 0
    pairs: int = 0
    linked: int = 0
    """Records with a link."""
    unshown: int = 0
    """Records without digests of what was shown."""
    head: str | None = None
    _commitment: str | None = None
    _settings: dict[str, bytes] = field(default_factory=dict)
    _versions: dict[str, str] = field(default_factory=dict)
    _waiting: dict[str, Brief] = field(default_factory=dict)
    _done: set[str] = field(default_factory=set)
    _heads: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._commitment = self.known.commitment
        self._versions = dict(self.known.versions or {})
        self._heads = set(self.known.heads)

    def take(self, brief: Brief) -> None:
        """Compare the next record with all before it."""
        self._check_committed(brief)
        self._check_pair(brief)
        self._check_chain(brief)
        self.matches += 1
        self.unshown += not brief.digits

    def end(self) -> None:
        """Look at what only the end can tell."""
        # One record by itself, as `arena bundle` packs it, has no other half to be compared with.
        for pair, brief in self._waiting.items() if self.matches > 1 else ():
            missing = f"{pair}.{2 - brief.half}"
            raise Wrong(Finding(brief.match, None, "pair", f"its other half {missing}", NOTHING))
        for head in self.known.heads:
            if head in self._heads:
                raise Wrong(Finding(None, None, "chain", f"the published link {head}", "none such"))

    def _check_committed(self, brief: Brief) -> None:
        """What is decided before the first match is the same in all."""
        self._commitment = self._commitment or brief.commitment
        same(brief.match, None, "commitment", self._commitment, brief.commitment)
        if brief.alone and self.known.versions is None:
            return  # whoever sits down chooses what is played, and bots change
        if not self._settings:
            self._settings = dict(brief.settings)
            for name, expected in self.known.of_records().items():
                same(brief.match, None, name, _sorted(expected), _sorted(self._settings[name]))
        for name, found in brief.settings:
            same(brief.match, None, name, self._settings[name].decode(), found.decode())
        for seat, bot in enumerate(brief.bots):
            known = self._versions.setdefault(bot.name, bot.version)
            same(brief.match, None, f"bots[{seat}].version", known, bot.version)
            if self.known.versions is not None and bot.name not in self.known.versions:
                expected = "a bot that was committed to"
                raise Wrong(Finding(brief.match, None, f"bots[{seat}].name", expected, bot.name))
        cycles, number = self.known.cycles, cycle_of(brief.pair) if ":" in brief.pair else 1
        if cycles is not None and not 1 <= number <= cycles:
            expected = f"one of the {cycles} cycles that were planned"
            raise Wrong(Finding(brief.match, None, "pair", expected, brief.pair))
        seed = self.known.seed
        if seed is not None and not brief.alone:
            same(brief.match, None, "seed", match_seed(seed, brief.pair), brief.seed)
            names = sorted([bot.name for bot in brief.bots])
            zero = names[plan_pair(brief.pair, seed).first ^ brief.half]
            same(brief.match, None, "bots[0].name", zero, brief.bots[0].name)

    def _check_pair(self, brief: Brief) -> None:
        """Two halves have the same seed, and the bots in each other's seats."""
        if brief.alone:
            return
        if brief.pair in self._done:
            raise Wrong(Finding(brief.match, None, "match", "each match once", "it again"))
        one = self._waiting.pop(brief.pair, None)
        if one is None:
            self._waiting[brief.pair] = brief
            decks = self.known.decks
            if decks is not None and brief.format == "deals" and brief.fault is None:
                same(brief.match, None, "deals", f"{decks} deals", f"{brief.deals} deals")
            return
        same(brief.match, None, "half", 1 - one.half, brief.half)
        same(brief.match, None, "seed", one.seed, brief.seed)
        same(brief.match, None, "bots", text(one.bots[::-1]), text(brief.bots))
        if brief.format == "deals":
            _check_rows(*sorted((one, brief), key=lambda half: half.half))
        self._done.add(brief.pair)
        self.pairs += 1
        first, second = sorted([bot.name for bot in brief.bots])
        self.on_pair(Pair(first, second, (one, brief), score_of(one.units, brief.units)))

    def _check_chain(self, brief: Brief) -> None:
        """Each holds the link of the one before."""
        link = brief.link
        if link is None:
            if self.linked:
                raise Wrong(Finding(brief.match, None, "chain", "a link, as before it", NOTHING))
            return
        previous = self.head or self._commitment
        same(brief.match, None, "chain.previous", previous, link.previous)
        same(brief.match, None, "chain.link", brief.made, link.link)
        self.head = link.link
        self._heads.discard(link.link)
        self.linked += 1


def _check_rows(one: Brief, other: Brief) -> None:
    """Of single deals the second half has as many as the first, unless a fault ended it."""
    if other.deals > one.deals or (other.deals < one.deals and other.fault is None):
        same(other.match, None, "deals", f"{one.deals} deals", f"{other.deals} deals")


def _sorted(value: Any) -> str:
    """JSON that does not depend on the order of keys."""
    return json.dumps(json.loads(value) if isinstance(value, bytes) else value, sort_keys=True)
