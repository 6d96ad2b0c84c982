"""What a bot did, in words. Plain text: names and cards are kept apart by invisible isolates."""

from collections.abc import Sequence
from typing import Final, Literal

from arena.records import MatchRecord
from arena.rules import Action, Card, Concede, Draw, Drawn, Open, Pick, Play, Suit, Throw
from arena.web.i18n import Language

Voice = Literal["move", "you"]
SIGN: Final = {Suit.S: "♠", Suit.H: "♥", Suit.D: "♦", Suit.C: "♣"}
_FIRST_STRONG, _LEFT_TO_RIGHT, _END = "\u2068", "\u2066", "\u2069"


def isolated(text: str) -> str:
    """A text that keeps its own direction, whatever stands around it."""
    return f"{_FIRST_STRONG}{text}{_END}"


def left_to_right(text: str) -> str:
    """A text that is read from the left in either language: cards, numbers with signs."""
    return f"{_LEFT_TO_RIGHT}{text}{_END}"


def card_words(cards: Sequence[Card]) -> str:
    """Such as `K♥ 10♠`."""
    said = " ".join(card.value[0].replace("T", "10") + SIGN[card.suit] for card in cards)
    return left_to_right(said)


def action_words(
    action: Action,
    seen: bool,
    drawn: Sequence[Drawn],
    language: Language,
    voice: Voice = "move",
) -> str:
    """An action.

    Args:
        action: what was done.
        seen: whether whoever looks sees the actor's cards.
        drawn: the actor's turn at the stock that came of it, if any.
        language: of the words.
        voice: of a bot or a person that is told about, or of the person who is spoken to.
    """
    match action:
        case Open(trump, cards):
            suit = language.words(f"suit.{trump}")
            if seen:
                return language.words(f"{voice}.open", suit=suit, cards=card_words(cards))
            return language.words("move.open_hidden", suit=suit, n=language.plain(len(cards)))
        case Throw(cards):
            if seen:
                return language.words(f"{voice}.throw", cards=card_words(cards))
            return language.words("move.throw_hidden", n=language.plain(len(cards)))
        case Draw(draw):
            return _draw(draw, drawn if seen else (), language, voice)
        case Pick(card):
            saw = [other for each in drawn for other in each.saw or () if other is not card]
            if seen and saw:
                both = {"card": card_words([card]), "other": card_words(saw)}
                return language.words(f"{voice}.pick", **both)
            return language.words("move.pick_hidden")
        case Play(card):
            return language.words(f"{voice}.play", card=card_words([card]))
        case Concede():
            return language.words(f"{voice}.concede")
    raise TypeError(f"{action!r} is not an action")


def time_words(record: MatchRecord, number: int, language: Language) -> str:
    """How long a decision took; nothing where it was not answered."""
    if number >= len(record.times_us):
        return ""
    return language.words("time.ms", ms=language.number(record.times_us[number] / 1000, 1))


def _draw(draw: str, drawn: Sequence[Drawn], language: Language, voice: Voice) -> str:
    if not drawn or drawn[-1].saw is None or drawn[-1].took is None:
        return language.words(f"move.{draw}_hidden")
    saw, took = drawn[-1].saw, drawn[-1].took
    if draw == "keep":
        return language.words(f"{voice}.keep", card=card_words([took]))
    return language.words(f"{voice}.reject", card=card_words(saw), took=card_words([took]))
