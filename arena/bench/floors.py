"""R and F: what two processes on one core can exchange with no arena between them."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import zmq

from arena.bench.figures import PROCESSOR, Case, Unit
from arena.bench.place import Place, one_core
from arena.errors import HostError
from arena.sandbox import DelayMeter

REQUEST, REPLY = 373, 75
"""Bytes of an average `act` and its answer."""
WARM_UP = 300
ROUND_TRIPS = 5_000
"""Some 0.4 s."""
C_ROUND_TRIPS = 20_000
PATIENCE_S = 20.0

HERE = Path(__file__).parent


def reference(place: Place) -> Case:
    """R, which every ratio is to."""

    def measure() -> Mapping[str, float]:
        with one_core():
            return raw_round_trips(place.folder / "R.sock")

    about = f"raw pyzmq: DEALER to DEALER over ipc, {REQUEST} bytes there, {REPLY} back"
    figures: dict[str, Unit] = {"": "/s", PROCESSOR: "µs"}
    return Case("floors/R", about, figures, measure, processor=frozenset({PROCESSOR}))


def floor_cases(place: Place) -> list[Case]:
    """F between two Python processes, and between two C programs where there is a compiler."""

    def python() -> Mapping[str, float]:
        with one_core():
            return {"": python_pipe()}

    def c() -> Mapping[str, float]:
        with one_core():
            return {"": c_pipe(place.folder / "floor")}

    cases = [Case("floors/F-python", "F: two Python processes over pipes", {"": "/s"}, python)]
    if shutil.which("cc"):
        cases.append(Case("floors/F-c", "F: two C programs over pipes", {"": "/s"}, c))
    return cases


def raw_round_trips(path: Path) -> dict[str, float]:
    """Round trips a second between two pyzmq DEALERs that wait in `recv`, and their processor time.

    Raises:
        HostError: the other end does not answer.
    """
    endpoint = f"ipc://{path}"
    with zmq.Context() as context, context.socket(zmq.DEALER) as socket:
        socket.linger = 0
        # Not for ever: the other end may have died.
        socket.rcvtimeo = int(1000 * PATIENCE_S)
        socket.bind(endpoint)
        with _echo("zmq", endpoint, str(REPLY)):
            request = bytes(REQUEST)
            try:
                for _ in range(WARM_UP):
                    socket.send(request)
                    socket.recv()
                # This process and all that it started: the launcher's threads sleep meanwhile.
                meter = DelayMeter(os.getpid(), time.perf_counter())
                began = time.perf_counter()
                for _ in range(ROUND_TRIPS):
                    socket.send(request)
                    socket.recv()
                ended = time.perf_counter()
                meter.look(ended)
            except zmq.Again:
                raise HostError("R: the other end does not answer") from None
    return {
        "": ROUND_TRIPS / (ended - began),
        PROCESSOR: 1e6 * meter.used_seconds / ROUND_TRIPS,
    }


def python_pipe() -> float:
    """Round trips a second between two Python processes over pipes."""
    with _echo("pipe", str(REQUEST), str(REPLY)) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        there, back = process.stdin.fileno(), process.stdout.fileno()
        request = bytes(REQUEST)
        try:
            for _ in range(WARM_UP):
                os.write(there, request)
                os.read(back, REPLY)
            began = time.perf_counter()
            for _ in range(ROUND_TRIPS):
                os.write(there, request)
                os.read(back, REPLY)
            return ROUND_TRIPS / (time.perf_counter() - began)
        except BrokenPipeError:
            raise HostError("F: the other end has died") from None


def c_pipe(program: Path) -> float:
    """Round trips a second between two C programs over pipes; compiled when first needed."""
    sizes = [str(C_ROUND_TRIPS), str(REQUEST), str(REPLY)]
    try:
        if not program.exists():
            _run(["cc", "-O2", "-o", str(program), str(HERE / "floor.c")])
        return C_ROUND_TRIPS / float(_run([str(program), *sizes]))
    except (OSError, subprocess.SubprocessError, ValueError) as error:
        raise HostError(f"F: {error}") from None


def _run(command: list[str]) -> str:
    return subprocess.run(
        command, check=True, capture_output=True, text=True, timeout=PATIENCE_S
    ).stdout


@contextmanager
def _echo(*arguments: str) -> Iterator["subprocess.Popen[bytes]"]:
    """The other end; a Ctrl-C is meant for this process alone, which ends it."""
    command = [sys.executable, str(HERE / "echo.py"), *arguments]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
    ) as process:
        try:
            yield process
        finally:
            process.kill()
