"""What the example bot of each kit takes: the table in `protocol/kits/README.md`.

    python -m tests.kits.costs [KIT…]

Processor time of the bot alone, which depends little on what else the machine does; the bots take
turns, so that what it does depend on is the same for all. No sandbox: that costs each the same.
"""

import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from statistics import median

from arena.referee.zmtp import OPENING, Inbox, frame
from arena.sandbox import LaunchPlan, Limits, find_program
from arena.sandbox.environment import bot_environment
from arena.wire import encode
from tests.bots_shipped.folders import BOTS
from tests.golden.conversations import to_seven
from tests.kits.table import TABLE, Kit
from tests.kits.test_examples import built, manifest

ROUNDS = 7
REQUESTS = [encode(said) for _, said in to_seven() if said["type"] == "act"]
LATER = 10
"""Matches after the first in which decisions are measured, too."""


@dataclass(frozen=True)
class Cost:
    """Of one process."""

    start_ms: float
    """Up to its hello."""
    first_us: float
    """For a decision of its first match, on average."""
    later_us: float
    memory_mib: float
    """At most, what it shares with others included."""
    threads: int


def main(names: Sequence[str]) -> None:
    """Print the table, of the kits with these names or of all that can be run here."""
    kits = [kit for kit in TABLE if not kit.lacking and kit.folder in (names or [kit.folder])]
    with tempfile.TemporaryDirectory(prefix="hokm-kit-") as name:
        folders = [built(example(kit), Path(name) / kit.folder) for kit in kits]
        rounds = [[measure(folder) for folder in folders] for _ in range(ROUNDS)]
    print("| kit | start, ms | first match, µs | later, µs | memory, MiB | threads |")
    print("|---|---|---|---|---|---|")
    for kit, costs in zip(kits, zip(*rounds, strict=True), strict=True):
        print(
            f"| {kit.language} | {median(cost.start_ms for cost in costs):.0f} "
            f"| {median(cost.first_us for cost in costs):.0f} "
            f"| {median(cost.later_us for cost in costs):.0f} "
            f"| {median(cost.memory_mib for cost in costs):.0f} "
            f"| {max(cost.threads for cost in costs)} |"
        )


def example(kit: Kit) -> Path:
    """The folder of its example."""
    return BOTS / ("random" if kit.folder == "python" else f"random-{kit.folder}")


class Peer:
    """The referee's end of a bot's line."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._inbox = Inbox()
        connection.sendall(OPENING)

    def say(self, message: bytes) -> None:
        """Send one message."""
        self._connection.sendall(frame(message))

    def hear(self) -> None:
        """Wait for one message."""
        while self._inbox.take() is None:
            data = self._connection.recv(65_536)
            assert data, "the bot is gone"
            self._inbox.feed(data)


def measure(folder: Path) -> Cost:
    """Start the bot and let it decide all of a real match, again and again."""
    with running(folder) as (bot, peer):
        peer.hear()
        times = [cpu_ms(bot)]
        for _ in range(1 + LATER):
            for request in REQUESTS:
                peer.say(request)
                peer.hear()
            times.append(cpu_ms(bot))
        status = Path(f"/proc/{bot.pid}/status").read_text()
        peer.say(b'{"type":"bye"}')
        bot.wait(20)
    each = [1000 * (after - before) / len(REQUESTS) for before, after in pairwise(times)]
    figures = dict(row.split(":\t", 1) for row in status.splitlines())
    memory = int(figures["VmHWM"].split()[0]) / 1024
    return Cost(times[0], each[0], median(each[1:]), memory, int(figures["Threads"]))


@contextmanager
def running(folder: Path) -> Iterator[tuple["subprocess.Popen[bytes]", Peer]]:
    """The bot as a process that has connected."""
    with tempfile.TemporaryDirectory() as place, socket.socket(socket.AF_UNIX) as listener:
        path = Path(place) / "referee"
        listener.bind(str(path))
        listener.listen(1)
        listener.settimeout(60)
        program = find_program(LaunchPlan(tuple(manifest(folder)["run"]), folder, path))
        environment = bot_environment(
            Limits(), endpoint=f"ipc://{path}", path=program.path, temporary=place
        )
        with subprocess.Popen(
            program.argv, cwd=folder, env=environment, stderr=subprocess.DEVNULL
        ) as bot:
            try:
                connection, _ = listener.accept()
                with connection:
                    yield bot, Peer(connection)
            finally:
                bot.kill()


def cpu_ms(bot: "subprocess.Popen[bytes]") -> float:
    """Milliseconds for which its threads have run."""
    ran = [
        path.read_text().split()[0] for path in Path(f"/proc/{bot.pid}/task").glob("*/schedstat")
    ]
    return sum(map(int, ran)) / 1e6


if __name__ == "__main__":
    main(sys.argv[1:])
