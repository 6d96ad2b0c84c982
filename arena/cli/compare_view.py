"""A comparison as text and as JSON."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, TypeAlias

from arena.cli.text import plural
from arena.plots import likelihood_path
from arena.ratings import (
    HeadToHead,
    Interval,
    SequentialTest,
    Trial,
    Verdict,
    expected_pairs,
    expected_pairs_left,
    head_to_head,
)
from arena.tournament import Comparison
from arena.wire import Format

SUPPOSED_VARIANCE: dict[Format, float] = {"match": 0.09, "deals": 0.06}
"""Of a pair's score before any was played; 0.125 is that of two matches without mirrored luck.

As simple bots have it (`arena/ratings/README.md`).
"""

Forfeits: TypeAlias = Mapping[str, Mapping[str, int]]
"""How often each bot lost by which fault, in all that is stored of a comparison."""

BIASED = (
    "This Elo is biased: a test that stops as soon as it knows stops at a lucky moment. "
    "For a rating play a fixed number of pairs with `arena run`."
)


def expectation(comparison: Comparison, test: SequentialTest) -> str:
    """How many pairs to expect, said before the first is played."""
    pairs = expected_pairs(test, _variance(comparison))
    low, high = sorted((pairs.at_elo0, pairs.at_elo1))
    edges = f"{low:,.0f}" if round(low) == round(high) else f"{low:,.0f} to {high:,.0f}"
    return (
        f"about {edges} if the truth is {test.elo0:g} or {test.elo1:g} Elo, "
        f"up to {pairs.between:,.0f} between, fewer beyond"
    )


def question(comparison: Comparison, test: SequentialTest) -> str:
    """The test in words."""
    return (
        f"is {comparison.first.name} {test.elo1:g} Elo ahead, or {test.elo0:g}? {test.model} Elo"
        f"{_of_a_deal(comparison)}, wrong in {100 * test.beta:g} % and {100 * test.alpha:g} %"
    )


def state(comparison: Comparison, trial: Trial) -> str:
    """Where the test stands, in one line."""
    pairs = sum(trial.counts)
    test = trial.test
    line = (
        f"LLR {trial.llr:+.2f} of {test.lower:+.2f} … {test.upper:+.2f} · {plural(pairs, 'pair')}"
    )
    if pairs:
        line += f" · score {100 * score(trial):.1f} %"
    if trial.verdict is None:
        left = expected_pairs_left(trial, _variance(comparison))
        line += f" · about {left:,.0f} left"
    return line


def sentence(comparison: Comparison, trial: Trial) -> str:
    """The verdict as it can be quoted."""
    first, second = comparison.first.name, comparison.second.name
    test, pairs = trial.test, sum(trial.counts)
    kind = kind_of_pair(comparison)
    if trial.verdict is None:
        return f"Undecided between {first} and {second} after {plural(pairs, kind)}."
    said = _beyond(test.elo0) if trial.verdict is Verdict.H1 else _short_of(test.elo1)
    error = test.alpha if trial.verdict is Verdict.H1 else test.beta
    return (
        f"{first} is {said} {second}: {100 * score(trial):.1f} % of {plural(pairs, kind)}, "
        f"sequential test of {test.elo0:g} against {test.elo1:g} Elo{_of_a_deal(comparison)}, "
        f"error {100 * error:g} %."
    )


def comparison_text(comparison: Comparison, trial: Trial, forfeits: Forfeits) -> str:
    """The verdict, the numbers behind it, and what not to read into them."""
    lines = [sentence(comparison, trial), "", state(comparison, trial)]
    if cell := _cell(trial):
        lost, halved, won = trial.counts
        tally = f"won {won:,}, shared {halved:,}, lost {lost:,}"
        lines.append(f"{tally} · Elo {_elo(cell)}{_of_a_deal(comparison)}")
    for bot, faults in forfeits.items():
        said = ", ".join(f"{count:,} {fault}" for fault, count in sorted(faults.items()))
        lines.append(f"{bot} forfeited: {said}; `arena matches --faults` lists them")
    if cell and trial.verdict is not None:
        lines.append(BIASED)
    return "\n".join(lines)


def comparison_json(comparison: Comparison, trial: Trial, forfeits: Forfeits) -> dict[str, Any]:
    """The same, for programs."""
    test = trial.test
    bots = (comparison.first, comparison.second)
    cell = _cell(trial)
    return {
        "tournament": comparison.tournament.name,
        "format": comparison.tournament.settings.format,
        "bots": [{"name": bot.name, "version": bot.version} for bot in bots],
        "test": asdict(test),
        "verdict": trial.verdict,
        "sentence": sentence(comparison, trial),
        "llr": trial.llr,
        "bounds": [test.lower, test.upper],
        "pairs": sum(trial.counts),
        "counts": dict(zip(("lost", "halved", "won"), trial.counts, strict=True)),
        "score": score(trial) if cell else None,
        "elo": cell.elo if cell else None,
        "interval": [cell.elo_interval.lo, cell.elo_interval.hi] if cell else None,
        "forfeits": forfeits,
        "elo_is_biased": trial.verdict is not None,
        "pairs_left": expected_pairs_left(trial, _variance(comparison)),
        "path": [round(llr, 4) for llr in trial.path],
    }


def comparison_svg(comparison: Comparison, trial: Trial) -> str:
    """The way of the test, as a picture."""
    test, pairs = trial.test, sum(trial.counts)
    first, second = comparison.first.name, comparison.second.name
    return likelihood_path(
        f"{first} against {second}",
        sentence(comparison, trial),
        trial.path,
        (test.lower, test.upper),
        (f"{_short_of(test.elo1)} {second}", f"{_beyond(test.elo0)} {second}"),
        per_look=pairs / max(len(trial.path), 1),
        unit=kind_of_pair(comparison) + "s",
    )


def score(trial: Trial) -> float:
    """The first bot's mean score, 0 to 1; at least one pair is required."""
    _, halved, won = trial.counts
    return (won + halved / 2) / sum(trial.counts)


def _variance(comparison: Comparison) -> float:
    return SUPPOSED_VARIANCE[comparison.tournament.settings.format]


def _cell(trial: Trial) -> HeadToHead | None:
    lost, halved, won = trial.counts
    return head_to_head((lost, 0, halved, 0, won)) if any(trial.counts) else None


def kind_of_pair(comparison: Comparison) -> str:
    """What a piece of evidence is called."""
    return "mirrored deck" if comparison.tournament.settings.format == "deals" else "mirror pair"


def _of_a_deal(comparison: Comparison) -> str:
    """Said behind Elo where it is not that of a match."""
    return " of a deal" if comparison.tournament.settings.format == "deals" else ""


def _beyond(elo: float) -> str:
    """Words for: surely not this far ahead or less."""
    if elo == 0:
        return "better than"
    return f"less than {-elo:g} Elo worse than" if elo < 0 else f"over {elo:g} Elo better than"


def _short_of(elo: float) -> str:
    """Words for: surely not this far ahead or more."""
    if elo == 0:
        return "worse than"
    return f"over {-elo:g} Elo worse than" if elo < 0 else f"less than {elo:g} Elo better than"


def _elo(cell: HeadToHead) -> str:
    interval: Interval = cell.elo_interval
    ends = ("…" if end is None else f"{end:+.0f}" for end in (interval.lo, interval.hi))
    middle = "…" if cell.elo is None else f"{cell.elo:+.0f}"
    return f"{middle} [{', '.join(ends)}]"
