"""One table: a match of a person against a bot, played by a thread of its own.

The thread knows all cards. What others can ask for is a `Sight`, which holds what the person's seat
knows, and that comes from `observe`.
"""

import contextlib
import secrets
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, Protocol

from arena.errors import ArenaError, InputError
from arena.records import Outcome, PlayedMatch
from arena.referee import BotProgram, MatchPlan, MatchSettings, play_against, turns_of
from arena.registry import Bot
from arena.rules import Action, MatchState, Ruleset, Seat, match_seed
from arena.sandbox import Launcher
from arena.store import NOTHING, PERSON
from arena.web.moments import Moment
from arena.web.play.person import Person, StoppedError
from arena.wire import Act

Status = Literal["preparing", "playing", "over", "unplayable", "void"]
"""`unplayable`: the bot cannot be built. `void`: the machine is at fault; nothing counts."""

JOB: Final = "play"
KEPT: Final = 64
"""Moments that are kept: who was away for longer sees only where the match is."""
STOP_S: Final = 10.0
"""How long a table may take to end its bot."""


@dataclass(frozen=True, slots=True)
class Away:
    """How long a person may stay away."""

    gone_s: float = 300.0
    """Without a connection."""
    idle_s: float = 1_800.0
    """With one, over a single decision."""


@dataclass(frozen=True, slots=True)
class Invitation:
    """What a person sits down to."""

    bot: Bot
    seat: Seat
    """The person's."""
    target: int
    """Points that win the match."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What a table shows its person."""

    status: Status
    moments: tuple[tuple[int, Moment], ...]
    """That were not seen yet, each with its number."""
    asked: Act | None
    dealt: bool
    """Whether a card was."""
    outcome: Outcome | None
    match: str | None
    """By which the match is found in the store, once it is there."""


class Host(Protocol):
    """What a table needs of the house."""

    away: Away

    def prepared(self, bot: Bot) -> Bot:
        """The copy that plays, built if it has to be. `InputError`: it cannot be built."""

    def launcher(self) -> Launcher:
        """Where its bot runs."""

    def keep(self, played: PlayedMatch, bot: Bot) -> bool:
        """Store the match; whether that could be done."""

    def say(self, text: str) -> None:
        """Tell the organiser, and nobody else."""


