"""One failing decision, done again: the same request to the bot, in the same sandbox."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

from arena.check.bundle import Bundle
from arena.check.subject import Seated, Subject
from arena.check.watch import as_it_is, as_later
from arena.errors import InputError
from arena.records import Fault
from arena.referee import Failure, MatchSettings
from arena.referee.catching_up import allowance_ms, catch_up
from arena.referee.recording import Decision
from arena.referee.table import decide
from arena.sandbox import Limits
from arena.wire import Act, DealEnd, MatchStart


@dataclass(frozen=True, slots=True)
class Again:
    """What became of a request that was put again."""

    before: int
    """Requests that were put before it."""
    came: tuple[str, ...]
    """What came back: untrusted."""
    result: Decision | Fault | Failure
    """A failure where the bot did not come as far as the request."""
    ms: float
    """From the request to the end of waiting."""
    stderr: str


def settings_of(bundle: Bundle) -> MatchSettings:
    """Rules, time and limits of the match in which it failed.

    Raises:
        InputError: the limits are none.
    """
    match = bundle.match
    try:
        return MatchSettings(match.rules, match.time, Limits(**match.limits), match.format)
    except TypeError:
        raise InputError("the limits in its match are not those of a tournament") from None


def reproduce(bundle: Bundle, subject: Subject) -> Iterator[Again]:
    """Put the request alone; and if nothing goes wrong, again with what came before it.

    Args:
        bundle: what failed.
        subject: the bot, with the settings of the bundle.

    Raises:
        HostError: the machine failed, not the bot.
        InputError: the messages in the bundle are not those of a match.
    """
    alone = _again(bundle, subject, ())
    yield alone
    if isinstance(alone.result, Decision) and bundle.before:
        yield _again(bundle, subject, bundle.before)


def _again(bundle: Bundle, subject: Subject, before: tuple[dict[str, Any], ...]) -> Again:
    with subject.seated(rewrite=as_later if bundle.later else as_it_is) as seated:
        try:
            start = _start(bundle.start)
            history = [message for kind in before if (message := _message(kind))]
            request = _act(bundle.request)
        except (msgspec.ValidationError, KeyError, TypeError) as error:
            raise InputError(f"a message in it is not the referee's: {error}") from None
        player, now = seated.player, subject.now
        answered, failure = catch_up(player, start, history, now)
        if failure:
            return _result(seated, answered, failure, 0.0)
        began = now()
        result = decide(bundle.state, request, player, allowance_ms(request), now)
        return _result(seated, answered, result, 1000 * (now() - began))


def _result(seated: Seated, before: int, result: Decision | Fault | Failure, ms: float) -> Again:
    came = [one.data for one in seated.lines[-1].passed if not one.sent][1 + before :]
    process = seated.player.process
    return Again(
        before=before,
        came=tuple(data.decode("utf-8", "replace") for data in came),
        result=result,
        ms=ms,
        stderr=process.log_tail() if process else "",
    )


def _message(message: dict[str, Any]) -> Act | DealEnd | None:
    """The message as it was sent, its content as plain JSON; None for what no version 1 has."""
    if message["type"] == "act":
        return _act(message)
    if message["type"] == "deal_end":
        return DealEnd(message["result"], message["score"])
    return None


def _act(message: dict[str, Any]) -> Act:
    numbers = {key: msgspec.convert(message[key], int) for key in ("move_ms", "bank_ms")}
    return Act(message["id"], message["observation"], message["legal"], **numbers)


def _start(message: dict[str, Any]) -> MatchStart:
    return MatchStart(**{field: message[field] for field in MatchStart.__struct_fields__})
