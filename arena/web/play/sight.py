"""What a table shows, in the viewer's language. Its person always sits below, in place 0."""

from collections.abc import Iterator, Mapping
from typing import TypeVar

from msgspec.structs import replace

from arena.rules import Open, Phase, Seat, Throw
from arena.store import TABLES
from arena.web.addresses import Addresses
from arena.web.i18n import Language
from arena.web.moments import CARDS, TEXTS, Frame, Moment, Teller
from arena.web.play.messages import Asked, End, Told
from arena.web.play.table import Sight, Table
from arena.web.render import shown
from arena.web.saying import isolated
from arena.wire import Act

T = TypeVar("T")


def told(
    table: Table, sight: Sight, language: Language, *, newest_only: bool = False
) -> Iterator[Told]:
    """Every new moment, what is asked only with the last; one message at least.

    Args:
        table: the table.
        sight: what is new.
        language: of the texts.
        newest_only: for whoever comes, or comes back: only where the match is.
    """
    hint = _hint(table, sight, language)
    asked = None if sight.asked is None else _asked(sight.asked)
    end = _end(table, sight, language)
    if not sight.moments:
        yield Told(0, None, hint, asked, end)
        return
    *earlier, last = sight.moments
    for number, moment in () if newest_only else earlier:
        yield Told(number, frame(table, moment, language), "", None, None)
    yield Told(last[0], frame(table, last[1], language), hint, asked, end)


def frame(table: Table, moment: Moment, language: Language) -> Frame:
    """A moment as the person sees it."""
    seat = table.invitation.seat
    names = [language.words("play.you"), table.invitation.bot.name]
    teller = Teller(names if seat is Seat.ZERO else names[::-1], language, you=seat)
    found = teller.frame(moment)
    return found if seat is Seat.ZERO else _turned(found)


def _turned(found: Frame) -> Frame:
    """The same seen from the other side of the table."""

    def other(seat: int | None) -> int | None:
        return None if seat is None else 1 - seat

    opposite = {f"{name}{seat}": f"{name}{1 - seat}" for name in CARDS + TEXTS for seat in (0, 1)}

    def exchanged(values: Mapping[str, T]) -> dict[str, T]:
        return {opposite.get(key, key): value for key, value in values.items()}

    return replace(
        found,
        actor=other(found.actor),
        turn=other(found.turn),
        hakem=1 - found.hakem,
        taker=other(found.taker),
        cards=exchanged(found.cards),
        texts=exchanged(found.texts),
    )


def _asked(act: Act) -> Asked:
    known = act.observation
    counts: list[int] = []
    match act.legal[0]:
        case Open():
            counts, cards = [2, 3], known.hand
        case Throw(throw):
            counts, cards = [len(throw)], known.hand
        case _ if known.phase is Phase.PLAY:
            cards = tuple([action.play for action in act.legal])  # type: ignore[union-attr]
        case _:
            cards = known.offered
    return Asked(act.id, known.phase.value, [card.value for card in cards], counts)


def _hint(table: Table, sight: Sight, language: Language) -> str:
    bot = isolated(shown(table.invitation.bot.name))
    if sight.status == "preparing":
        return language.words("play.preparing", bot=bot)
    if sight.status != "playing":
        return ""
    if sight.asked is None:
        return language.words("play.waiting", bot=bot)
    known = sight.asked.observation
    if known.phase is Phase.THROW:
        n = len(sight.asked.legal[0].throw)  # type: ignore[union-attr]
        return language.words("play.throw", n=language.plain(n))
    if known.phase is not Phase.PLAY:
        return language.words(f"play.{known.phase}")
    if known.lead is None:
        return language.words("play.lead_card")
    suit = language.words(f"suit.{known.lead.suit}")
    follows = any(card.suit is known.lead.suit for card in known.hand)
    return language.words("play.follow" if follows else "play.free", suit=suit)


def _end(table: Table, sight: Sight, language: Language) -> End | None:
    if sight.status in ("preparing", "playing"):
        return None
    words = language.words
    bot = isolated(shown(table.invitation.bot.name))
    outcome = sight.outcome
    if outcome is None:
        text = words(f"play.{sight.status}_text", bot=bot)
        return End(words(f"play.{sight.status}"), text, "", "")
    seat = table.invitation.seat
    won = outcome.winner is seat
    mine, theirs = (language.plain(outcome.points[each]) for each in (seat, seat.other))
    if outcome.fault is not None:
        fault = words(f"fault.{outcome.fault.kind.name.lower()}")
        text = words("play.by_forfeit", bot=bot, fault=fault)
    elif outcome.reason == "concede":
        text = words("play.bot_conceded" if won else "play.you_conceded", bot=bot)
    else:
        text = words("play.played_out", mine=mine, theirs=theirs)
    title = words("play.won" if won else "play.lost", bot=bot)
    at = Addresses()
    if sight.match is None:
        return End(title, f"{text} {words('play.not_kept')}", "", "")
    replay = at.moment(TABLES, sight.match, view=str(int(seat))) if sight.dealt else ""
    return End(title, text, at.match(TABLES, sight.match), replay)
