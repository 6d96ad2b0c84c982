"""How much variance the luck correction takes out beyond mirroring: `python -m tests.luck.measure`.

Prints a Markdown table, that of `arena/luck/README.md`. Decks come from the label "measure" alone;
no coefficient was chosen on them, or on any results. Takes ten minutes on one core.
"""

import sys
import time
from collections.abc import Iterator

import numpy as np

from arena.luck import pieces
from arena.luck.deals import OUTCOMES, outcomes
from arena.luck.worlds import DRAWS, Worlds
from arena.ratings import luck_out
from arena.rules import KEEP, PACK, REJECT, Action, Phase, shuffled
from arena.wire import Act, Format
from tests.luck.bots import Choose, at_random, moody, play_pairs, shipped_bot, style

VALUE, NAIVE = shipped_bot("value"), shipped_bot("naive")

PAIRS: dict[Format, int] = {"deals": 200, "match": 400}
"""A pair of rows of single deals has ten decks."""


def plays_high(act: Act) -> Action:
    """Builds like value, and plays the highest card that it may."""
    if act.observation.phase is not Phase.PLAY:
        return VALUE(act)
    return max(act.legal, key=lambda action: action.play.rank)  # type: ignore[union-attr]


def keeps_trumps(act: Act) -> Action:
    """Keeps trumps, aces and kings, and else does what value does."""
    if act.observation.phase is not Phase.DRAW:
        return VALUE(act)
    card = act.observation.offered[0]
    return KEEP if card.suit is act.observation.trump or card.value[0] in "AK" else REJECT


def keeps_trumps_plays_high(act: Act) -> Action:
    """Both of that."""
    return (keeps_trumps if act.observation.phase is Phase.DRAW else plays_high)(act)


MEETINGS: dict[str, tuple[Choose, Choose]] = {
    "*value* – *naive*": (VALUE, NAIVE),
    "keeps trumps and honours – *naive*": (keeps_trumps, NAIVE),
    "*value* – *value* that errs in one decision of ten": (VALUE, moody(VALUE, 0.1)),
    "keeps otherwise, plays high – *naive*": (keeps_trumps_plays_high, NAIVE),
    "*value* – *value* that plays high": (VALUE, plays_high),
    "*naive* – any legal action": (NAIVE, at_random),
    "any legal action – the same": (at_random, at_random),
}


def outcome_chances(decks: int) -> list[float]:
    """Of the baseline against itself, for `match_chance.OUTCOME_CHANCES`."""
    dealt = [shuffled(PACK, f"hokm-arena luck outcomes 1|{n}") for n in range(decks)]
    nothing = np.zeros(decks, dtype=np.int64)
    worlds = Worlds(
        np.array([[card.place for card in deck] for deck in dealt]),
        nothing,
        np.zeros((2, decks), dtype=np.int64),
        nothing,
        np.zeros((decks, DRAWS), dtype=np.bool_),
        nothing,
    )
    return [float(share) for share in np.bincount(outcomes(worlds), minlength=OUTCOMES) / decks]


def table() -> Iterator[str]:
    """Line by line."""
    yield "| bots | format | pairs | score, % | luck out, % | variance removed | ms a pair |"
    yield "|---|---|---|---|---|---|---|"
    for name, bots in MEETINGS.items():
        for form, count in PAIRS.items():
            pairs = play_pairs([style(bot) for bot in bots], count, form, "measure")
            began = time.process_time()
            found = pieces(pairs, "a")
            ms = 1000 * (time.process_time() - began) / len(found.scores)
            taken = luck_out(found.scores, found.luck)
            assert taken is not None
            yield (
                f"| {name} | {form} | {taken.pieces:,} | {100 * taken.raw:.1f} ±"
                f"{100 * taken.raw_error:.1f} | {100 * taken.score:.1f} ±{100 * taken.error:.1f} | "
                f"{100 * taken.removed:.0f} % | {ms:.0f} |"
            )


if __name__ == "__main__":
    if sys.argv[1:] == ["outcomes"]:
        print(outcome_chances(20_000))
    else:
        for line in table():
            print(line, flush=True)
