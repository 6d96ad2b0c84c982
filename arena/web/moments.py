"""The card table at one moment, as pages show it: what seats know, put into places and words.

Everything on a `Frame` comes from `observe`: what is not in the views that are given is not in it.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from msgspec import Struct

from arena.records import Fault
from arena.rules import (
    Action,
    Card,
    Concede,
    DealResult,
    Draw,
    MatchState,
    Observation,
    Open,
    Pick,
    Play,
    Seat,
    Throw,
    apply,
    observe,
)
from arena.web.cards import BACK
from arena.web.i18n import Language
from arena.web.render import shown
from arena.web.saying import Voice, action_words, isolated

CARDS = ("hand", "thrown", "away", "table")
TEXTS = ("score", "tricks")
"""Places that there are twice: their names end in a seat."""
BESIDE = ("time", "note", "judged")
"""What only a replay says: how long it took, what the bot remarked, what an analyst thinks."""


class Frame(Struct, frozen=True):
    """What the card table shows at one moment. Cards are codes, `""` for one that is face down."""

    deal: int
    move: int
    phase: str
    actor: int | None
    """The seat whose action led here."""
    turn: int | None
    """The seat to act; None once the deal is over."""
    hakem: int
    trump: str
    cards: dict[str, list[str]]
    """By place on the table."""
    chosen: list[str]
    """Cards of the action that led here, as far as they are seen."""
    taker: int | None
    """Who took the trick that lies on the table."""
    texts: dict[str, str]
    """By place on the page, in the viewer's language."""

    @classmethod
    def empty(cls) -> "Frame":
        """A table without a card on it."""
        cards: dict[str, list[str]] = {f"{place}{seat}": [] for place in CARDS for seat in (0, 1)}
        texts = dict.fromkeys([f"{place}{seat}" for place in TEXTS for seat in (0, 1)], "")
        texts |= dict.fromkeys(("phase", "stock", "who", "did", "outcome", *BESIDE), "")
        return cls(0, 0, "", None, None, -1, "", cards | {"offered": []}, [], None, texts)


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment of a match. Pairs are by seat."""

    move: int
    """Actions done in the deal."""
    seen: Mapping[Seat, Observation]
    """What they know through whose eyes it is shown."""
    score: tuple[int, int]
    over: bool = False
    """Whether the deal is."""
    result: DealResult | None = None
    actor: Seat | None = None
    """Who led here; None where the cards have just been dealt."""
    action: Action | None = None
    """What they did, None for a fault."""
    fault: Fault | None = None

    @classmethod
    def dealt(cls, state: MatchState, seats: Iterable[Seat], score: tuple[int, int]) -> "Moment":
        """Before the first action of a deal."""
        return cls(0, {seat: observe(state, seat) for seat in seats}, score)

    @classmethod
    def after(
        cls,
        before: "Moment",
        state: MatchState,
        action: Action | None,
        fault: Fault | None = None,
        given_up: DealResult | None = None,
    ) -> "Moment":
        """What came of an action.

        Args:
            before: the moment before it, through the same eyes.
            state: the match before it.
            action: what was done, None for a fault.
            fault: which.
            given_up: what the deal counts if it is broken off by this, if it counts anything.
        """
        actor = state.deal_in_progress.turn
        over, result = True, given_up
        if action is not None and not isinstance(action, Concede):
            after = apply(state, action)
            over = after.deal is None
            result = after.results[-1] if over else None
            state = state._replace(deal=after.finished[-1]) if over else after
        return cls(
            before.move + 1,
            {seat: observe(state, seat) for seat in before.seen},
            _with_points(before.score, result),
            over,
            result,
            actor,
            action,
            fault,
        )

    def broken_off(self, fault: Fault) -> "Moment":
        """The same once a fault has ended the deal."""
        return replace(
            self, move=self.move + 1, over=True, actor=fault.seat, action=None, fault=fault
        )


def _with_points(score: tuple[int, int], result: DealResult | None) -> tuple[int, int]:
    if result is None:
        return score
    zero, one = score
    points = result.points
    return (zero + points, one) if result.winner is Seat.ZERO else (zero, one + points)


class Teller:
    """Puts moments into frames, in one language."""

    def __init__(self, names: Iterable[str], language: Language, you: Seat | None = None) -> None:
        """Tell of these players.

        Args:
            names: by seat.
            language: of the texts.
            you: who is spoken to, if it is one of them.
        """
        self._you = you
        self._language = language
        self._names = [isolated(shown(name)) for name in names]

    def frame(self, moment: Moment, **beside: str) -> Frame:
        """What the table shows.

        Args:
            moment: of the match.
            beside: of `BESIDE`, what else is said of the decision.
        """
        known = next(iter(moment.seen.values()))
        played = isinstance(moment.action, Play)
        return Frame(
            deal=known.deal,
            move=moment.move,
            phase="over" if moment.over else known.phase.value,
            actor=None if moment.actor is None else int(moment.actor),
            turn=None if moment.over else int(known.turn),
            hakem=int(known.hakem),
            trump=known.trump.value if known.trump else "",
            cards=_cards(moment.seen, known, trick_lies=played),
            chosen=_chosen(moment),
            taker=_taker(known) if played else None,
            texts=self._texts(moment, known) | dict.fromkeys(BESIDE, "") | beside,
        )

    def _texts(self, moment: Moment, known: Observation) -> dict[str, str]:
        language = self._language
        phase = "over" if moment.over else known.phase.value
        return {
            "phase": language.words(f"phase.{phase}"),
            "stock": language.plain(known.stock),
            **{f"score{seat}": language.plain(moment.score[seat]) for seat in (0, 1)},
            **{f"tricks{seat}": language.plain(known.tricks_won[seat]) for seat in (0, 1)},
            "who": "" if moment.actor in (None, self._you) else self._names[moment.actor],
            "did": self._did(moment),
            "outcome": self._outcome(moment.result) if moment.over else "",
        }

    def _did(self, moment: Moment) -> str:
        if moment.actor is None:
            return self._language.words("move.deal")
        if moment.fault is not None:
            return self._fault(moment.fault)
        own = moment.seen.get(moment.actor)
        drawn = own.draws[-1:] if own else ()
        assert moment.action is not None
        voice: Voice = "you" if moment.actor is self._you else "move"
        return action_words(moment.action, own is not None, drawn, self._language, voice)

    def _fault(self, fault: Fault) -> str:
        kind = self._language.words(f"fault.{fault.kind.name.lower()}")
        return self._language.words("move.fault", fault=kind, detail=isolated(shown(fault.detail)))

    def _outcome(self, result: DealResult | None) -> str:
        if result is None:
            return self._language.words("outcome.broken_off")
        words = {
            "winner": self._names[result.winner],
            "tricks": self._language.plain(result.tricks[result.winner]),
            "lost": self._language.plain(result.tricks[result.winner.other]),
            "points": self._language.plain(result.points),
        }
        key = "kot" if result.kot else "deal"
        if result.winner is self._you:
            key = f"you_{key}"
        return self._language.words(f"outcome.{key}", **words)


def _cards(
    seen: Mapping[Seat, Observation], known: Observation, *, trick_lies: bool
) -> dict[str, list[str]]:
    cards: dict[str, list[str]] = {"offered": []}
    for seat in Seat:
        own = seen.get(seat)
        thrown = known.throw_counts[seat] or 0
        cards[f"hand{seat}"] = _codes(own.hand) if own else [BACK] * _held(known, seat)
        cards[f"thrown{seat}"] = _codes(own.thrown) if own else [BACK] * thrown
        cards[f"away{seat}"] = _codes(_away(own)) if own else []
        cards[f"table{seat}"] = []
        if own and own.turn is seat and own.offered:
            cards["offered"] = _codes(own.offered)
    if not cards["offered"] and known.phase.value in ("draw", "pick"):
        cards["offered"] = [BACK] * (2 if known.phase.value == "pick" else 1)
    if known.lead is not None:
        cards[f"table{known.turn.other}"] = [known.lead.value]
    elif trick_lies and known.tricks:
        trick = known.tricks[-1]
        cards[f"table{trick.leader}"] = [trick.cards[0].value]
        cards[f"table{trick.leader.other}"] = [trick.cards[1].value]
    return cards


def _held(known: Observation, seat: Seat) -> int:
    """How many cards a seat holds: that is public."""
    drawn = sum(draw.seat is seat for draw in known.draws)
    played = len(known.tricks) + (known.lead is not None and known.turn is not seat)
    return 5 - (known.throw_counts[seat] or 0) + drawn - played


def _away(own: Observation) -> Iterator[Card]:
    """Cards of the stock that the seat saw and did not take."""
    for drawn in own.draws:
        if drawn.seat is own.seat and drawn.saw:
            yield from (card for card in drawn.saw if card is not drawn.took)


def _chosen(moment: Moment) -> list[str]:
    """Cards of the action that led here, as far as they are seen."""
    own = None if moment.actor is None else moment.seen.get(moment.actor)
    match moment.action:
        case Play(card):
            return [card.value]
        case Draw() | Pick() if own:
            took = own.draws[-1].took
            return [took.value] if took else []
        case Open(throw=cards) | Throw(cards) if own:
            return _codes(cards)
    return []


def _taker(known: Observation) -> int | None:
    return int(known.tricks[-1].winner) if known.lead is None and known.tricks else None


def _codes(cards: Iterable[Card]) -> list[str]:
    return [card.value for card in cards]
