"""The bot that is checked, at the table of rated play: its processes, and what each game leaves.

Nothing here referees. `arena.referee` starts the process, asks and judges, in the sandbox and under
the limits of a tournament; this keeps what passed over the line and what the process used.
"""

import contextlib
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from arena.check.opponent import AnyLegal
from arena.check.watch import Passed, Rewrite, WatchedChannel, as_it_is
from arena.errors import HostError
from arena.records import Fault, MatchRecord, replay
from arena.referee import BotProgram, MatchPlan, MatchSettings
from arena.referee.bot_player import BotPlayer
from arena.referee.direct_channel import DirectChannel
from arena.referee.match_loop import play_match
from arena.referee.play import turns_of
from arena.rules import Seat
from arena.sandbox import BotProcess, Launcher

NOBODY = BotProgram("check", "0", Path("/"), ("true",))
"""Who an opponent without a process is in the record."""

PAUSE_S = 0.25
"""Of an opponent that waits; at most a quarter of what it has."""

STDERR_LIMIT = 16_384
"""Characters: all that is kept in memory of what a process wrote."""


@dataclass(frozen=True, slots=True)
class Game:
    """One match, or one row of single deals, that the bot has played."""

    record: MatchRecord
    seat: Seat
    passed: tuple[Passed, ...]
    """What went over the line in this game, `hello` included where the process began with it."""
    hello_s: float | None
    """From the start of the process to its `hello`, None if it did not come."""
    connected: bool
    stderr: str
    """The end of what the process has written since its start."""
    written: int
    """Bytes that it wrote during this game."""
    peak_bytes: int | None
    """The most memory that the process had in use so far."""
    limit: str | None
    """The limit that the process has hit so far."""
    later: bool
    """Whether messages were those of a later protocol."""

    @property
    def fault(self) -> Fault | None:
        """The bot's fault that ended it."""
        return self.record.result.fault

    @property
    def times_ms(self) -> list[float]:
        """What each of the bot's decisions has cost it on its clock."""
        turns = (state.deal_in_progress.turn for state, _ in replay(self.record))
        pairs = zip(self.record.times_us, turns, strict=False)
        return [us / 1000 for us, turn in pairs if turn is self.seat]

    @property
    def sent(self) -> list[bytes]:
        """The referee's messages."""
        return [one.data for one in self.passed if one.sent]

    @property
    def request(self) -> bytes | None:
        """The last request, which a fault left without a good answer."""
        return next((data for data in reversed(self.sent) if _type(data) == "act"), None)

    @property
    def came(self) -> tuple[bytes, ...]:
        """What came back for it; where nothing was asked, all that came."""
        came: list[bytes] = []
        for one in self.passed:
            if not one.sent:
                came.append(one.data)
            elif _type(one.data) == "act":
                came.clear()
        return tuple(came)


@dataclass(frozen=True, slots=True)
class Subject:
    """The bot, and where it plays."""

    program: BotProgram
    launcher: Launcher
    settings: MatchSettings
    now: Callable[[], float]
    """Seconds on a clock that never goes back."""
    tick: Callable[[], None]
    """Called before each message to the bot: something goes on."""

    @contextlib.contextmanager
    def seated(
        self, settings: MatchSettings | None = None, rewrite: Rewrite = as_it_is
    ) -> Iterator["Seated"]:
        """The bot in one process, which begins with its first game and is ended with this.

        Args:
            settings: others than those of the check.
            rewrite: what is done to messages on their way to the bot.
        """
        settings = settings or self.settings
        with _on_cores(settings.limits.cpus):
            seated = Seated(self, settings, rewrite)
            try:
                yield seated
            finally:
                seated.player.dismiss()
                seated.player.close()


@contextlib.contextmanager
def _on_cores(count: int) -> Iterator[None]:
    """Keep this thread, and the bots that it starts, on as many cores as a rated match has."""
    before = os.sched_getaffinity(0)
    cores = sorted(before)
    # Not all checks of a machine on the same one.
    first = os.getpid() % len(cores)
    os.sched_setaffinity(0, [*cores[first:], *cores[:first]][:count])
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


