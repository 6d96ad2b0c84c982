"""A bot as a `Player`: its process is started when first needed, and again after a fault."""

from collections.abc import Callable
from pathlib import Path
from uuid import uuid4

from arena.errors import InputError
from arena.records import CrashReport, FaultKind
from arena.referee.channel import OpenChannel
from arena.referee.job import BotProgram, MatchSettings
from arena.referee.player import Failure, Reply
from arena.referee.pondering import Turns
from arena.referee.session import FAREWELL_S, Session
from arena.sandbox import BotProcess, Launcher, LaunchPlan
from arena.wire import Act, DealEnd, MatchEnd, MatchStart

_HERE = Path(__file__).parent
STDIO_ADAPTER = {f"/run/{name}": _HERE / name for name in ("stdio_adapter.py", "zmtp.py")}
"""What runs beside a bot that speaks standard input and output, by its path inside."""
ADAPTED = ("python3", "-B", "-S", "-E", next(iter(STDIO_ADAPTER)))
"""The beginning of such a bot's command; no site packages, which take time and memory."""


class BotPlayer:
    """One bot in one half of a job's pairs. `close` cannot be skipped: it ends the process."""

    def __init__(
        self,
        bot: BotProgram,
        place: int,
        settings: MatchSettings,
        launcher: Launcher,
        open_channel: OpenChannel,
        now: Callable[[], float],
        turns: Turns,
    ) -> None:
        """Nothing starts before the first match.

        Args:
            bot: what to run.
            place: 0 to 3, different for each bot of one referee process.
            settings: the tournament's.
            launcher: where to run it.
            open_channel: opens its line.
            now: seconds on the match loop's clock.
            turns: of all bots of the job.
        """
        self._bot = bot
        self._place = place
        self._settings = settings
        self._launcher = launcher
        self._open_channel = open_channel
        self._now = now
        self._turns = turns
        self._log: Path | None = None
        self._session: Session | None = None

    @property
    def process(self) -> BotProcess | None:
        """The process that plays now, None before the first match and after a fault."""
        return self._session.process if self._session is not None else None

    def log_to(self, path: Path | None) -> None:
        """From the next match on, keep what the process writes in this file, capped."""
        self._log = path

    def begin(self, message: MatchStart) -> Failure | None:
        """See `Player.begin`."""
        started = self._session is not None
        try:
            session = self._session or self._start()
        except InputError as error:
            return Failure(FaultKind.FAILED_START, str(error))
        session.process.log_to(self._log)
        if not started:
            startup_s = self._settings.time.startup_ms / 1000
            if failure := session.greet(self._now() + startup_s):
                return failure
            session.turn.end()
        session.send(message)
        return None

    def wake(self) -> None:
        """See `Player.wake`."""
        if self._session is not None:
            self._session.turn.begin()

    def ask(self, message: Act, deadline: float) -> Reply:
        """See `Player.ask`."""
        assert self._session is not None
        return self._session.ask(message, deadline)

    def rest(self) -> None:
        """See `Player.rest`."""
        if self._session is not None:
            self._session.turn.end()

    def tell(self, message: DealEnd | MatchEnd) -> None:
        """See `Player.tell`."""
        if self._session is not None:
            self._session.send(message)

    def caught_ms(self) -> int | None:
        """See `Player.caught_ms`."""
        return self._session.turn.caught_ms if self._session is not None else None

    def retire(self) -> CrashReport:
        """End the process after a fault and say what it left; the next match starts a new one."""
        session, self._session = self._session, None
        if session is None:
            return CrashReport("", ())
        session.close()
        return CrashReport(session.process.log_tail(), session.recent())

    def dismiss(self) -> None:
        """Say `bye`; `close` follows."""
        if self._session is not None:
            self._session.dismiss()

    def close(self) -> None:
        """End the process. May be called again."""
        session, self._session = self._session, None
        if session is not None:
            session.close(FAREWELL_S)

    def _start(self) -> Session:
        channel = self._open_channel(self._launcher.run_dir / f"{uuid4().hex[:8]}.sock")
        stdio = self._bot.transport == "stdio"
        plan = LaunchPlan(
            argv=(*ADAPTED, *self._bot.run) if stdio else self._bot.run,
            folder=self._bot.folder,
            socket=channel.path,
            limits=self._settings.limits,
            programs=STDIO_ADAPTER if stdio else {},
        )
        try:
            process = self._launcher.launch(plan, self._place)
        except BaseException:
            channel.close()
            raise
        self._session = Session(process, channel, self._now, self._turns.join(process))
        return self._session
