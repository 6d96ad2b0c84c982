"""A bot's line on which every message is kept, and on which messages can be put as we like.

It is the line of rated play and nothing less: only what passes is written down.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import msgspec

from arena.referee.direct_channel import DirectChannel

Rewrite: TypeAlias = Callable[[bytes], list[bytes]]
"""What is sent instead of a message of the referee's."""


class Passed(NamedTuple):
    """One message that went over the line."""

    at: float
    """Seconds, on the clock of the match."""
    sent: bool
    """By the referee; else it came from the bot."""
    data: bytes


class WatchedChannel(DirectChannel):
    """See `DirectChannel`."""

    def __init__(self, path: Path, now: Callable[[], float], rewrite: Rewrite) -> None:
        super().__init__(path, now)
        self._watch = now
        self._rewrite = rewrite
        self.passed: list[Passed] = []
        """Every message, oldest first."""
        self.listened: float | None = None
        """When the referee first waited for the bot."""

    def send(self, data: bytes) -> None:
        """See `Channel.send`."""
        for message in self._rewrite(data):
            self.passed.append(Passed(self._watch(), True, message))
            super().send(message)

    def receive(self, seconds: float) -> list[bytes] | None:
        """See `Channel.receive`."""
        if self.listened is None:
            self.listened = self._watch()
        frames = super().receive(seconds)
        if frames is not None:
            self.passed.append(Passed(self._watch(), False, b"".join(frames)))
        return frames


def as_it_is(data: bytes) -> list[bytes]:
    """The message itself."""
    return [data]


NEWS = msgspec.json.encode({"type": "later_news", "text": "of a message that no version 1 knows"})
LEFT = ("legal", "limits")
"""Of the first, objects are sent back as they came; the second has whole numbers only."""
LATER = {"later_field": {"since": 2, "of": ["nothing", None]}}


def as_later(data: bytes) -> list[bytes]:
    """The message as a later version of the protocol might send it.

    Every object but those in `LEFT` has a field more, and a message of an unknown type goes before
    it, unless it is the last.
    """
    message = msgspec.json.decode(data)
    grown = msgspec.json.encode(_grown(message))
    return [grown] if message["type"] == "bye" else [NEWS, grown]


def _grown(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: v if key in LEFT else _grown(v) for key, v in value.items()} | LATER
    return [_grown(each) for each in value] if isinstance(value, list) else value
