"""A bot as a process, with a referee that only carries messages: no clock, no sandbox."""

import json
import os
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

import zmq

from arena.wire import Hello, Malformed, decode
from tests.toolchains import needs

PATIENCE = 20
"""Seconds after which a bot is taken to hang."""


class Channel(Protocol):
    """One message each way."""

    def send(self, message: bytes) -> None: ...
    def receive(self) -> bytes: ...
    def close(self) -> None: ...


class ProcessBot:
    """A bot process behind the four calls of the kit's `Bot`; every answer is decoded strictly."""

    def __init__(self, channel: Channel, process: subprocess.Popen[bytes]) -> None:
        self.process = process
        self.answers: list[Any] = []
        self._channel = channel
        hello = decode(channel.receive())
        assert isinstance(hello, Hello), hello
        self.name = hello.name

    def act(self, message: Any) -> Any:
        self.send(message)
        data = self._channel.receive()
        reply = decode(data)
        assert not isinstance(reply, Malformed), (reply, data)
        self.answers.append(json.loads(data))
        assert self.answers[-1]["id"] == message["id"]
        return self.answers[-1]["action"]

    def send(self, message: Any) -> None:
        """Send it with a field that no bot knows, after a message that no bot knows."""
        self._channel.send(b'{"type":"from_a_later_version"}')
        self._channel.send(json.dumps({**message, "from_a_later_version": {"a": [1]}}).encode())

    match_start = deal_end = match_end = send

    def hang_up(self) -> None:
        """End the line as a referee does that is gone."""
        self._channel.close()

    def finish(self) -> tuple[int, str]:
        """Its exit code and what it wrote to standard error, once it has ended."""
        _, errors = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, errors.decode()


@contextmanager
def start(folder: Path) -> Iterator[ProcessBot]:
    """The bot of a folder, started as its manifest says, up to its hello."""
    manifest = tomllib.loads((folder / "bot.toml").read_text())
    argv = [_program(manifest["run"][0]), *manifest["run"][1:]]
    opened = _over_stdio if manifest.get("transport") == "stdio" else over_zmq
    with opened(argv, folder) as bot:
        yield bot


@contextmanager
def over_zmq(argv: list[str], folder: Path) -> Iterator[ProcessBot]:
    """A bot that speaks ZeroMQ, up to its hello."""
    with (
        tempfile.TemporaryDirectory() as place,  # pytest's own paths can be too long for a socket
        zmq.Context() as context,
        context.socket(zmq.DEALER) as socket,
    ):
        socket.setsockopt(zmq.LINGER, 0)
        socket.setsockopt(zmq.RCVTIMEO, 1000 * PATIENCE)
        socket.setsockopt(zmq.SNDTIMEO, 1000 * PATIENCE)
        socket.bind(f"ipc://{place}/referee")
        with _running(argv, folder, {"ARENA_ENDPOINT": f"ipc://{place}/referee"}) as process:
            yield ProcessBot(_Socket(socket), process)


@contextmanager
def _over_stdio(argv: list[str], folder: Path) -> Iterator[ProcessBot]:
    with _running(argv, folder, {}) as process:
        yield ProcessBot(_Lines(process), process)


@contextmanager
def _running(
    argv: list[str], folder: Path, extra: dict[str, str]
) -> Iterator[subprocess.Popen[bytes]]:
    pipe = subprocess.PIPE
    environment = {"PATH": os.environ["PATH"], "PYTHONDONTWRITEBYTECODE": "1", **extra}
    with subprocess.Popen(
        argv, cwd=folder, env=environment, stdin=pipe, stdout=pipe, stderr=pipe
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def _program(name: str) -> str:
    """Where a manifest's program is; Python is the one that has pyzmq, this one."""
    if name == "python3":
        return sys.executable
    if not name.startswith("./"):
        needs(name)
    return name


class _Socket:
    def __init__(self, socket: zmq.Socket[bytes]) -> None:
        self._socket = socket

    def send(self, message: bytes) -> None:
        self._socket.send(message)

    def receive(self) -> bytes:
        frame, *more = self._socket.recv_multipart()
        assert not more, "a message is one frame"
        return frame

    def close(self) -> None:
        self._socket.close()


class _Lines:
    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._to, self._from = process.stdin, process.stdout

    def send(self, message: bytes) -> None:
        self._to.write(message + b"\n")
        self._to.flush()

    def receive(self) -> bytes:
        return self._from.readline()

    def close(self) -> None:
        self._to.close()
