"""The line to the referee through pyzmq, for `run(…, pyzmq=True)`; copy it beside `hokm_kit.py`."""

from __future__ import annotations

import os

import zmq

PARENT_CHECK_MS = 1000  # how often it looks whether the process that started this one is there


class PyzmqLine:
    """Whole messages over libzmq."""

    def __init__(self, endpoint: str) -> None:
        self._context = zmq.Context()
        self._socket = self._context.socket(zmq.DEALER)
        self._socket.setsockopt(zmq.LINGER, 0)
        self._socket.setsockopt(zmq.RCVTIMEO, PARENT_CHECK_MS)
        self._socket.connect(endpoint)
        self._parent = os.getppid()

    def send(self, data: bytes) -> None:
        """Send one message of one frame."""
        self._socket.send(data)

    def receive(self) -> bytes:
        """The next message; empty when the process that started this one is gone."""
        while os.getppid() == self._parent:
            try:
                return self._socket.recv()
            except zmq.Again:
                continue
        return b""

    def close(self) -> None:
        """Free the socket."""
        self._socket.close()
        self._context.term()
