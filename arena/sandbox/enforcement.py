"""What a detection means, line by line: each thing a bot is kept from, and what keeps it."""

from arena.sandbox.detection import Detection

__all__ = ["enforcement"]

NOTHING = "not enforced"


def enforcement(found: Detection) -> dict[str, str]:
    """How each promise is held on this machine; "not enforced" for each where there is no sandbox.

    The package's README explains them.
    """
    lines = {
        "files": "own mount namespace: its folder, /usr and its language's runtime, read-only",
        "network": "own network namespace, in which there is none",
        "processes": processes(found.level),
        "memory": "RLIMIT_DATA, and a look 20 times a second: can be exceeded for some 50 ms",
        "processes limit": "RLIMIT_NPROC, and a look 20 times a second",
        "CPU time": "RLIMIT_CPU for each process; for all together a look 20 times a second",
        "disk": "nothing to write to but /tmp and /dev/shm, in memory and of bounded size",
        "system calls": "seccomp filter, no capabilities, no_new_privs",
        "freezing": "stop signals, process by process",
    }
    if found.memory.startswith("cgroup"):
        lines |= {
            "memory": f"{found.memory}: exact, /tmp included",
            "processes limit": f"{found.memory}: exact",
            "CPU time": f"RLIMIT_CPU for each process; {found.memory} for all together, "
            "looked at 4 times a second",
            "freezing": f"{found.memory}, all processes at once",
        }
    return dict.fromkeys(lines, NOTHING) if found.level == "none" else lines


def processes(level: str) -> str:
    """What a bot sees of processes."""
    if level == "reduced":
        return "own process namespace; no /proc, without which Java and parts of Node do not run"
    return "own process and IPC namespaces, and a /proc of its own"
