"""Cleans up after a referee that could not do it itself.

Run as a script, in a session of its own, with the read end of a pipe as standard input whose other
end only the referee holds. It waits for the referee to end, however that happens, then kills what
carries the run's mark and removes its groups and folder. A byte on the pipe means that the referee
has cleaned up and nothing is left to do.

Needed beside bwrap's --die-with-parent: a bwrap whose parent dies in its first millisecond waits
for ever, and processes started without a sandbox have no death signal at all.

Standard library only, and little of it, so that it starts fast (`python -I -S`).
"""

import contextlib
import os
import select
import signal
import sys
import time

__all__ = ["RUN_VARIABLE", "kill_marked"]

RUN_VARIABLE = "ARENA_RUN"
"""Carries the mark in the environment of a process started without a sandbox."""

PAUSE_SECONDS = 0.025
QUIET_ROUNDS = 20
"""Half a second without a marked process ends the search: a process that was being started when
the referee died has its mark by then."""

MOST_ROUNDS = 400


def kill_marked(marks: set[bytes]) -> int:
    """Kill every process with one of the marks in its command line or environment; how many.

    A mark is an argument of its own in a sandbox, where the environment is empty, and a whole
    `NAME=value` of the environment elsewhere.
    """
    own = str(os.getpid())
    found = 0
    for name in os.listdir("/proc"):
        if not name.isdigit() or name == own:
            continue
        if marks & (items(f"/proc/{name}/cmdline") | items(f"/proc/{name}/environ")):
            found += 1
            kill(int(name))
    return found


def items(path: str) -> set[bytes]:
    """The items of a zero-separated file; none when it cannot be read."""
    try:
        with open(path, "rb") as file:
            return set(file.read().split(b"\0"))
    except OSError:
        return set()


def kill(pid: int) -> None:
    """SIGKILL, if the process is still there and ours."""
    with contextlib.suppress(OSError):
        os.kill(pid, signal.SIGKILL)


def thaw(group: str) -> None:
    """Let what is in a group of version 1 run, should it be one that can be frozen."""
    with contextlib.suppress(OSError):
        state = os.open(f"{group}/freezer.state", os.O_WRONLY)
        with open(state, "w") as file:
            file.write("THAWED")


def wait_for_end(referee: int) -> bool:
    """Wait for the referee to end; False when it says that nothing is left to do.

    Its pidfd is watched too: a process forked from the referee may hold its end of the pipe open.
    """
    try:
        ended = os.pidfd_open(referee)
    except OSError:
        return True
    if os.getppid() != referee:
        return True  # it has ended already, and the id may be another process's by now
    poll = select.poll()
    poll.register(0, select.POLLIN)
    poll.register(ended, select.POLLIN)
    for descriptor, _ in poll.poll():
        if descriptor == 0:
            return os.read(0, 1) == b""
    return True


def remove_groups(beginnings: list[str]) -> bool:
    """Remove the control groups whose path begins so, killing what is in them; True when gone.

    What is frozen in a group of version 1 cannot die before it is thawed.
    """
    gone = True
    for beginning in beginnings:
        parent, _, start = beginning.rpartition("/")
        try:
            names = [name for name in os.listdir(parent) if name.startswith(start)]
        except OSError:
            continue
        for name in names:
            folder = f"{parent}/{name}"
            try:
                with open(f"{folder}/cgroup.procs") as file:
                    for pid in file.read().split():
                        kill(int(pid))
                thaw(folder)
                os.rmdir(folder)
            except OSError:
                gone = False
    return gone


def clean_up(mark: str, run_dir: str, groups: list[str]) -> None:
    """Kill and remove until nothing has been found for a while."""
    quiet = 0
    marks = {mark.encode(), f"{RUN_VARIABLE}={mark}".encode()}
    for _ in range(MOST_ROUNDS):
        found = kill_marked(marks)
        quiet = quiet + 1 if remove_groups(groups) and not found else 0
        if quiet > QUIET_ROUNDS:
            break
        time.sleep(PAUSE_SECONDS)
    import shutil  # takes longer to import than everything before

    shutil.rmtree(run_dir, ignore_errors=True)


def main(referee: str, mark: str, run_dir: str, *groups: str) -> None:
    """Arguments: the referee's process id, the mark reversed, the run folder, the groups."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    if wait_for_end(int(referee)):
        # Reversed, so that the janitor's own command line does not carry the mark.
        clean_up(mark[::-1], run_dir, list(groups))


if __name__ == "__main__":
    main(*sys.argv[1:])
