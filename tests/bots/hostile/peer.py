"""The bytes of ZeroMQ's protocol (ZMTP 3.0, mechanism NULL), sent and read by hand.

A library would keep a bot from saying what the referee must be able to bear.
"""

import os
import socket
import struct

PATH = os.environ["ARENA_ENDPOINT"].removeprefix("ipc://")
MORE, LONG, COMMAND = 1, 2, 4  # flags of a frame


def greeting(mechanism=b"NULL", version=3):
    """What each side says first, 64 bytes."""
    start = b"\xff" + bytes(8) + b"\x7f" + bytes([version, 0])
    return start + mechanism.ljust(20, b"\0") + bytes(32)


def header(flags, size):
    """The beginning of a frame; `size` need not be true."""
    if size < 256:
        return bytes([flags, size])
    return struct.pack(">BQ", flags | LONG, size)


def frame(data, flags=0):
    return header(flags, len(data)) + data


def item(name, value):
    """One property of the READY command."""
    return bytes([len(name)]) + name + struct.pack(">I", len(value)) + value


def ready(kind=b"DEALER", identity=b"", more=b""):
    """The command that ends the handshake."""
    body = item(b"Socket-Type", kind) + item(b"Identity", identity) + more
    return frame(b"\5READY" + body, COMMAND)


class Peer:
    """A connection to the referee that has done nothing yet."""

    def __init__(self):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(PATH)
        self.read = b""

    def shake(self, identity=b""):
        """The whole handshake; returns this peer."""
        self.send(greeting() + ready(identity=identity))
        self.take(64)
        self.receive()
        return self

    def send(self, data):
        self.socket.sendall(data)

    def take(self, size):
        """The next bytes, as many as that."""
        while len(self.read) < size:
            piece = self.socket.recv(65536)
            if not piece:
                raise EOFError("the referee has closed the connection")
            self.read += piece
        data, self.read = self.read[:size], self.read[size:]
        return data

    def receive(self):
        """The next frame's content."""
        flags = self.take(1)[0]
        size = struct.unpack(">Q", self.take(8))[0] if flags & LONG else self.take(1)[0]
        return self.take(size)

    def waiting(self):
        """Whether there is something to read."""
        self.socket.setblocking(False)
        try:
            return bool(self.read or self.socket.recv(1, socket.MSG_PEEK))
        except BlockingIOError:
            return False
        finally:
            self.socket.setblocking(True)