class Table:
    """A match in play, and for a while after. `stop` cannot be skipped: it ends the bot."""

    def __init__(
        self, host: Host, invitation: Invitation, now: Callable[[], float] = time.monotonic
    ) -> None:
        """Nothing is played before `start`."""
        self.id = secrets.token_urlsafe(24)
        """Whoever knows it sits here."""
        self.invitation = invitation
        self._host = host
        self._now = now
        self._match = secrets.token_hex(4)
        self._lock = threading.Lock()
        self._status: Status = "preparing"
        self._moments: deque[tuple[int, Moment]] = deque(maxlen=KEPT)
        self._asked: Act | None = None
        """Of the last moment: it is taken back with the next."""
        self._outcome: Outcome | None = None
        self._kept = False
        self._listener: tuple[int, Callable[[], None]] | None = None
        self._entered = 0
        self._last_seen = self._last_act = now()
        settings = MatchSettings(rules=Ruleset(target=invitation.target), commitment=NOTHING)
        self._settings = settings
        self._turns = turns_of(settings, time.perf_counter)
        self._person = Person(time.perf_counter, self._hear, self._is_away, self._turns.look)
        self._launcher: Launcher | None = None
        self._thread = threading.Thread(target=self._run, name=f"table {self._match}", daemon=True)

    @property
    def in_play(self) -> bool:
        """Whether its bot runs, or will."""
        return self._status in ("preparing", "playing")

    @property
    def moments(self) -> int:
        """How many there were so far."""
        with self._lock:
            return self._moments[-1][0] if self._moments else 0

    @property
    def empty_s(self) -> float:
        """For how long nobody has sat here."""
        with self._lock:
            return 0.0 if self._listener is not None else self._now() - self._last_seen

    def start(self) -> None:
        """Play."""
        self._thread.start()

    def stop(self) -> None:
        """End the match without a result, if it is not over, and its bot."""
        self._person.stop()
        if self._launcher is not None:
            self._launcher.close()
        if self._thread.is_alive():
            self._thread.join(STOP_S)

    def enter(self, listener: Callable[[], None]) -> int:
        """Sit down, in the place of whoever sat here before; the number of the sitting.

        Args:
            listener: called, by any thread, when something has changed.
        """
        with self._lock:
            before, self._entered = self._listener, self._entered + 1
            self._listener = self._entered, listener
            self._last_act = self._now()
            entered = self._entered
        if before is not None:
            before[1]()
        return entered

    def leave(self, entered: int) -> None:
        """Get up, unless somebody else sits here by now."""
        with self._lock:
            if self._listener is not None and self._listener[0] == entered:
                self._listener = None
                self._last_seen = self._now()

    def sits(self, entered: int) -> bool:
        """Whether that is who sits here."""
        with self._lock:
            return self._listener is not None and self._listener[0] == entered

    def answer(self, id_: str, action: Action) -> bool:
        """The person's answer; whether it was asked for and is legal."""
        self._last_act = self._now()
        return self._person.answer(id_, action)

    def concede(self) -> None:
        """The person gives up."""
        self._person.concede()

    def sight(self, seen: int = 0) -> Sight:
        """What there is to see, without the moments up to that number."""
        with self._lock:
            moments = tuple([moment for moment in self._moments if moment[0] > seen])
            match = self._match if self._kept else None
            return Sight(
                self._status, moments, self._asked, bool(self._moments), self._outcome, match
            )

    def _run(self) -> None:
        try:
            self._play()
        except StoppedError:
            self._end("void")
        except InputError as error:
            self._host.say(f"a table could not be set: {error}")
            self._end("unplayable")
        except ArenaError as error:
            self._host.say(f"a match against a person does not count: {error}")
            self._end("void")
        except BaseException:
            self._end("void")
            raise

    def _play(self) -> None:
        bot = self._host.prepared(self.invitation.bot)
        self._person.check()
        with self._host.launcher() as launcher:
            self._launcher = launcher
            self._person.check()
            self._status = "playing"
            plan = self._plan(bot.program, launcher)
            seat = self.invitation.seat
            played = play_against(plan, self._person, seat, launcher, self._turns, self._watch)
        # A bot that was ended by `stop` has not lost.
        self._person.check()
        fault = played.record.result.fault
        if fault is not None:
            self._broken_off(played)
        self._kept = self._host.keep(played, bot)
        self._outcome = played.record.result
        self._end("over")

    def _plan(self, program: BotProgram, launcher: Launcher) -> MatchPlan:
        person = BotProgram(PERSON, "", Path(), ())
        seat = self.invitation.seat
        return MatchPlan(
            match=self._match,
            job=JOB,
            pair=self._match,
            half=0,
            seed=match_seed(secrets.token_hex(16), self._match),
            bots=(person, program) if seat is Seat.ZERO else (program, person),
            settings=self._settings,
            sandbox=launcher.description,
        )

    def _watch(self, state: MatchState, action: Action | None) -> None:
        """All cards are seen here, and what the person's seat knows is kept."""
        seat = self.invitation.seat
        with self._lock:
            number, before = self._moments[-1] if self._moments else (0, None)
            if action is None or before is None:
                moment = Moment.dealt(state, (seat,), state.score)
            else:
                moment = Moment.after(before, state, action)
            self._moments.append((number + 1, moment))
            self._asked = None
        self._tell()

    def _hear(self, asked: Act) -> None:
        with self._lock:
            self._asked = asked
        self._tell()

    def _broken_off(self, played: PlayedMatch) -> None:
        """A fault is the last moment, if a deal was begun."""
        with self._lock:
            if self._moments and (fault := played.record.result.fault):
                number, before = self._moments[-1]
                self._moments.append((number + 1, before.broken_off(fault)))

    def _is_away(self) -> bool:
        with self._lock:
            if self._listener is None:
                return self._now() - self._last_seen > self._host.away.gone_s
            return self._now() - self._last_act > self._host.away.idle_s

    def _end(self, status: Status) -> None:
        self._status, self._asked = status, None
        self._tell()

    def _tell(self) -> None:
        with self._lock:
            listener = self._listener
        if listener is not None:
            # Whoever sat here may be gone with their event loop.
            with contextlib.suppress(RuntimeError):
                listener[1]()
