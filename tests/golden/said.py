"""What bots say that is unusual, wrong or forbidden, under names; `refusals` has it judged."""

import base64
import json
from dataclasses import dataclass
from typing import Any

from arena.referee.session import FLOOD
from arena.rules import Card
from arena.wire import MAX_MESSAGE, Act, encode
from arena.wire.messages import AUTHOR_LIMIT, NAME_LIMIT, NOTE_LIMIT
from tests.golden.lines import Json


@dataclass(frozen=True)
class Said:
    """One or more messages of a bot: its first, or in answer to the request of that name."""

    name: str
    act: str
    data: tuple[bytes, ...]

    def written(self) -> Json:
        """As it stands in the vectors."""
        sent = [_written(data) for data in self.data]
        return {"name": self.name, **({"act": self.act} if self.act else {}), "sent": sent}


def said_well(acts: dict[str, Act]) -> list[Said]:
    """Unusual, but good."""
    at = {name: Answering(name, act) for name, act in acts.items()}
    open_, follow = at["open"], at["follow"]
    thrown = [str(card) for card in open_.hand[:3]]
    card = follow.legal["play"]
    return [
        follow.says(
            "spaces and line breaks", '{ "type" : "action",\n "id":"ID" , "action":ACTION}'
        ),
        follow.says("keys in another order", '{"action":ACTION,"id":"ID","type":"action"}'),
        follow.says(
            "escaped letters",
            f'{{"type":"\\u0061ction","id":"ID","action":{{"pl\\u0061y":"{card}"}}}}',
        ),
        open_.acts("cards thrown in another order", {"trump": "S", "throw": thrown[::-1]}),
        open_.acts("the throw before the trump", {"throw": thrown[:2], "trump": "C"}),
        follow.acts("a concession", {"concede": True}),
        follow.acts("an empty note", note=""),
        follow.acts("the longest note, in letters of four bytes each", note=NOTE_LIMIT * "🂡"),
    ]


def said_wrongly(acts: dict[str, Act]) -> list[Said]:
    """Malformed, illegal or too much."""
    at = {name: Answering(name, act) for name, act in acts.items()}
    play = at["follow"]
    return [
        *_no_json(play),
        *_wrong_message(play),
        *_wrong_action(play),
        *_illegal(at),
        play.says("more bytes than are allowed", GOOD + (MAX_MESSAGE + 1) * " "),
        play.says("a flood", *(FLOOD + 1) * [GOOD.replace("ID", "an earlier one")]),
    ]


def said_first() -> list[Said]:
    """No `hello`, or not a good one."""
    good = {"type": "hello", "protocol": 1, "name": "first"}
    hellos: dict[str, Json] = {
        "another version": {"protocol": 2},
        "the version as a text": {"protocol": "1"},
        "an empty name": {"name": ""},
        "a long name": {"name": (NAME_LIMIT + 1) * "x"},
        "the name is null": {"name": None},
        "a long author": {"author": (AUTHOR_LIMIT + 1) * "x"},
        "the author is null": {"author": None},
        "an unknown field in hello": {"language": "Python"},
    }
    made = {name: json.dumps({**good, **fields}) for name, fields in hellos.items()}
    made["no name"] = '{"type":"hello","protocol":1}'
    made["no hello"] = '{"type":"action","id":"","action":{"concede":true}}'
    made["a banner before the hello"] = "First 1.0 starting"
    return [Said(name, "", (text.encode(),)) for name, text in made.items()]


GOOD = '{"type":"action","id":"ID","action":ACTION}'


class Answering:
    """Answers to one request."""

    def __init__(self, name: str, act: Act) -> None:
        self.name, self.act = name, act
        self.hand = act.observation.hand
        self.legal: Json = json.loads(encode(act.legal[0]))

    def says(self, name: str, *texts: str | bytes) -> Said:
        """These texts, with the request's `ID` and a legal `ACTION` put in."""
        return Said(name, self.name, tuple(map(self._put_in, texts)))

    def acts(self, name: str, action: Any = ..., /, **fields: Any) -> Said:
        """A legal answer but for the action, if one is given, and these fields."""
        said = {"type": "action", "id": self.act.id, "action": self.legal}
        if action is not ...:
            said["action"] = action
        return self.says(name, json.dumps({**said, **fields}, ensure_ascii=False))

    def _put_in(self, text: str | bytes) -> bytes:
        if isinstance(text, bytes):
            return text
        action = json.dumps(self.legal)
        return text.replace("ID", self.act.id).replace("ACTION", action).encode()


