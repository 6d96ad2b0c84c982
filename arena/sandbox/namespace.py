"""Starting one bot in a sandbox: bwrap, its two gates, and the check of who the bot is.

    referee                          bwrap and the processes inside
    Popen                            namespaces; says the id of their first process, waits
    writes its id map, opens gate 1  mounts, filter, then the gate script: "ready", waits
    moves both to their cgroup,
    checks the user id, opens gate 2 limits, exec of the bot

Nothing of the bot's has run before the second gate, so any failure until then is the host's.
"""

import contextlib
import json
import os
import select
import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from arena.errors import SandboxError
from arena.sandbox.bwrap_args import View, view_arguments
from arena.sandbox.descriptors import Descriptors
from arena.sandbox.diagnosis import explain
from arena.sandbox.gate import GO, START_SECONDS, GateError, read_before, wait_ready
from arena.sandbox.identity import Identity
from arena.sandbox.watchdog import children

__all__ = ["Namespace", "Start", "start_in_namespace"]

GONE_MILLISECONDS = 5000


class Namespace:
    """The process namespace of one bot: when its first process dies, the kernel kills the rest."""

    def __init__(self, first: int) -> None:
        """`first` is its first process, still alive."""
        self.first = first
        # A pidfd cannot come to mean another process, as a process id can.
        self._pidfd = os.pidfd_open(first)

    def strike(self) -> None:
        """Kill the first process and thereby all."""
        with contextlib.suppress(OSError):
            signal.pidfd_send_signal(self._pidfd, signal.SIGKILL)

    def release(self) -> None:
        """Wait until the last process is gone."""
        poll = select.poll()
        poll.register(self._pidfd, select.POLLIN)
        poll.poll(GONE_MILLISECONDS)
        with contextlib.suppress(ChildProcessError):
            # An orphan of bwrap's, should this process be the one that orphans are handed to.
            os.waitpid(self.first, os.WNOHANG)
        os.close(self._pidfd)


@dataclass(frozen=True, slots=True)
class Start:
    """A start of bwrap that is due."""

    bwrap: Path
    view: View
    identity: Identity
    seccomp: bytes
    command: Sequence[str]
    """What to run inside, the gate script first."""

    admit: Callable[[int], None]
    """Gets the ids of both processes that are there before anything of the bot's runs."""


def start_in_namespace(
    start: Start,
) -> tuple["subprocess.Popen[bytes]", Namespace, int]:
    """Start a bot; returns bwrap, the namespace, and the reading end of the output pipe.

    Raises SandboxError, with every process gone again, when the sandbox does not come to be.
    """
    identity = start.identity
    with Descriptors() as descriptors:
        output, output_end = descriptors.pipe()
        go_end, go = descriptors.pipe()
        info, info_end = descriptors.pipe()
        # In the mapped way bwrap leaves the descriptor of its gate open in the bot, so there it
        # waits on what is the bot's standard input anyway.
        gate_end, gate = (go_end, go) if identity.mapped else descriptors.pipe()
        identity.own(output_end)
        kept_by_us = {output, go, info, gate}
        arguments = [
            *view_arguments(start.view, descriptors),
            *identity.arguments(proc=start.view.proc),
            *("--seccomp", descriptors.data(start.seccomp)),
            *("--info-fd", str(info_end)),
            *(identity.gate, "0" if identity.mapped else str(gate_end)),
        ]
        block = descriptors.data(b"".join(os.fsencode(word) + b"\0" for word in arguments))
        theirs = descriptors.opened() - kept_by_us
        popen = subprocess.Popen(
            [str(start.bwrap), "--args", block, "--", *identity.prefix, *start.command],
            stdin=go_end,
            stdout=output_end,
            stderr=output_end,
            pass_fds=theirs - {go_end, output_end},
            cwd="/",
            env={},  # bwrap's own environment is readable inside as /proc/1/environ
            start_new_session=True,  # an interrupt from the keyboard is for the referee alone
            **identity.popen,
        )
        namespace = None
        try:
            descriptors.close(*theirs)
            ended = descriptors.process(popen.pid)
            namespace = Namespace(first_process(info, ended))
            identity.admit(namespace.first)
            os.write(gate, b"x")
            wait_ready(output, ended)
            script = only_child(namespace.first)
            for pid in (namespace.first, script):
                start.admit(pid)
            identity.check(script)
            os.write(go, GO)
        except BaseException as error:
            undo(popen, namespace)
            if isinstance(error, GateError | OSError):
                raise SandboxError(explain(f"{error} {rest(output)}")) from error
            raise
        return popen, namespace, descriptors.keep(output)


def first_process(info: int, ended: int) -> int:
    """The id of the namespace's first process, from bwrap's JSON; `ended` is the pidfd of bwrap.

    Raises GateError when bwrap has ended instead.
    """
    deadline = time.monotonic() + START_SECONDS
    text = b""
    while not text.rstrip().endswith(b"}"):
        piece = read_before(info, deadline, ended)
        if not piece:
            raise GateError("")
        text += piece
    return int(json.loads(text)["child-pid"])


def only_child(first: int) -> int:
    """The gate script's process, as long as it is the only one below the first."""
    found = children(first)
    if len(found) != 1:
        raise GateError(f"expected one process in the sandbox, found {len(found)}")
    return found[0]


def undo(popen: "subprocess.Popen[bytes]", namespace: Namespace | None) -> None:
    """Kill what a failed start has left."""
    if namespace is None:
        popen.kill()
    else:
        namespace.strike()
    try:
        popen.wait(START_SECONDS)
    except subprocess.TimeoutExpired:
        popen.kill()
        popen.wait()
    if namespace is not None:
        namespace.release()


def rest(output: int) -> str:
    """What a sandbox that failed to start has printed and nobody has read yet."""
    os.set_blocking(output, False)
    try:
        return os.read(output, 4096).decode(errors="replace")
    except BlockingIOError:
        return ""
