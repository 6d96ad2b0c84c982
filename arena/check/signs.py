"""What can be seen of a fault, and the questions that `advice` asks about it."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import msgspec

from arena.records import Fault

IDLE_MS = 100
"""Processor time below which a bot has not thought, but waited."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is known of a fault. All of it comes from the bot: untrusted."""

    fault: Fault
    stdio: bool
    connected: bool
    """Whether anything connected to the line; of a bot on standard output, the adapter does."""
    earlier: tuple[bytes, ...]
    """Messages that were sent before the request."""
    came: tuple[bytes, ...]
    held_back: tuple[str, ...]
    """What it said only when its input was closed."""
    stderr: str


Fits: TypeAlias = Callable[[Evidence], object]


def detail(pattern: str) -> Fits:
    """The fault's own words."""
    return lambda seen: re.search(pattern, seen.fault.detail)


def answer(pattern: str) -> Fits:
    """What came back."""
    return lambda seen: any(re.search(pattern.encode(), data) for data in seen.came)


def wrote(pattern: str) -> Fits:
    """Standard error."""
    return lambda seen: re.search(pattern, seen.stderr)


def every(*all_of: Fits) -> Fits:
    """All of them."""
    return lambda seen: all(fits(seen) for fits in all_of)


def always(seen: Evidence) -> bool:
    """Whatever was seen."""
    return True


def on_stdio(seen: Evidence) -> bool:
    """The bot speaks standard input and output."""
    return seen.stdio


def held_back(seen: Evidence) -> bool:
    """It said what it had to say only when its input was closed."""
    return bool(seen.held_back)


def not_connected(seen: Evidence) -> bool:
    """Nothing ever connected."""
    return not seen.connected


def idle(seen: Evidence) -> bool:
    """It did next to nothing while it was to answer."""
    return seen.fault.used_ms is not None and seen.fault.used_ms < IDLE_MS


def no_json(seen: Evidence) -> bool:
    """What came back is no JSON object at all."""
    return bool(seen.came) and not seen.came[-1].lstrip().startswith(b"{")


def answered_twice(seen: Evidence) -> bool:
    """The answer carries the id of an earlier request."""
    try:
        said = msgspec.json.decode(seen.came[-1])["id"]
        return any(f'"id":{msgspec.json.encode(said).decode()}'.encode() in m for m in seen.earlier)
    except (IndexError, KeyError, TypeError, msgspec.DecodeError):
        return False
