"""Cards as the pages name them."""

from typing import Final

from arena.rules import PACK
from arena.web.i18n import Language

PACK_CODES: Final = tuple(card.value for card in PACK)
BACK: Final = ""
"""The code of a card that is face down."""


def card_name(language: Language, code: str) -> str:
    """Such as `king of hearts`, for those who hear a page."""
    if code == BACK:
        return str(language.text("card.back"))
    rank, suit = code[0], code[1]
    return str(
        language.text(
            "card.name", rank=language.text(f"rank.{rank}"), suit=language.text(f"suit.{suit}")
        )
    )
