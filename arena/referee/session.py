"""One started bot process and its line: from `hello` to `bye`.

Whatever goes wrong on the bot's side comes back as a `Failure`, with the first cause found in the
order that `faults` writes down.
"""

from collections.abc import Callable

from arena.records import FaultKind
from arena.referee.channel import Channel
from arena.referee.host_delay import HostDelay
from arena.referee.player import Failure, Reply
from arena.referee.pondering import Turn
from arena.sandbox import BotProcess
from arena.wire import (
    MAX_MESSAGE,
    Act,
    Answer,
    Bye,
    Hello,
    Malformed,
    RefereeMessage,
    decode,
    encode,
)

LOOK_AROUND_S = 0.05
"""How often, while a bot thinks, the referee looks whether its process is still there."""
FIRST_LOOK_S = 0.005
"""When it looks first: what the host withholds before that is charged to the bot, so it must be
little beside the shortest clocks. Most bots have answered by then and are not looked at."""
GRACE_S = 0.25
"""How long after a deadline an answer is still waited for, to write down how late it came."""
FLOOD = 8
"""Unasked messages waiting at once that make a flood."""
FLOOD_GAP_S = 0.02
"""How far apart they are still taken to wait at once: the queue holds fewer and is filled up."""
EXIT_S = 1.0
"""How long after its connection a process may still end, and be said to have crashed."""
FAREWELL_S = 0.2
"""From `bye` to the end of the process."""


class Session:
    """A running bot process. `close` cannot be skipped: it ends the process and frees the line."""

    def __init__(
        self, process: BotProcess, channel: Channel, now: Callable[[], float], turn: Turn
    ) -> None:
        self.process = process
        self.turn = turn
        """Begun; whoever asks says when it is over."""
        self._channel = channel
        self._now = now

    def greet(self, deadline: float) -> Failure | None:
        """Wait for a valid `hello`; then nobody else may connect.

        Raises:
            HostError: the host keeps the bot from running.
        """
        message, _ = self._receive(deadline)
        self._channel.seal()
        if isinstance(message, Hello):
            return None
        if isinstance(message, Failure):
            detail = "no `hello` in time" if message.kind is FaultKind.TIMEOUT else message.detail
            return Failure(FaultKind.FAILED_START, detail)
        return Failure(FaultKind.FAILED_START, "the first message is not `hello`")

    def ask(self, message: Act, deadline: float) -> Reply:
        """Send a request and wait for its answer, see `Player.ask`."""
        sent = encode(message)
        self._channel.send(sent)
        answer, withheld_s = self._receive(deadline)
        if isinstance(answer, Hello):
            detail = "`hello` is said once, at the start - at `$.type`"
            answer = Failure(FaultKind.MALFORMED, detail)
        elif isinstance(answer, Answer) and answer.id != message.id and self._flooded():
            detail = f"a flood of over {FLOOD} messages nobody asked for"
            answer = Failure(FaultKind.OVERSIZE, detail)
        return Reply(answer, withheld_s, sent)

    def send(self, message: RefereeMessage) -> None:
        """Send a message that needs no answer."""
        self._channel.send(encode(message))

    def recent(self) -> tuple[str, ...]:
        """The last messages, both ways, oldest first, as text, each shortened."""
        return tuple(data[:2000].decode("utf-8", "replace") for data in self._channel.recent)

    def dismiss(self) -> None:
        """Say `bye`; `close` follows."""
        self.turn.begin()
        self.send(Bye())

    def close(self, patience_s: float = 0.0) -> None:
        """End the process, after waiting that long for it to go by itself. May be called again."""
        try:
            self.process.wait(patience_s)
        finally:
            self.turn.leave()
            self.process.kill()
            self._channel.close()

    def _receive(self, deadline: float) -> tuple[Hello | Answer | Failure, float]:
        """The next message, or what was wrong, and what the host withheld meanwhile."""
        delay = HostDelay(self.process, self._now)
        frames = self._await(deadline, delay)
        return self._read(frames), delay.seconds

    def _read(self, frames: list[bytes] | Failure) -> Hello | Answer | Failure:
        if isinstance(frames, Failure):
            return frames
        size = sum(map(len, frames))
        if size > MAX_MESSAGE:
            return Failure(FaultKind.OVERSIZE, f"a message of {size} bytes, {MAX_MESSAGE} allowed")
        if len(frames) != 1:
            return Failure(FaultKind.MALFORMED, f"a message of {len(frames)} frames instead of one")
        message = decode(frames[0])
        if isinstance(message, Malformed):
            return Failure(FaultKind.MALFORMED, message.problem)
        return message

    def _await(self, deadline: float, delay: HostDelay) -> list[bytes] | Failure:
        """The frames of the next message. Bytes that trickle in do not move the deadline."""
        patience = FIRST_LOOK_S
        while (left := deadline + delay.seconds - self._now()) > 0:
            wait = min(left, patience)
            wake = self._now() + wait
            frames = self._channel.receive(wait)
            if frames is not None:
                delay.answered(self._now() - wake)
                return frames
            if gone := self._gone():
                # What the bot said before it went still counts.
                return self._channel.receive(0) or gone
            self.turn.turns.look()
            patience = LOOK_AROUND_S
            delay.look()
        if frames := self._channel.receive(0):
            # It lay waiting here, nobody can tell since when.
            delay.answered(self._now() - deadline - delay.seconds)
            return frames
        frames = self._channel.receive(GRACE_S)
        if frames is not None:
            return frames
        detail = f"no answer {1000 * GRACE_S:.0f} ms after the deadline"
        return Failure(FaultKind.TIMEOUT, detail, delay.used_ms)

    def _gone(self) -> Failure | None:
        broken = self._channel.broken()
        if broken:
            self._channel.seal()  # no more of them while the process may end
        ended = self.process.wait(EXIT_S) if broken else self.process.exit()
        if limit := self.process.limit_hit():
            return Failure(FaultKind.RESOURCE, f"over the limit: {limit}")
        if ended is not None:
            return Failure(FaultKind.CRASH, f"the process ended: {ended}")
        return broken

    def _flooded(self) -> bool:
        return all(self._channel.receive(FLOOD_GAP_S) is not None for _ in range(FLOOD))
