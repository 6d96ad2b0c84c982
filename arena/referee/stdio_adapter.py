"""Runs inside a sandbox beside a bot that speaks standard input and output.

    python3 stdio_adapter.py PROGRAM [ARGUMENT…]

Every message from the referee becomes one line on the bot's standard input, every line of its
standard output one message to the referee. The bot's exit code becomes the adapter's, so that the
referee sees the end of the bot itself. Needs nothing but `zmtp.py` beside it.
"""

import os
import select
import socket
import subprocess
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arena.referee.zmtp import FRAME_LIMIT, OPENING, Inbox, frame
else:
    from zmtp import FRAME_LIMIT, OPENING, Inbox, frame


def main(argv: list[str]) -> int:
    """Run the bot to its end; its exit code, or 128 + signal as a shell says it."""
    endpoint = os.environ.pop("ARENA_ENDPOINT")  # the bot must not take it for its own line
    try:
        bot = subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    except OSError as error:
        print(f"{argv[0]}: {error.strerror}", file=sys.stderr)
        return 127
    with socket.socket(socket.AF_UNIX) as referee:
        referee.connect(endpoint.removeprefix("ipc://"))
        referee.sendall(OPENING)
        relay(bot, referee)
    code = bot.wait()
    return code if code >= 0 else 128 - code


def relay(bot: "subprocess.Popen[bytes]", referee: socket.socket) -> None:
    """Pass messages both ways until the bot closes its standard output or the referee is gone."""
    assert bot.stdin is not None
    assert bot.stdout is not None
    output = bot.stdout.fileno()
    poll = select.poll()
    poll.register(output, select.POLLIN)
    poll.register(referee, select.POLLIN)
    inbox = Inbox()
    unfinished = b""
    while True:
        for source, _ in poll.poll():
            if source == output:
                chunk = os.read(output, 65536)
                *lines, unfinished = (unfinished + chunk).split(b"\n")
                if len(unfinished) > FRAME_LIMIT:
                    # More than the referee takes: it shall say so, instead of this line's end.
                    lines.append(unfinished)
                for line in lines:
                    referee.sendall(frame(line))
                if not chunk:
                    return
            else:
                data = referee.recv(65536)
                if not data:
                    return
                inbox.feed(data)
                while message := inbox.take():
                    # A bot that reads nothing fills the pipe and then runs out of time here.
                    try:
                        os.write(bot.stdin.fileno(), message[0] + b"\n")
                    except BrokenPipeError:
                        poll.unregister(referee)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
