"""Protocol version 1: typed messages, a strict codec, and JSON Schema."""

from arena.wire.codec import MAX_MESSAGE, Malformed, decode, encode, shown
from arena.wire.messages import (
    PROTOCOL_VERSION,
    Act,
    ActionFields,
    Answer,
    BotMessage,
    Bye,
    DealEnd,
    Format,
    Hello,
    MatchEnd,
    MatchStart,
    Reason,
    RefereeMessage,
    TimeControl,
)

__all__ = [
    "MAX_MESSAGE",
    "PROTOCOL_VERSION",
    "Act",
    "ActionFields",
    "Answer",
    "BotMessage",
    "Bye",
    "DealEnd",
    "Format",
    "Hello",
    "Malformed",
    "MatchEnd",
    "MatchStart",
    "Reason",
    "RefereeMessage",
    "TimeControl",
    "decode",
    "encode",
    "shown",
]
