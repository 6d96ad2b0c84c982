"""Writes the generated files of the rules: `python -m tests.rules.generated`.

They are golden: look at the difference before committing it.
"""

import json
from pathlib import Path
from typing import Any

from arena.rules import HAKEM_DECK, Phase, Seat, derive_deck, match_seed, shuffled
from tests.rules.build import SEATS, at_open, one_deal
from tests.rules.perft import ending_of, perft

ROOT = Path(__file__).parents[2]
PERFT = ROOT / "tests" / "golden" / "perft.json"
DECKS = ROOT / "protocol" / "vectors" / "decks.json"

PERFT_ABOUT = (
    "Counts of legal action sequences of length 1, 2, 3, … to the end of the deal, which ends a"
    " line; conceding is not counted. An opening is a deck and a hakem. An ending is the 13 cards"
    " each seat drew, and the cards played since, lead and answer."
)
DECKS_ABOUT = (
    "Seeds and decks as every implementation must derive them. A match seed is the SHA-256, in"
    " hexadecimal, of `hokm-arena match 1|TOURNAMENT SEED|PAIR`. Deal 0 is the deck turned up for"
    " the first hakem. A deck is the pack (S H D C, each from the ace down) shuffled under the"
    " label `hokm-arena deck 1|MATCH SEED|DEAL`. `shuffles` are lists 0, 1, 2, … under a label."
)


def perft_vectors() -> dict[str, Any]:
    openings = [opening(hakem) for hakem in SEATS]
    endings = [
        ending(f"perft {left} {number}", SEATS[number % 2], left)
        for left in (3, 4, 5)
        for number in range(4)
    ]
    return {"about": PERFT_ABOUT, "openings": openings, "endings": endings}


def opening(hakem: Seat) -> dict[str, Any]:
    match = at_open(f"perft {hakem}", hakem)
    counts = [perft(match, depth) for depth in range(1, 7)]
    deck = " ".join(match.deal_in_progress.deck)
    return {"hakem": int(hakem), "deck": deck, "perft": counts}


def ending(seed: str, hakem: Seat, left: int) -> dict[str, Any]:
    """The first deal of random players that comes to so many cards each with much to play for."""
    for attempt in range(100):
        for match, _ in one_deal(f"{seed} {attempt}", hakem):
            deal = match.deal_in_progress
            lead_due = deal.phase is Phase.PLAY and deal.lead is None
            if lead_due and len(deal.hands[0]) == left and max(deal.tricks_won) <= 5:
                counts = [perft(match, depth) for depth in range(1, 2 * left + 1)]
                return {**ending_of(match).to_json(), "perft": counts}
    raise AssertionError(f"no deal by {seed} comes to {left} cards each")


def deck_vectors() -> dict[str, Any]:
    seeds = [
        {"tournament_seed": tournament, "pair": pair, "match_seed": match_seed(tournament, pair)}
        for tournament in ("", "2024", "hokm حکم")
        for pair in ("0:greedy:naive", "12:bot:ربات")
    ]
    decks = [
        {"match_seed": seed, "deal": deal, "deck": [str(card) for card in derive_deck(seed, deal)]}
        for seed in ("", "seed", seeds[2]["match_seed"], seeds[5]["match_seed"])
        for deal in (HAKEM_DECK, 1, 2, 13)
    ]
    shuffles = [
        {"label": label, "count": count, "order": list(shuffled(range(count), label))}
        for label in ("", "label", "برچسب")
        for count in (0, 1, 2, 3, 7, 128, 256)
    ]
    about = DECKS_ABOUT
    return {"about": about, "match_seeds": seeds, "decks": decks, "shuffles": shuffles}


def text(vectors: dict[str, Any]) -> str:
    """JSON with one vector a line."""
    fields = [f'  "about": {json.dumps(vectors["about"], ensure_ascii=False)}']
    for name, values in vectors.items():
        if name != "about":
            lines = ",\n".join(f"    {json.dumps(value, ensure_ascii=False)}" for value in values)
            fields.append(f'  "{name}": [\n{lines}\n  ]')
    return "{\n" + ",\n".join(fields) + "\n}\n"


def write() -> None:
    for path, vectors in (PERFT, perft_vectors()), (DECKS, deck_vectors()):
        path.write_text(text(vectors), encoding="utf-8")


if __name__ == "__main__":
    write()
