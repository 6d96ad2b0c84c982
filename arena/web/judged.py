"""What an analyst thinks of decisions, in words. Plain text, as in `saying`."""

from collections.abc import Iterator
from dataclasses import dataclass

from arena.analysis import BotSummary, Judged
from arena.rules import Action, Draw, Open, Pick, Play, Throw
from arena.web.i18n import Language
from arena.web.saying import card_words, left_to_right


@dataclass(frozen=True, slots=True)
class Mistake:
    """A line about a mistake."""

    deal: int
    move: int
    """The moment of the replay that shows it."""
    lost: str
    what: str
    """What was done, and what would have been best."""
    where: str
    """Hand, trump and the card to answer."""


def mistakes(bot: BotSummary, language: Language) -> Iterator[Mistake]:
    """The biggest mistakes of a bot."""
    for judged in bot.biggest:
        found = judged.judgement
        yield Mistake(
            judged.deal,
            judged.move,
            points_words(found.lost, found.margin, language),
            language.words(
                "analysis.instead",
                chosen=_deed(judged.chosen, judged, language),
                value=_signed(found.value, language),
                best=_deed(judged.best, judged, language),
                best_value=_signed(found.best_value, language),
            ),
            _where(judged, language),
        )


def judged_words(judged: Judged, language: Language) -> str:
    """What a decision was worth, and what it gave away if it was a mistake."""
    found = judged.judgement
    value = language.words("judged.value", value=_signed(found.value, language))
    if not found.mistake:
        return value
    best = _deed(judged.best, judged, language)
    lost = points_words(found.lost, found.margin, language)
    return f"{value} {language.words('judged.mistake', best=best, lost=lost)}"


def points_words(points: float, margin: float, language: Language) -> str:
    """Points that were lost, with half their 95 % interval."""
    if not points:
        return language.number(0)
    return left_to_right(f"{language.number(points, 2)} ±{language.number(margin, 2)}")


def _where(judged: Judged, language: Language) -> str:
    words = [language.words("analysis.with", cards=card_words(judged.hand))]
    if judged.trump:
        suit = language.words(f"suit.{judged.trump}")
        words.append(language.words("analysis.hokm", suit=suit))
    if judged.lead:
        words.append(language.words("analysis.lead", card=card_words([judged.lead])))
    return f"{language.words('comma')} ".join(words)


def _deed(action: Action, judged: Judged, language: Language) -> str:
    """An action as one thinks of it before it is done."""
    match action:
        case Open(trump, cards):
            suit = language.words(f"suit.{trump}")
            return language.words("deed.open", suit=suit, cards=card_words(cards))
        case Throw(cards):
            return language.words("deed.throw", cards=card_words(cards))
        case Draw(draw):
            return language.words(f"deed.{draw}", card=card_words(judged.offered))
        case Pick(card):
            return language.words("deed.pick", card=card_words([card]))
        case Play(card):
            return language.words("deed.play", card=card_words([card]))
    raise TypeError(f"{action!r} is not judged")


def _signed(points: float, language: Language) -> str:
    return left_to_right(language.number(points, 2, signed=True))
