"""The shapes of SVG that the plots use, each a line of text. Lengths are in pixels, y points down.

Source: Scalable Vector Graphics 1.1 (https://www.w3.org/TR/SVG11/).
"""

import unicodedata
from collections.abc import Iterable
from html import escape
from typing import Literal

INK, FAINT, GRID, PAPER = "#222222", "#666666", "#dddddd", "#ffffff"
BLUE, ORANGE = "#0072b2", "#d55e00"

Anchor = Literal["start", "middle", "end"]

FONT_SIZE = 13
WIDTH_OF_A_LETTER = 7.4
"""On average, at that size: how much room a name is given."""

_JOINERS = "\u200c\u200d"


def document(width: float, height: float, title: str, shapes: Iterable[str]) -> str:
    """A whole picture on white paper; `title` is what a screen reader says."""
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" '
            f'viewBox="0 0 {width:g} {height:g}" role="img" '
            f'font-family="system-ui, sans-serif" font-size="{FONT_SIZE}">',
            f"<title>{safe(title)}</title>",
            rect(0, 0, width, height, PAPER),
            *shapes,
            "</svg>\n",
        ]
    )


def safe(text: str) -> str:
    """Text from strangers as SVG holds it: no markup, and nothing that hides or turns a line."""
    return escape("".join("\ufffd" if _moves_or_hides(c) else c for c in text))


def _moves_or_hides(character: str) -> bool:
    """That is all that XML cannot hold, and more; Persian needs its joiners."""
    category = unicodedata.category(character)
    return (category[0] == "C" and character not in _JOINERS) or category in ("Zl", "Zp")


def width_of(text: str) -> float:
    """About how wide a text is; letters of Chinese and its like count twice."""
    letters = sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in text
    )
    return letters * WIDTH_OF_A_LETTER


def text(
    x: float,
    y: float,
    said: str,
    anchor: Anchor = "start",
    fill: str = INK,
    *,
    bold: bool = False,
    size: float = FONT_SIZE,
) -> str:
    """A line of text; `y` is its middle."""
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text x="{x:.1f}" y="{y + 0.35 * size:.1f}" text-anchor="{anchor}" fill="{fill}" '
        f'font-size="{size:g}"{weight}>{safe(said)}</text>'
    )


def line(
    x1: float, y1: float, x2: float, y2: float, stroke: str = GRID, width: float = 1, dash: str = ""
) -> str:
    """A straight line."""
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" '
        f'stroke="{stroke}" stroke-width="{width:g}"{dashes}/>'
    )


def rect(x: float, y: float, width: float, height: float, fill: str, stroke: str = "none") -> str:
    """A rectangle."""
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" '
        f'fill="{fill}" stroke="{stroke}"/>'
    )


def circle(x: float, y: float, radius: float, fill: str) -> str:
    """A dot."""
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}" fill="{fill}"/>'


def polyline(
    points: Iterable[tuple[float, float]], stroke: str, width: float = 2, dash: str = ""
) -> str:
    """A line through points."""
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<polyline points="{_points(points)}" fill="none" stroke="{stroke}" '
        f'stroke-width="{width:g}" stroke-linejoin="round"{dashes}/>'
    )


def polygon(points: Iterable[tuple[float, float]], fill: str, opacity: float = 1) -> str:
    """A filled shape."""
    return f'<polygon points="{_points(points)}" fill="{fill}" fill-opacity="{opacity:g}"/>'


def _points(points: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
