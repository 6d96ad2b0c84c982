"""What pages are made of besides text: style, scripts, the font. Held in memory.

Addresses carry a hash of the content, so that browsers may keep what they have for ever.
"""

import hashlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from arena.plots.heatmap import WHITE_BELOW, colour, luminance

FOLDER: Final = Path(__file__).with_name("static")
TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".woff2": "font/woff2",
}
HEAT_STEPS: Final = 20
"""Shades of a heat map: 5 % each."""


@dataclass(frozen=True, slots=True)
class Asset:
    """A file that pages refer to."""

    content: bytes
    type: str
    version: str
    """Changes with the content."""


@cache
def assets() -> dict[str, Asset]:
    """By path, such as `site.css`."""
    found = {
        str(path.relative_to(FOLDER)): _asset(path.read_bytes(), TYPES[path.suffix])
        for path in sorted(FOLDER.rglob("*"))
        if path.suffix in TYPES
    }
    found["heat.css"] = _asset(heat_css().encode(), TYPES[".css"])
    return found


def address(name: str) -> str:
    """Where a page finds an asset. `KeyError`: there is none, our bug."""
    return f"/static/{name}?v={assets()[name].version}"


def heat(score: float) -> str:
    """The class of a heat map's cell, by a score from 0 to 1."""
    return f"heat-{round(HEAT_STEPS * min(1.0, max(0.0, score)))}"


def heat_css() -> str:
    """The shades, as `arena plot crosstable` has them."""
    lines = []
    for step in range(HEAT_STEPS + 1):
        paper = colour(step / HEAT_STEPS)
        ink = "#fff" if luminance(paper) < WHITE_BELOW else "#111"
        lines.append(f".heat-{step}{{background:rgb{paper};color:{ink}}}".replace(" ", ""))
    return "\n".join(lines) + "\n"


def _asset(content: bytes, kind: str) -> Asset:
    return Asset(content, kind, hashlib.sha256(content).hexdigest()[:12])
