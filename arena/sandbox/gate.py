"""The last gate before a bot's own code runs, and its hard limits.

The first program inside is a short shell script. It says that it runs, waits for the word to go
on, sets limits and becomes the bot. The word is only given after it has spoken: by then each
process of the sandbox has armed its death signal, so a referee killed at any moment leaves either
no process or one that reads end of file here and leaves.

Limits are set inside, where no privilege is needed and where the kernel counts the processes of
this user namespace only, not the 400 of the desktop session around it.
"""

import os
import platform
import select
import time

from arena.errors import SandboxError
from arena.sandbox.limits import Limits

__all__ = ["GO", "SHELL_NAME", "GateError", "gate_script", "read_before", "wait_ready"]

SHELL_NAME = "hokm-arena"
"""Named in the shell's complaint when the bot's program cannot be executed."""

READY = b"ready\n"
GO = b"go\n"
START_SECONDS = 10.0
"""Seconds for each step of a start: it takes some 20 ms, so this is a host in trouble."""

CPU_GRACE_SECONDS = 2
"""From SIGXCPU, which a bot may ignore, to SIGKILL."""

LOCKED_KIB = 64
"""Memory that may be locked, per process."""

DATA_SLACK_MIB = 256
"""Private memory allowed beyond the limit where no cgroup counts: runtimes reserve more than they
touch. The watchdog holds the limit itself; this bounds how far a burst gets between two looks."""

NAMESPACED_NPROC = (5, 14)
"""Since this Linux RLIMIT_NPROC counts by user namespace. Before, it would count every process of
the same user, and an ordinary desktop session alone is above the limit."""


class GateError(SandboxError):
    """The start failed; the message is all that was printed until then."""


def gate_script(limits: Limits, *, count_processes: bool, bound_data: bool) -> str:
    """The script, for dash, bash and busybox.

    Its arguments are the launcher's mark, which it drops, and the bot's command.

    `count_processes` and `bound_data` are for where no cgroup does it.
    """
    settings = [
        "ulimit -c 0",  # a core file would hold memory of the bot, in its own /tmp at best
        f"ulimit -n {limits.open_files}",
        f"ulimit -S -t {limits.cpu_seconds}",
        f"ulimit -H -t {limits.cpu_seconds + CPU_GRACE_SECONDS}",
        f"ulimit -l {LOCKED_KIB}",
        "ulimit -r 0",  # real-time priority, where the user has it, would starve the referee
    ]
    if count_processes and kernel_release() >= NAMESPACED_NPROC:
        # dash spells it -p, the others -u.
        settings.append(f"ulimit -u {limits.processes} || ulimit -p {limits.processes}")
    if bound_data:
        settings.append(f"ulimit -d {(limits.memory_mib + DATA_SLACK_MIB) * 1024}")
    return (
        "echo ready; read -r _ || exit 125; "
        # A limit that cannot be raised is lower already, so the complaint is not the bot's.
        f"{{ {'; '.join(settings)}; }} 2>/dev/null; "
        'shift; exec "$@" </dev/null'
    )


def wait_ready(output: int, ended: int | None = None) -> None:
    """Wait until the script has spoken; raises GateError when something else comes first.

    `ended` as in `read_before`.
    """
    deadline = time.monotonic() + START_SECONDS
    heard = b""
    while not heard.endswith(READY):
        # Byte by byte would be exact, but nothing follows "ready" until it gets the word.
        piece = read_before(output, deadline, ended)
        if not piece:
            raise GateError(heard.decode(errors="replace").strip() or "no output")
        heard += piece


def read_before(descriptor: int, deadline: float, ended: int | None = None) -> bytes:
    """Read what is there, waiting until the deadline (monotonic seconds); b"" at end of file.

    The end of the process with the pidfd `ended` is an end of file, too: one that was killed may
    have left another behind that holds the writing end and never writes.

    Raises GateError when nothing came in time.
    """
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    if ended is not None:
        poll.register(ended, select.POLLIN)
    ready = dict(poll.poll(max(0.0, deadline - time.monotonic()) * 1000))
    if not ready:
        raise GateError(f"nothing happened for {START_SECONDS:.0f} s")
    return os.read(descriptor, 4096) if descriptor in ready else b""


def kernel_release() -> tuple[int, int]:
    """The first two numbers of the running kernel's version."""
    major, minor = platform.release().split(".")[:2]
    return int(major), int("".join(filter(str.isdigit, minor)))
