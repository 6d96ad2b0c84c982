"""Messages to bytes and bytes to messages; what bots send is refused unless it is exactly right.

msgspec refuses wrong types, unknown and missing fields, text that is not UTF-8 and numbers JSON
does not have, and says where. It lets a repeated key pass (the last one wins), so that is looked
for here.
"""

import json
import re
from dataclasses import dataclass
from typing import Any

import msgspec

from arena.wire.messages import ActionReply, Answer, BotMessage, Hello

MAX_MESSAGE = 16 * 1024
"""Bytes in one message from a bot: sixty times the longest that a bot has cause to send."""


@dataclass(frozen=True, slots=True)
class Malformed:
    """Why some bytes are not a message of the protocol, with the JSON path of the first trouble."""

    problem: str


encode = msgspec.json.Encoder().encode
"""One JSON object, UTF-8, without line breaks."""

_decoder = msgspec.json.Decoder(Hello | ActionReply)


def shown(act: bytes) -> bytes:
    """What an encoded `act` shows its seat: from `"observation"` to the end of `legal`.

    The id before it and the clocks behind it are not the same when a match is played again.
    """
    return act[act.index(b'"observation":') : act.rindex(b',"move_ms":')]


def decode(data: bytes) -> BotMessage | Malformed:
    """The message a bot sent. The size must have been checked before (`MAX_MESSAGE`)."""
    try:
        message: Hello | ActionReply = _decoder.decode(data)
    except RecursionError:
        return Malformed("JSON is nested too deeply")
    except msgspec.DecodeError as error:
        return Malformed(str(error))
    # Most bots write without spaces and in this order, and then nothing can be there twice.
    if encode(message) != data and _count_keys(data) != _count_given(message):
        return Malformed(_repeated_key(data))
    if isinstance(message, Hello):
        return message
    action = message.action.to_action()
    if action is None:
        return Malformed("Expected the fields of one kind of action - at `$.action`")
    return Answer(message.id, action, message.note or None)


_STRING = re.compile(rb'"(?:[^"\\]|\\.)*"\s*(:)?')


def _count_keys(data: bytes) -> int:
    """How many keys valid JSON holds, all levels together."""
    return _STRING.findall(data).count(b":")


def _count_given(message: Hello | ActionReply) -> int:
    """How many keys the message has once each is given once; `type` is one of them."""
    count = 1 + _fields_given(message)
    return count + _fields_given(message.action) if isinstance(message, ActionReply) else count


def _fields_given(struct: msgspec.Struct) -> int:
    return sum(value is not msgspec.UNSET for value in msgspec.structs.astuple(struct))


def _repeated_key(data: bytes) -> str:
    repeated: list[str] = []

    def note(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        keys = [key for key, _ in pairs]
        repeated.extend(key for key in keys if keys.count(key) > 1)
        return dict(pairs)

    json.loads(data, object_pairs_hook=note)
    return f"Object contains the field `{repeated[0]}` more than once"
