"""The other end of a ping-pong: a script that stands alone, so that nothing else is loaded.

    python echo.py zmq ENDPOINT REPLY   a DEALER that connects there
    python echo.py pipe REQUEST REPLY   from standard input to standard output

REQUEST and REPLY are sizes in bytes. It ends with the end of its standard input.
"""

import os
import sys
import threading


def zmq_echo(endpoint: str, reply: bytes) -> None:
    """Answer every message."""
    import zmq

    socket = zmq.Context().socket(zmq.DEALER)
    socket.linger = 0
    socket.connect(endpoint)
    while True:
        socket.recv()
        socket.send(reply)


def pipe_echo(size: int, reply: bytes) -> None:
    """Answer every `size` bytes."""
    while len(os.read(0, size)) == size:
        os.write(1, reply)


def end_with_input() -> None:
    """Whoever started this is gone, or has enough."""
    os.read(0, 1)
    os._exit(0)


if __name__ == "__main__":
    kind, where, reply_size = sys.argv[1:]
    if kind == "zmq":
        threading.Thread(target=end_with_input, daemon=True).start()
        zmq_echo(where, bytes(int(reply_size)))
    else:
        pipe_echo(int(where), bytes(int(reply_size)))