class Seated:
    """The bot in one process; after a fault, in a new one."""

    def __init__(self, subject: Subject, settings: MatchSettings, rewrite: Rewrite) -> None:
        self._subject = subject
        self._settings = settings
        self._rewrite = rewrite
        self._turns = turns_of(settings, subject.now)
        self.lines: list[WatchedChannel] = []
        """One for each process that was started."""
        self.player = BotPlayer(
            subject.program,
            0,
            settings,
            subject.launcher,
            self._open,
            subject.now,
            self._turns,
        )

    def play(
        self,
        seed: str,
        seat: Seat,
        opponent: BotProgram | None = None,
        decks: int | None = None,
        waits: int = 0,
    ) -> Game:
        """Play one match against a bot, or against one without a process that takes any action.

        Args:
            seed: decides the cards and the ids.
            seat: the bot's.
            opponent: another bot.
            decks: play so many single deals instead; with none the bot is only started.
            waits: before so many answers the one without a process waits, until this bot is caught
                computing meanwhile.

        Raises:
            HostError: the machine failed, or the other bot, which is ours.
        """
        subject, settings = self._subject, self._settings
        settings = replace(settings, format="match" if decks is None else "deals")
        programs = subject.program, opponent or NOBODY
        plan = MatchPlan(
            match="check",
            job="check",
            pair="check",
            half=0,
            seed=seed,
            bots=programs if seat is Seat.ZERO else (programs[1], programs[0]),
            settings=settings,
            sandbox=subject.launcher.description,
            decks=decks or 0,
        )
        if opponent is None:
            return self._play(plan, seat, AnyLegal(self._pauses(waits)))
        other = BotPlayer(
            opponent, 1, settings, subject.launcher, DirectChannel, subject.now, self._turns
        )
        try:
            return self._play(plan, seat, other)
        finally:
            other.dismiss()
            other.close()

    def _pauses(self, count: int) -> Callable[[], None]:
        time = self._settings.time
        pause_s = min(PAUSE_S, (time.move_ms + time.bank_ms) / 4000)
        left = iter(range(count))

        def pause() -> None:
            process = self.player.process
            if process is not None and self.player.caught_ms() is None and next(left, -1) >= 0:
                process.wait(pause_s)

        return pause

    def _play(self, plan: MatchPlan, seat: Seat, other: BotPlayer | AnyLegal) -> Game:
        before = len(self.lines[-1].passed) if self.lines else 0
        players = (self.player, other) if seat is Seat.ZERO else (other, self.player)
        record = play_match(plan, players, self._subject.now)
        process = self.player.process
        fault = record.result.fault
        if fault is not None and fault.seat is not seat:
            raise HostError(
                f"{plan.bots[fault.seat].name}, which is ours, failed: {fault.kind}, "
                f"{fault.detail}; is this machine too busy?"
            )
        if fault is not None:
            self.player.retire()
        return self._game(record, seat, process, before)

    def _game(
        self, record: MatchRecord, seat: Seat, process: BotProcess | None, before: int
    ) -> Game:
        line = self.lines[-1] if self.lines else None
        hello = next((one for one in line.passed if not one.sent), None) if line else None
        return Game(
            record=record,
            seat=seat,
            passed=tuple(line.passed[before:]) if line else (),
            hello_s=hello.at - line.listened if hello and line and line.listened else None,
            connected=line is not None and line.connected,
            stderr=process.log_tail(STDERR_LIMIT) if process else "",
            written=process.output.written if process else 0,
            peak_bytes=process.peak_bytes() if process else None,
            limit=process.limit_hit() if process else None,
            later=self._rewrite is not as_it_is,
        )

    def _open(self, path: Path) -> WatchedChannel:
        channel = WatchedChannel(path, self._subject.now, self._to_send)
        self.lines.append(channel)
        return channel

    def _to_send(self, data: bytes) -> list[bytes]:
        self._subject.tick()
        return self._rewrite(data)


class _Head(msgspec.Struct):
    type: str


_head = msgspec.json.Decoder(_Head)


def _type(data: bytes) -> str:
    """What kind of message of the referee's this is."""
    return _head.decode(data).type
