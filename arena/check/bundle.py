"""One failing decision as a file: all that it takes to put the same request to the bot again.

JSON; `bundle` is the version of the format. What came before in the match is there, too: a bot that
keeps something in mind may need it to fail again.
"""

import contextlib
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct

from arena.errors import IllegalActionError, InputError
from arena.records import BotRef, MatchRecord, replay
from arena.rules import MatchState

BYTES_LIMIT = 64 * 1024 * 1024
"""Of a file that is read: a hundred times what the longest match takes."""


class Bundle(Struct, frozen=True, forbid_unknown_fields=True):
    """What `arena check` keeps of a failure, and `arena repro` runs."""

    bundle: Literal[1]
    bot: BotRef
    """Name and version: another version is another bot, and may have been mended."""
    folder: str
    """Where its author has it."""
    step: str
    """The step of the check that failed."""
    later: bool
    """Whether messages had fields that no version 1 knows."""
    start: dict[str, Any]
    """The `match_start`, as it was sent."""
    before: tuple[dict[str, Any], ...]
    """The messages of the match from there to the request, as they were sent."""
    request: dict[str, Any]
    """The `act` that was answered badly, or not at all."""
    came: tuple[str, ...]
    """What came back."""
    match: MatchRecord
    """The match up to there, in the public format: rules, time, limits, cards, and the fault."""

    @property
    def state(self) -> MatchState:
        """The match as it stood when the request was made."""
        *_, (state, _) = replay(self.match)
        return state


def encode_bundle(bundle: Bundle) -> bytes:
    """The file, readable by people too."""
    return msgspec.json.format(msgspec.json.encode(bundle), indent=1) + b"\n"


def read_bundle(path: Path) -> Bundle:
    """The bundle in this file.

    Raises:
        InputError: it cannot be read, or is no bundle of this version; the message says where.
    """
    try:
        if path.stat().st_size > BYTES_LIMIT:
            raise InputError(f"{path}: larger than any bundle of `arena check`")
        bundle = msgspec.json.decode(path.read_bytes(), type=Bundle)
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}") from None
    except (msgspec.DecodeError, RecursionError) as error:
        raise InputError(f"{path}: no bundle that `arena check` has written: {error}") from None
    with contextlib.suppress(IllegalActionError, ValueError, KeyError):
        deal = bundle.state.deal
        seat = bundle.request["observation"]["seat"]
        if deal is not None and deal.turn == seat and bundle.match.result.fault is not None:
            return bundle
    raise InputError(f"{path}: its match does not lead to its request")
