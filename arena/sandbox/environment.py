"""The whole environment of a bot: nothing of the referee's own crosses."""

from arena.sandbox.limits import Limits

__all__ = ["bot_environment"]


def bot_environment(limits: Limits, *, endpoint: str, path: str, temporary: str) -> dict[str, str]:
    """Environment variables for a bot, runtimes told what the limits are.

    No runtime can see its memory limit from inside (there is no /sys), and each would size its
    heap by the machine's memory and its thread pools by the machine's cores.
    """
    memory = limits.memory_mib
    java = (
        f"-XX:MaxRAM={memory}m -XX:MaxRAMPercentage=50 -XX:+UseSerialGC "
        # UsePerfData would write a file of shared memory into /tmp.
        "-XX:ActiveProcessorCount=1 -XX:-UsePerfData"
    )
    return {
        "ARENA_ENDPOINT": endpoint,
        "GOMAXPROCS": "1",
        "GOMEMLIMIT": f"{memory * 9 // 10}MiB",
        "HOME": temporary,
        "JAVA_TOOL_OPTIONS": java,
        "LANG": "C.UTF-8",
        "NODE_OPTIONS": f"--max-old-space-size={memory * 3 // 4}",
        "OMP_NUM_THREADS": "1",
        "PATH": path,
        "PYTHONDONTWRITEBYTECODE": "1",  # the bot's folder is read-only
        "TMPDIR": temporary,
    }
