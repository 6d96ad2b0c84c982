"""One upload, until what came of it is stored."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from arena.web.intake.news import Doing, Step


@dataclass(eq=False)
class Ticket:
    """What an upload is known by, and how far it is."""

    id: str
    author: str
    received: str
    """UTC, ISO 8601."""
    folder: Path
    """Where everything of it is."""
    state: Literal["coming", "waiting", "running"] = "coming"
    doing: Doing = field(default_factory=lambda: Doing(""))
    steps: list[Step] = field(default_factory=list)
