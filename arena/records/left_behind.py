"""What bots leave beside the record of a match. All of it is theirs: untrusted."""

from dataclasses import dataclass
from pathlib import Path

from arena.rules import Seat


@dataclass(frozen=True, slots=True)
class CrashReport:
    """What a bot's author needs to find a fault."""

    stderr: str
    """The end of what the process wrote."""
    messages: tuple[str, ...]
    """The last messages, both ways, oldest first, each shortened."""


def log_file(logs: Path, match: str, seat: Seat) -> Path:
    """What the bot in this seat wrote during a match; there is no file if it wrote nothing."""
    return logs / f"{match}.{seat}.log"
