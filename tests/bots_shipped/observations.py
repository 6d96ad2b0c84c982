"""Observations written in one line, for the rules of a bot."""

from typing import Any


def hand(text: str) -> list[str]:
    """Cards from `"AS KS 2C"`."""
    return text.split()


def observed(**changes: Any) -> dict[str, Any]:
    """What seat 0 sees, spades trump, with these keys changed."""
    return {
        "deal": 1,
        "phase": "play",
        "seat": 0,
        "turn": 0,
        "score": [0, 0],
        "hakem": 0,
        "hakem_draw": ["AS"],
        "trump": "S",
        "hand": [],
        "thrown": [],
        "throw_counts": [3, 2],
        "draws": [],
        "stock": 0,
        "offered": [],
        "tricks": [],
        "lead": None,
        "tricks_won": [0, 0],
    } | changes


def on_lead(cards: str, *, tricks: tuple[str, ...] = (), gone: str = "") -> dict[str, Any]:
    """Seat 0 leads from these cards.

    Args:
        cards: its hand.
        tricks: those it led before, lead and answer: `"2H 3C"` shows the opponent void in hearts.
        gone: cards that it threw, as a way to have seen them.
    """
    return observed(
        hand=hand(cards),
        thrown=hand(gone),
        tricks=[{"leader": 0, "cards": hand(trick), "winner": 0} for trick in tricks],
    )


def my_draw(saw: str, took: str) -> dict[str, Any]:
    """A turn of one's own at the stock; that of another is `THEIR_DRAW`."""
    how = "keep" if saw == took else "reject"
    return {"seat": 0, "draw": how, "saw": [saw], "took": took}


THEIR_DRAW = {"seat": 1, "draw": "keep", "saw": None, "took": None}
