"""Runs inside a sandbox beside a bot that speaks standard input and output.

    python3 -B -S -E stdio_adapter.py PROGRAM [ARGUMENT…]

Every message from the referee becomes one line on the bot's standard input, every line of its
standard output one message to the referee. The bot's exit code becomes the adapter's, so that the
referee sees the end of the bot itself. Needs nothing but `zmtp.py` beside it.

It starts with every such bot and counts against its memory, so it is kept light: `os.posix_spawnp`
in place of `subprocess`, `_socket` in place of `socket`, and no `site`, take 25 ms and 7 MiB less.
"""

import _socket
import os
import select
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from arena.referee.zmtp import FRAME_LIMIT, OPENING, Inbox, frame
else:
    from zmtp import FRAME_LIMIT, OPENING, Inbox, frame

CHUNK = 65536
"""Bytes read at once."""
IGNORED = (13, 25)
"""SIGPIPE and SIGXFSZ, which Python ignores and a bot shall not. (`signal` takes long to load.)"""


def main(argv: list[str]) -> int:
    """Run the bot to its end; its exit code, or 128 + signal as a shell says it."""
    endpoint = os.environ.pop("ARENA_ENDPOINT")  # the bot must not take it for a line of its own
    try:
        bot, to_bot, from_bot = start(argv)
    except OSError as error:
        print(f"{argv[0]}: {error.strerror}", file=sys.stderr)
        return 127
    referee = _socket.socket(_socket.AF_UNIX)
    referee.connect(endpoint.removeprefix("ipc://"))
    referee.sendall(OPENING)
    relay(referee, to_bot, from_bot)
    referee.close()
    os.close(to_bot)  # a bot that still reads finds the end
    code = os.waitstatus_to_exitcode(os.waitpid(bot, 0)[1])
    return code if code >= 0 else 128 - code


def start(argv: list[str]) -> tuple[int, int, int]:
    """The bot's process id, the writing end of its input and the reading end of its output.

    Raises:
        OSError: it cannot be run.
    """
    its_input, to_bot = os.pipe()
    from_bot, its_output = os.pipe()
    bot = os.posix_spawnp(
        argv[0],
        argv,
        os.environ,
        file_actions=[(os.POSIX_SPAWN_DUP2, its_input, 0), (os.POSIX_SPAWN_DUP2, its_output, 1)],
        setsigdef=IGNORED,
    )
    os.close(its_input)
    os.close(its_output)
    return bot, to_bot, from_bot


def relay(referee: _socket.socket, to_bot: int, from_bot: int) -> None:
    """Pass messages both ways until the bot closes its standard output or the referee is gone."""
    poll = select.poll()
    poll.register(referee, select.POLLIN)
    hears = False
    inbox = Inbox()
    unfinished = b""
    while True:
        for source, _ in poll.poll():
            if source == from_bot:
                chunk = os.read(from_bot, CHUNK)
                *lines, unfinished = (unfinished + chunk).split(b"\n")
                if len(unfinished) > FRAME_LIMIT:
                    # More than the referee takes: it shall say so, instead of this line's end.
                    lines.append(unfinished)
                for line in lines:
                    referee.sendall(frame(line))
                if not chunk:
                    return
            else:
                data = referee.recv(CHUNK)
                if not data:
                    return
                inbox.feed(data)
                while message := inbox.take():
                    # A bot that reads nothing fills the pipe and then runs out of time here.
                    try:
                        os.write(to_bot, message[0] + b"\n")
                    except BrokenPipeError:
                        poll.unregister(referee)
                if inbox.ready and not hears:
                    # Not before: libzmq loses what comes earlier.
                    poll.register(from_bot, select.POLLIN)
                    hears = True


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
