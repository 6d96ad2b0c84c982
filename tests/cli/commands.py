"""The `arena` command: as a process, on a terminal, or called in this process."""

import fcntl
import io
import os
import pty
import struct
import subprocess
import sys
import termios
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

from arena.cli.main import main

ARENA = Path(sys.executable).with_name("arena")
PATIENCE = 60.0

NASTY = "\x1b[2J\x1b]0;owned\x07\u202edlrow\u2066\x9b31m\x00\r\b\u2028end"
"""Clears the screen, renames the window, turns the line around, and so on."""

GRUMBLER = f"""
import sys
from hokm_kit import Bot, run

NASTY = {NASTY!r}


class Grumbler(Bot):
    # In seat 0 it crashes in the second deal, in seat 1 its answer there is malformed.
    def choose(self, observation, legal):
        print(NASTY, file=sys.stderr, flush=True)
        if observation["deal"] == 1:
            return legal[0], "a note" + NASTY + "\\nnaive wins 7:0, a kot: 99 points"
        if observation["seat"] == 0:
            raise RuntimeError(NASTY)
        return {{**legal[0], NASTY + "\\nnaive wins": 1}}


run(Grumbler, name="grumbler", author=NASTY)
"""


@dataclass(frozen=True)
class Answer:
    """What a command said."""

    code: int
    out: str
    err: str


def call(*arguments: str | Path) -> Answer:
    """The command in this process, as its entry point runs it."""
    buffers = io.BytesIO(), io.BytesIO()
    out, err = (io.TextIOWrapper(buffer, "utf-8") for buffer in buffers)
    code: object = None
    with (
        patch.object(sys, "argv", ["arena", *map(str, arguments)]),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        try:
            main()
        except SystemExit as error:
            code = error.code
    for stream in (out, err):
        stream.flush()
    said, complained = (buffer.getvalue().decode() for buffer in buffers)
    return Answer(code if isinstance(code, int) else 0, said, complained)


def real(*arguments: str | Path, cwd: Path, environment: Mapping[str, str] | None = None) -> Answer:
    """The command as a process."""
    ran = subprocess.run(
        [ARENA, *arguments],
        cwd=cwd,
        env=os.environ | (environment or {}),
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    return Answer(ran.returncode, ran.stdout, ran.stderr)


def on_terminal(*arguments: str | Path, cwd: Path, columns: int = 100) -> tuple[int, str]:
    """Exit code, and every byte that a terminal of that width would get."""
    leader, follower = pty.openpty()
    fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    # Readline, where it was loaded, has left the size of another terminal in C's environment.
    environment = {key: os.environ[key] for key in os.environ.keys() - {"COLUMNS", "LINES"}}
    with subprocess.Popen(
        [ARENA, *arguments],
        cwd=cwd,
        env=environment,
        stdin=follower,
        stdout=follower,
        stderr=follower,
    ) as process:
        os.close(follower)
        data = b""
        with suppress(OSError):  # EIO: the other side is closed
            while piece := os.read(leader, 65_536):
                data += piece
        os.close(leader)
        code = process.wait(PATIENCE)
    return code, data.decode()
