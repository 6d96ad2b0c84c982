"""`protocol/vectors/conversations/`: matches as one bot's line hears them, for kits to replay.

Unlike `conversation.jsonl`, which is of real processes, these are played in memory, by the real
referee.
"""

from collections.abc import Callable
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

from arena.rules import Seat
from tests.bots_shipped.folders import load
from tests.golden.lines import Instead, Json, Line, Noting, Recorded, play, text
from tests.referee.fakes import make_plan

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "protocol" / "vectors" / "conversations"

NOTES = (
    "long suit",
    'said "no" \\ and\tthen\nnothing',
    "حکم پیک است",
    "♠ is trump 🂡",
    "0" * 280,
    "\u0000 \u007f",
)
"""What an encoder may stumble over."""

TALK = {"type": "from_a_later_version", "text": "not for you", "of": {"type": "bye"}}
"""A message that version 1 does not have."""
FIELD = "from_a_later_version"


def to_seven() -> list[Line]:
    """A match to 7, of 6 deals, the last a kot; the bot is in seat 1 and wins."""
    bot = Recorded(Noting(value(), NOTES, every=7), "value", "Hokm Arena")
    assert play(make_plan(seed="to seven 448"), Recorded(naive(), ""), bot) is Seat.ONE
    return bot.bye()


def single_deals() -> list[Line]:
    """Two single deals: `score` in the observation stays 0, `hakem_draw` is empty."""
    bot = Recorded(naive(), "naive")
    play(make_plan(seed="single deals", decks=2), bot, Recorded(naive(), ""))
    return bot.bye()


def concession() -> list[Line]:
    """The bot gives up in the draw phase, with a note."""
    gives_up = Instead(
        naive(), lambda seen: len(seen["draws"]) > 3, ({"concede": True}, "hopeless, 4 spades out")
    )
    bot = Recorded(gives_up, "quitter")
    assert play(make_plan(seed="concession"), bot, Recorded(naive(), "")) is Seat.ONE
    return bot.bye()


def forfeit() -> list[Line]:
    """The opponent plays a card that it may not; the line is closed without a `bye`."""
    bot = Recorded(value(), "value")
    cheat = Instead(naive(), lambda seen: len(seen["tricks"]) == 2, {"draw": "keep"})
    assert play(make_plan(seed="forfeit"), Recorded(cheat, ""), bot) is Seat.ONE
    return bot.lines


def two_matches() -> list[Line]:
    """Two matches of one process, in both seats; the opponent concedes the second."""
    bot = Recorded(naive(), "naive", "Hokm Arena")
    play(make_plan(seed="two matches 1", target=1), bot, Recorded(value(), ""))
    quits = Instead(value(), lambda seen: len(seen["tricks"]) == 1, {"concede": True})
    assert play(make_plan(seed="two matches 2", half=1), Recorded(quits, ""), bot) is Seat.ONE
    return bot.bye()


def later_version() -> list[Line]:
    """A match to 1 with fields and messages that version 1 does not have.

    Only the actions in `legal` have no unknown field: bots send one of them back as it is.
    """
    bot = Recorded(value(), "value")
    play(make_plan(seed="later version", target=1), Recorded(naive(), ""), bot)
    told: list[Line] = []
    for number, (sender, message) in zip(count(), bot.bye()):
        if sender == "referee":
            message = {**with_unknown_fields(message), "type": message["type"]}
            if number % 6 == 1 or message["type"] == "bye":
                told.append(("referee", TALK))
        told.append((sender, message))
    return told


def with_unknown_fields(value: Any) -> Any:
    """The value with one more field, first in line, in every object but those of `legal`."""
    if isinstance(value, list):
        return [with_unknown_fields(each) for each in value]
    if not isinstance(value, dict):
        return value
    known: Json = {
        key: inner if key == "legal" else with_unknown_fields(inner) for key, inner in value.items()
    }
    return {FIELD: 1 if "memory_mib" in value else {"type": "bye", "legal": [None, -0.5]}, **known}


@cache
def naive() -> Any:
    """The shipped bot, in memory. It remembers nothing."""
    return load("naive", "bot").Naive()


@cache
def value() -> Any:
    """The same of `value`."""
    return load("value", "bot").Value()


CONVERSATIONS: dict[str, Callable[[], list[Line]]] = {
    "to-seven": to_seven,
    "single-deals": single_deals,
    "concession": concession,
    "forfeit": forfeit,
    "two-matches": two_matches,
    "later-version": later_version,
}


def write() -> None:
    """Write the files anew."""
    for name, converse in CONVERSATIONS.items():
        (FOLDER / f"{name}.jsonl").write_text(text(converse()), "utf-8")
