"""Runs inside a sandbox instead of the adapter: does a bot keep what it has to say to itself?

    python3 flush_probe.py PROGRAM [ARGUMENT…]

It gives the bot the lines of `lines.jsonl` beside it, waits, closes the bot's standard input, and
prints as JSON the lines that had come by then and those that came only afterwards.
"""

import json
import os
import select
import subprocess
import sys
from pathlib import Path

FIRST_S = 2.0
"""So long it may take to say something."""
QUIET_S = 1.0
"""And so long to say more."""
KEPT = 20
"""Lines of each kind, and at most so many characters of each."""
WIDTH = 200
READ_LIMIT = 1 << 20


def main(argv: list[str]) -> int:
    """Run the bot, print what it said and when."""
    lines = Path(__file__).with_name("lines.jsonl").read_bytes()
    bot = subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
    assert bot.stdin is not None
    assert bot.stdout is not None
    os.set_blocking(bot.stdin.fileno(), False)
    try:
        bot.stdin.write(lines)
        in_time = read(bot.stdout.fileno(), FIRST_S)
        bot.stdin.close()
        held = read(bot.stdout.fileno(), QUIET_S)
    except BrokenPipeError:
        in_time, held = [], []
    bot.kill()
    print(json.dumps({"in time": in_time, "held back": held}))
    return 0


def read(output: int, seconds: float) -> list[str]:
    """The lines that come, the first of them within the time."""
    data = b""
    while len(data) < READ_LIMIT:
        if not select.select([output], [], [], QUIET_S if data else seconds)[0]:
            break
        piece = os.read(output, 65536)
        if not piece:
            break
        data += piece
    return [line.decode("utf-8", "replace")[:WIDTH] for line in data.splitlines()[:KEPT]]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