def _no_json(play: Answering) -> list[Said]:
    return [
        play.says("words", "play AS"),
        play.says("nothing", ""),
        play.says("half a message", GOOD[:20]),
        play.says("a comma too many", '{"type":"action","id":"ID","action":ACTION,}'),
        play.says("single quotes", "{'type':'action'}"),
        play.says("a list", f"[{GOOD}]"),
        play.says("two messages in one", GOOD + GOOD),
        play.says("a byte order mark", "\ufeff" + GOOD),
        play.says("no UTF-8", b'{"type":"action","id":"\xff","action":{"concede":true}}'),
        play.says("deep nesting", 5000 * "["),
    ]


def _wrong_message(play: Answering) -> list[Said]:
    return [
        play.says("no type", '{"id":"ID","action":ACTION}'),
        play.says("an unknown type", '{"type":"surrender"}'),
        play.says("a second hello", '{"type":"hello","protocol":1,"name":"x"}'),
        play.says("an unknown field", GOOD[:-1] + ',"thoughts":"hm"}'),
        play.says("a field twice", '{"type":"action","id":"x","id":"ID","action":ACTION}'),
        play.says("no id", '{"type":"action","action":ACTION}'),
        play.acts("another id", id="0123456789abcdef"),
        play.acts("the id is a number", id=7),
        play.acts("a long id", id=65 * "0"),
        play.says("no action", '{"type":"action","id":"ID"}'),
        play.acts("a long note", note=(NOTE_LIMIT + 1) * "x"),
        play.says("half a letter in the note", GOOD[:-1] + r',"note":"\ud83c"}'),
        play.acts("the note is null", note=None),
        play.acts("the note is a number", note=1),
    ]


def _wrong_action(play: Answering) -> list[Said]:
    card = play.legal["play"]
    actions: dict[str, Any] = {
        "the action is null": None,
        "the action is a card": card,
        "an empty action": {},
        "two actions in one": {"play": card, "draw": "keep"},
        "fields that do not belong together": {"trump": "S", "play": card},
        "fields of other actions as null": {"trump": None, "throw": None, "play": card},
        "an unknown field in the action": {"play": card, "why": "it is high"},
        "concede is false": {"concede": False},
        "a card that is none": {"play": "1S"},
        "a card in lower case": {"play": card.lower()},
        "a card as 10 instead of T": {"play": "10H"},
        "a card with its suit first": {"play": card[::-1]},
        "a list instead of a card": {"play": [card]},
        "a card instead of a list": {"throw": card},
        "a suit in full": {"trump": "spades", "throw": []},
        "another word than keep or reject": {"draw": "take"},
    }
    return [
        *(play.acts(name, action) for name, action in actions.items()),
        play.says(
            "a field of the action twice",
            '{"type":"action","id":"ID","action":{"play":"2C","play":"2C"}}',
        ),
    ]


def _illegal(at: dict[str, Answering]) -> list[Said]:
    hand = [str(card) for card in at["open"].hand]
    strange = str(next(card for card in Card if card not in at["open"].hand))
    throwing = [str(card) for card in at["throw"].hand]
    follow = at["follow"]
    playable = [json.loads(encode(action))["play"] for action in follow.act.legal]
    revoke = next(str(card) for card in follow.hand if str(card) not in playable)
    not_held = str(next(card for card in Card if card not in follow.hand))
    pick = at["pick"]
    return [
        at["open"].acts("four cards thrown", {"trump": "S", "throw": hand[:4]}),
        at["open"].acts("one card thrown", {"trump": "S", "throw": hand[:1]}),
        at["open"].acts("a card thrown twice", {"trump": "S", "throw": 2 * hand[:1]}),
        at["open"].acts(
            "a card thrown that is not held", {"trump": "S", "throw": [hand[0], strange]}
        ),
        at["open"].acts("a throw without a trump", {"throw": hand[:2]}),
        at["throw"].acts("another number of cards than is due", {"throw": throwing[:1]}),
        at["throw"].acts("a trump that is not asked for", {"trump": "S", "throw": throwing[:2]}),
        at["draw"].acts("a pick while one draws", {"pick": at["draw"].act.observation.offered[0]}),
        at["pick"].acts("a card of the hand picked", {"pick": str(pick.hand[0])}),
        at["pick"].acts("keep where one picks", {"draw": "keep"}),
        follow.acts("a suit that is not followed", {"play": revoke}),
        follow.acts("a card played that is not held", {"play": not_held}),
        follow.acts("a draw while one plays", {"draw": "reject"}),
    ]


def _written(data: bytes) -> str | Json:
    try:
        return data.decode()
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(data).decode()}
