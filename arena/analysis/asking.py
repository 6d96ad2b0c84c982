"""A stored match gone through with an analyst: each request as it was, one process a seat."""

import time
from collections.abc import Callable, Generator, Sequence
from contextlib import ExitStack
from dataclasses import replace

import msgspec

from arena.analysis.judgement import Judgement, judge
from arena.analysis.values import EXPECTED, Values, most_points, read_values
from arena.errors import InputError
from arena.records import MatchRecord
from arena.referee import BotPlayer, BotProgram, Failure, MatchPlan, beginning, open_lane, turns_of
from arena.referee.catching_up import allowance_ms
from arena.rules import CONCEDE, Seat
from arena.sandbox import Launcher, Limits
from arena.trust import Request, conversation, plan_of
from arena.views.text import harmless_line
from arena.wire import Act, DealEnd, TimeControl

OPTION = "--values"
"""What is put behind an analyst's `run`."""
STDERR_LINES = 5
"""Of what it wrote, behind the message that it failed."""

Analysing = Generator[int, None, tuple[Judgement, ...]]


def analyse(
    record: MatchRecord,
    analyst: BotProgram,
    launcher: Launcher,
    move_ms: int,
    now: Callable[[], float] = time.perf_counter,
) -> Analysing:
    """Judge every decision of a match at which there was a choice.

    Requests are as they were sent, but for the clock, which is the analyst's own: `move_ms` and a
    full bank at each. Limits are the default ones.

    Args:
        record: the match.
        analyst: a bot that understands `--values`.
        launcher: where it runs.
        move_ms: how long it may take for a request, in milliseconds.
        now: seconds on a clock that never goes back.

    Yields:
        The number of each request once it is done with.

    Raises:
        InputError: the analyst fails or says something else, or the record breaks the rules.
        HostError: the machine failed, not the analyst.
    """
    plan = plan_of(record)
    settings = replace(plan.settings, time=TimeControl(move_ms=move_ms), limits=Limits())
    plan = replace(plan, settings=settings)
    found = []
    with ExitStack() as stack:
        open_channel = stack.enter_context(open_lane("direct"))
        turns = turns_of(settings, now)
        program = replace(analyst, run=(*analyst.run, OPTION))
        players = [
            BotPlayer(program, seat, settings, launcher, open_channel, now, turns) for seat in Seat
        ]
        for player in players:
            stack.callback(player.close)
        for player in players:
            stack.callback(player.dismiss)
        seats = [_Seated(player, analyst, now) for player in players]
        for seat in Seat:
            seats[seat].begin(plan, seat)
        for said in conversation(record, plan):
            if isinstance(said, DealEnd):
                for seated in seats:
                    seated.tell(said)
                continue
            if said.action is None or said.action == CONCEDE:
                continue
            if said.action not in said.act.legal:
                where = f"{record.match}: {_place(said)}"
                raise InputError(f"{where} is against the rules; `arena verify` tells more")
            if judgement := seats[said.seat].judge(said, plan):
                found.append(judgement)
            yield said.number
    return tuple(found)


class _Seated:
    """An analyst in one of the seats."""

    def __init__(self, player: BotPlayer, analyst: BotProgram, now: Callable[[], float]) -> None:
        self._player = player
        self._name = harmless_line(f"{analyst.name} ({analyst.version})")
        self._now = now

    def begin(self, plan: MatchPlan, seat: Seat) -> None:
        if failure := self._player.begin(beginning(plan, seat)):
            raise self._failed("does not start", failure)

    def tell(self, message: DealEnd) -> None:
        self._player.tell(message)

    def judge(self, said: Request, plan: MatchPlan) -> Judgement | None:
        """What it thinks of a decision; None where there was no choice, but it hears of it too."""
        time = plan.settings.time
        act = msgspec.structs.replace(said.act, move_ms=time.move_ms, bank_ms=time.bank_ms)
        assert said.action is not None
        if len(act.legal) == 1:
            self._answer(act, said)
            return None
        most = most_points(plan.settings.rules)
        asked = 0

        def ask(places: Sequence[int]) -> Values:
            nonlocal asked
            part = act
            if len(places) < len(act.legal):
                asked += 1
                legal = tuple([act.legal[place] for place in places])
                part = msgspec.structs.replace(act, id=f"{act.id}-{asked}", legal=legal)
            values = read_values(self._answer(part, said), len(places), most)
            if isinstance(values, str):
                raise InputError(f"{self._at(said)}: its answer {values}; expected is {EXPECTED}")
            return values

        return judge(said.number, len(act.legal), act.legal.index(said.action), ask)

    def _answer(self, act: Act, said: Request) -> str | None:
        """The note to a request. Which action it chose does not matter."""
        self._player.wake()
        reply = self._player.ask(act, self._now() + allowance_ms(act) / 1000)
        self._player.rest()
        if isinstance(reply.answer, Failure):
            raise self._failed(f"fails at {_place(said)}", reply.answer)
        if reply.answer.id != act.id:
            raise InputError(f"{self._at(said)}: its answer is to another request - at `$.id`")
        return reply.answer.note

    def _at(self, said: Request) -> str:
        return f"the analyst {self._name}, {_place(said)}"

    def _failed(self, how: str, failure: Failure) -> InputError:
        lines = self._player.retire().stderr.strip().splitlines()[-STDERR_LINES:]
        wrote = "".join(f"\n  it wrote: {harmless_line(line)}" for line in lines)
        detail = harmless_line(failure.detail)
        return InputError(
            f"the analyst {self._name} {how}: {failure.kind}: {detail}{wrote}\n"
            f"It is started with {OPTION} behind its `run` command; bots/README.md (An analyst) "
            "says what it has to do"
        )


def _place(said: Request) -> str:
    seen = said.act.observation
    return f"decision {said.number} (deal {seen.deal}, {seen.phase}, seat {int(said.seat)})"
