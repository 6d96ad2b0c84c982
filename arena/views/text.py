"""Strings that came from strangers made harmless, wherever they are shown."""

import unicodedata

JOINERS = "\u200c\u200d"
"""Persian needs them inside words; they hide nothing but themselves."""


def harmless(text: str) -> str:
    """The text with everything that could move the cursor, colour or turn the line spelt out.

    Line breaks stay. What bots write, and names in files that were not checked, pass through here.
    """
    return "".join(ascii(c)[1:-1] if c != "\n" and _moves_or_hides(c) else c for c in text)


def harmless_line(text: str) -> str:
    """The same for a text that is to stay on one line, so that it cannot pass for another line."""
    return harmless(text).replace("\n", "\\n")


def _moves_or_hides(character: str) -> bool:
    category = unicodedata.category(character)
    return (category[0] == "C" and character not in JOINERS) or category in ("Zl", "Zp")
