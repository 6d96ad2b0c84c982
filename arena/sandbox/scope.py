"""A control group of one's own, asked of systemd.

What a terminal or a service starts shares its group with others and may make none below it. systemd
moves a process that asks into a new group ("scope") which is then its own: the user's manager does
so for an ordinary user, the machine's for root. Nothing else about the process changes.
"""

import os
import secrets
import shutil
import subprocess
import time
from pathlib import Path

__all__ = ["manager_socket", "move_to_scope"]

ASK_SECONDS = 5.0
MANAGER = (
    "org.freedesktop.systemd1",
    "/org/freedesktop/systemd1",
    "org.freedesktop.systemd1.Manager",
)
SIGNATURE = "ssa(sv)a(sa(sv))"
"""Name, mode, properties, further units."""

ANCHORS: list["subprocess.Popen[bytes]"] = []
"""Kept for as long as this process lives: each ends when its standard input does."""


def move_to_scope() -> bool:
    """Move this process, with all its threads, to a new group of its own; whether that was done.

    Processes that it starts from now on begin there. It takes some 20 ms.
    """
    socket = manager_socket()
    busctl = shutil.which("busctl")
    if socket is None or busctl is None:
        return False
    name = f"hokm-arena-{os.getpid()}-{secrets.token_hex(4)}.scope"
    properties = ("2", "PIDs", "au", "1", str(os.getpid()), "Delegate", "b", "true")
    asked = [*MANAGER, "StartTransientUnit", SIGNATURE, name, "fail", *properties, "0"]
    anchor = stay_behind() if os.geteuid() else None
    try:
        subprocess.run(
            [busctl, "--quiet", f"--address=unix:path={socket}", "call", *asked],
            capture_output=True,
            check=True,
            timeout=ASK_SECONDS,
        )
        if moved(name):
            return True
    except (OSError, subprocess.SubprocessError):
        pass
    if anchor is not None:
        anchor.communicate()
    return False


def manager_socket(root: Path = Path("/")) -> Path | None:
    """Where the systemd that may be asked listens; None where there is none.

    In a container the socket can be the host's, whose process ids mean other processes: it counts
    only where the first process is systemd too.
    """
    user = os.geteuid()
    path = root / (f"run/user/{user}/bus" if user else "run/dbus/system_bus_socket")
    try:
        first = (root / "proc/1/comm").read_text().strip()
    except OSError:
        return None
    return path if first == "systemd" and path.is_socket() else None


def stay_behind() -> "subprocess.Popen[bytes]":
    """Leave a process in the present group, which ends with this one.

    When its user has logged out, systemd ends the user's groups, but not as long as the session
    still has a process. So what survives a logout otherwise (`nohup`, a detached terminal) still
    does.
    """
    process = subprocess.Popen(
        ["cat"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, start_new_session=True
    )
    ANCHORS.append(process)
    return process


def moved(name: str) -> bool:
    """Wait until this process is in the group of that name; systemd answers before it is."""
    deadline = time.monotonic() + ASK_SECONDS
    while name not in Path("/proc/self/cgroup").read_text():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.002)
    return True
