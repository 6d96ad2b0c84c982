"""What it takes to start a bot: from the call to its first message.

A plain subprocess beside the same program in its sandbox. A bot on standard input and output has an
adapter in its sandbox, a Python program, and none as a plain subprocess.
"""

import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from uuid import uuid4

from arena.bench.bots import BenchBot
from arena.bench.figures import Case
from arena.bench.place import Place, one_core
from arena.errors import HostError
from arena.referee import BotProgram
from arena.referee.bot_player import ADAPTED, STDIO_ADAPTER
from arena.referee.channel import Channel, open_lane
from arena.sandbox import LaunchPlan, find_program

STARTS = 3
"""In each round; their median counts."""
PATIENCE_S = 20.0
LOOK_S = 0.0002
SHELL = ("sh", "-c", "exit 0")


def start_cases(place: Place) -> list[Case]:
    """One bot of each language, and a shell that ends at once, from call to end, as the floor."""
    found = [_case(place, "shell", "ends at once", plain_shell, sandboxed_shell)]
    languages: set[str] = set()
    for bot in place.bots:
        if bot.language not in languages:
            languages.add(bot.language)
            found.append(_bot_case(place, bot))
    return found


def _bot_case(place: Place, bot: BenchBot) -> Case:
    plain = plain_stdio if bot.transport == "stdio" else plain_zmq
    return _case(
        place,
        bot.name,
        bot.language,
        lambda place: plain(place, bot.program),
        lambda place: sandboxed(place, bot.program),
    )


def _case(
    place: Place,
    name: str,
    about: str,
    plain: Callable[[Place], float],
    confined: Callable[[Place], float],
) -> Case:
    def measure() -> Mapping[str, float]:
        with one_core():
            return {
                "plain": 1000 * median(plain(place) for _ in range(STARTS)),
                "sandboxed": 1000 * median(confined(place) for _ in range(STARTS)),
            }

    return Case(f"start/{name}", about, {"plain": "ms", "sandboxed": "ms"}, measure)


def plain_shell(place: Place) -> float:
    """Seconds until the shell has ended."""
    began = time.perf_counter()
    subprocess.run(SHELL, check=True, timeout=PATIENCE_S)
    return time.perf_counter() - began


def sandboxed_shell(place: Place) -> float:
    """The same in a sandbox; taking the sandbox down is not counted."""
    folder = place.bots[0].program.folder  # any
    with _line(place) as channel:
        began = time.perf_counter()
        process = place.launcher.launch(LaunchPlan(SHELL, folder, channel.path), 0)
        try:
            while process.exit() is None and time.perf_counter() < began + PATIENCE_S:
                time.sleep(LOOK_S)
            return time.perf_counter() - began
        finally:
            process.kill()


def plain_zmq(place: Place, bot: BotProgram) -> float:
    """Seconds to the first message of a bot that connects to a socket."""
    with _line(place) as channel:
        began = time.perf_counter()
        with _plain(bot, channel.path):
            return _first_message(bot, channel) - began


def plain_stdio(place: Place, bot: BotProgram) -> float:
    """Seconds to the first line of a bot that writes to standard output."""
    began = time.perf_counter()
    with _plain(bot, None) as process:
        assert process.stdout is not None
        if not process.stdout.readline():
            raise HostError(f"{bot.name}: it ended without a message")
        return time.perf_counter() - began


def sandboxed(place: Place, bot: BotProgram) -> float:
    """Seconds to the first message of a bot in its sandbox."""
    stdio = bot.transport == "stdio"
    with _line(place) as channel:
        plan = LaunchPlan(
            argv=(*(ADAPTED if stdio else ()), *bot.run),
            folder=bot.folder,
            socket=channel.path,
            programs=STDIO_ADAPTER if stdio else {},
        )
        began = time.perf_counter()
        process = place.launcher.launch(plan, 0)
        try:
            return _first_message(bot, channel) - began
        finally:
            process.kill()


@contextmanager
def _line(place: Place) -> Iterator[Channel]:
    with open_lane("direct") as open_channel:
        channel = open_channel(place.launcher.run_dir / f"{uuid4().hex[:8]}.sock")
        try:
            yield channel
        finally:
            channel.close()


@contextmanager
def _plain(bot: BotProgram, socket: Path | None) -> Iterator["subprocess.Popen[bytes]"]:
    """The bot without a sandbox, over this socket or over its standard streams. It is ours."""
    program = find_program(LaunchPlan(bot.run, bot.folder, Path("/no/socket")))
    endpoint = {} if socket is None else {"ARENA_ENDPOINT": f"ipc://{socket}"}
    with subprocess.Popen(
        program.argv,
        cwd=bot.folder,
        env={
            **endpoint,
            "PATH": program.path,
            "PYTHONDONTWRITEBYTECODE": "1",
        },
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def _first_message(bot: BotProgram, channel: Channel) -> float:
    """When it came."""
    if channel.receive(PATIENCE_S) is None:
        raise HostError(f"{bot.name}: no message in {PATIENCE_S:.0f} s, or it ended")
    return time.perf_counter()
