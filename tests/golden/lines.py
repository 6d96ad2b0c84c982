"""A bot's line in memory: a player of the real referee that writes down what is said on it."""

import json
from collections.abc import Callable, Iterable
from typing import Any, Protocol, TypeAlias

from arena.records import FaultKind
from arena.referee import Failure, MatchPlan, Reply, play_match
from arena.referee.player import Player
from arena.rules import Seat
from arena.wire import (
    Act,
    Bye,
    DealEnd,
    Malformed,
    MatchEnd,
    MatchStart,
    RefereeMessage,
    decode,
    encode,
)
from arena.wire.messages import Answer
from tests.referee.fakes import FakeClock, ScriptedPlayer

Json: TypeAlias = dict[str, Any]
Line: TypeAlias = tuple[str, Json]
"""Who said it, `referee` or `bot`, and the message."""


class Decides(Protocol):
    """What is needed of a bot; those of the kit are such."""

    def act(self, message: Any) -> Any: ...


class Recorded(ScriptedPlayer):
    """One bot process on its line, from `hello` on; it may play several matches."""

    def __init__(self, bot: Decides, name: str, author: str | None = None) -> None:
        super().__init__(FakeClock())
        self.lines: list[Line] = []
        self.bot = bot
        hello: Json = {"type": "hello", "protocol": 1, "name": name}
        self.lines.append(("bot", {**hello, "author": author} if author else hello))

    def begin(self, message: MatchStart) -> None:
        self.hear(message)

    def ask(self, message: Act, deadline: float) -> Reply:
        self.asked.append(message)
        answer = self.bot.act(self.hear(message))
        action, note = answer if isinstance(answer, tuple) else (answer, None)
        said: Json = {"type": "action", "id": message.id, "action": action}
        if note:
            said["note"] = note
        self.lines.append(("bot", said))
        read = decode(json.dumps(said).encode())
        if isinstance(read, Malformed):
            return Reply(Failure(FaultKind.MALFORMED, read.problem))
        assert isinstance(read, Answer)
        return Reply(read)

    def tell(self, message: DealEnd | MatchEnd) -> None:
        self.hear(message)

    def hear(self, message: RefereeMessage) -> Json:
        """Write down what the referee says; as the bot gets it."""
        heard: Json = json.loads(encode(message))
        self.lines.append(("referee", heard))
        return heard

    def bye(self) -> list[Line]:
        """All that was said, and the referee's last word."""
        self.hear(Bye())
        return self.lines


class Noting:
    """Another bot that says something about some of its decisions, now this, now that."""

    def __init__(self, bot: Decides, notes: Iterable[str], every: int) -> None:
        self._bot = bot
        self._notes = list(notes)
        self._every = every
        self._decisions = 0

    def act(self, message: Json) -> Any:
        action = self._bot.act(message)
        self._decisions += 1
        turn, rest = divmod(self._decisions, self._every)
        return action if rest else (action, self._notes[turn % len(self._notes)])


class Instead:
    """Another bot, but for one decision."""

    def __init__(self, bot: Decides, at: Callable[[Json], bool], says: Any) -> None:
        self._bot = bot
        self._at = at
        self._says = says

    def act(self, message: Json) -> Any:
        return self._says if self._at(message["observation"]) else self._bot.act(message)


def play(plan: MatchPlan, zero: Player, one: Player) -> Seat | None:
    """The match of a plan between two in memory; who won."""
    return play_match(plan, (zero, one), FakeClock()).result.winner


def text(lines: Iterable[Line]) -> str:
    """A conversation as its file holds it."""
    return "".join(
        json.dumps({"from": sender, "message": message}, separators=(",", ":"), ensure_ascii=False)
        + "\n"
        for sender, message in lines
    )
