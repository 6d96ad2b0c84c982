"""A referee that starts and stops bots until its standard input ends, for the soak of starts.

    python -m tests.sandbox.starting_referee WAY SEED FOLDER COMMAND...

It writes a dot for each start, and when it has closed everything what it still has itself: its
children, and how many descriptors more than in the beginning, as JSON.
"""

import json
import os
import random
import select
import socket
import sys
from pathlib import Path

from arena.errors import SandboxError
from arena.sandbox import BotProcess, Launcher, LaunchPlan, open_launcher
from arena.sandbox.watchdog import children

MOST_BOTS = 4
"""At the same time, as in a job."""


def start_and_stop(launcher: Launcher, folder: Path, argv: tuple[str, ...], seed: int) -> None:
    """Bots come and go in random order; some are frozen when they are killed, some are dead."""
    chance = random.Random(seed)
    bots: list[BotProcess] = []
    path = launcher.run_dir / "s"
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(path))
        while not select.select([0], [], [], 0)[0]:
            try:
                bots.append(launcher.launch(LaunchPlan(argv, folder, path), len(bots)))
            except SandboxError as error:
                print(error, file=sys.stderr)  # something of it was killed amid the start
            os.write(1, b".")
            for bot in bots:
                chance.choice([bot.freeze, bot.thaw, bot.limit_hit, bot.exit])()
            while len(bots) > chance.randrange(MOST_BOTS):
                bots.pop(chance.randrange(len(bots))).kill()


def main(way: str, seed: str, folder: str, *argv: str) -> None:
    before = len(os.listdir("/proc/self/fd"))
    with open_launcher(cgroups=way != "watchdog") as launcher:
        start_and_stop(launcher, Path(folder), argv, int(seed))
    after = len(os.listdir("/proc/self/fd"))
    print(json.dumps([children(os.getpid()), after - before]))


if __name__ == "__main__":
    main(*sys.argv[1:])
