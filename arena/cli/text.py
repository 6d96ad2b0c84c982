"""Text for a terminal: cards, numbers and durations."""

from collections.abc import Iterable

import click

from arena.rules import Card, Suit

SIGN = {Suit.S: "♠", Suit.H: "♥", Suit.D: "♦", Suit.C: "♣"}


def card_text(card: Card) -> str:
    """A card for people: `A♠`, `10♥`; red suits in red where the terminal has colours."""
    rank = card.value[0].replace("T", "10")
    text = rank + SIGN[card.suit]
    return click.style(text, fg="red") if card.suit in (Suit.H, Suit.D) else text


def cards_text(cards: Iterable[Card]) -> str:
    """Cards side by side."""
    return " ".join(card_text(card) for card in cards) or "–"


def plural(count: int, noun: str) -> str:
    """`1 pair`, `2 pairs`, `2 matches`."""
    ending = "" if count == 1 else "es" if noun.endswith("ch") else "s"
    return f"{count:,} {noun}{ending}"


def duration(seconds: float) -> str:
    """`8 s`, `2 min 05 s`, `3 h 20 min`."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60:02} s"
    return f"{whole // 3600} h {whole % 3600 // 60:02} min"
