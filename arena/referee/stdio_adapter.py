"""Runs inside a sandbox beside a bot that speaks standard input and output.

    python3 stdio_adapter.py PROGRAM [ARGUMENT…]

Every message from the referee becomes one line on the bot's standard input, every line of its
standard output one message to the referee. The bot's exit code becomes the adapter's, so that the
referee sees the end of the bot itself. Needs pyzmq only.
"""

import os
import subprocess
import sys

import zmq

LONGEST_LINE = 256 * 1024
"""Bytes; the referee refuses messages that are much shorter than this."""
LAST_WORDS_MS = 200
"""How long the bot's last answer may take to leave after the bot has ended."""


def main(argv: list[str]) -> int:
    """Run the bot to its end; its exit code, or 128 + signal as a shell says it."""
    try:
        bot = subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    except OSError as error:
        print(f"{argv[0]}: {error.strerror}", file=sys.stderr)
        return 127
    with zmq.Context() as context, context.socket(zmq.DEALER) as socket:
        socket.linger = LAST_WORDS_MS
        socket.connect(os.environ["ARENA_ENDPOINT"])
        relay(bot, socket)
    code = bot.wait()
    return code if code >= 0 else 128 - code


def relay(bot: "subprocess.Popen[bytes]", socket: "zmq.Socket[bytes]") -> None:
    """Pass messages both ways until the bot closes its standard output."""
    assert bot.stdin is not None
    assert bot.stdout is not None
    output = bot.stdout.fileno()
    poller = zmq.Poller()
    poller.register(socket, zmq.POLLIN)
    poller.register(output, zmq.POLLIN)
    unfinished = b""
    while True:
        for source, _ in poller.poll():
            if source == output:
                chunk = os.read(output, 65536)
                *lines, unfinished = (unfinished + chunk).split(b"\n")
                for line in lines:
                    socket.send(line)
                if not chunk or len(unfinished) > LONGEST_LINE:
                    return
            else:
                # A bot that reads nothing fills the pipe and then runs out of time here.
                try:
                    os.write(bot.stdin.fileno(), socket.recv() + b"\n")
                except BrokenPipeError:
                    poller.unregister(socket)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
