"""A crosstable as coloured cells, with the number in each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from arena.plots.svg import FAINT, INK, document, rect, text, width_of

CELL, TOP, LEFT = 44, 92, 16

LEGEND = "percent of the points, row against column; ! where ratings are off"

LOW, EVEN, HIGH = (213, 94, 0), (247, 247, 247), (0, 114, 178)
"""Orange, white, blue."""


BLACK, WHITE = "#000000", "#ffffff"
WHITE_BELOW = 0.179
"""Luminance below which white letters stand out more than black ones."""


@dataclass(frozen=True, slots=True)
class HeatCell:
    """What a row's bot scored against a column's."""

    score: float
    """0 to 1."""
    marked: bool
    """Whether the ratings do not explain it."""


def heatmap(
    title: str, note: str, bots: Sequence[str], cells: Mapping[tuple[int, int], HeatCell]
) -> str:
    """Scores in percent, as SVG; one bot at least, and `cells` by row and column."""
    names = max(width_of(bot) for bot in bots) + 40
    begin = LEFT + names
    width = max(
        begin + CELL * len(bots) + LEFT,
        LEFT + width_of(title) * 1.2,
        *(2 * LEFT + width_of(words) for words in (note, LEGEND)),
    )
    height = TOP + CELL * len(bots) + LEFT
    shapes = [
        text(LEFT, 18, title, bold=True, size=15),
        text(LEFT, 38, note, fill=FAINT),
        text(LEFT, 58, LEGEND, fill=FAINT),
    ]
    for number, bot in enumerate(bots):
        middle = CELL * (number + 0.5)
        shapes += [
            text(LEFT + 20, TOP + middle, f"{number + 1}", "end", FAINT),
            text(LEFT + 30, TOP + middle, bot),
            text(begin + middle, TOP - 12, f"{number + 1}", "middle", FAINT),
        ]
    for (row, column), cell in cells.items():
        shapes += _cell(begin + CELL * column, TOP + CELL * row, cell)
    return document(width, height, title, shapes)


def _cell(x: float, y: float, cell: HeatCell) -> list[str]:
    red, green, blue = colour(cell.score)
    ink = WHITE if luminance((red, green, blue)) < WHITE_BELOW else BLACK
    said = f"{100 * cell.score:.0f}" + ("!" if cell.marked else "")
    return [
        rect(
            x + 1,
            y + 1,
            CELL - 2,
            CELL - 2,
            f"#{red:02x}{green:02x}{blue:02x}",
            INK if cell.marked else "none",
        ),
        text(x + CELL / 2, y + CELL / 2, said, "middle", ink, bold=cell.marked),
    ]


def luminance(colour: tuple[int, int, int]) -> float:
    """Relative luminance, 0 for black to 1 for white (WCAG 2.1)."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (value / 255 for value in colour)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def colour(score: float) -> tuple[int, int, int]:
    """Red, green and blue, 0 to 255: orange for 0, white for ½, blue for 1."""
    end, share = (HIGH, 2 * score - 1) if score > 0.5 else (LOW, 1 - 2 * score)
    red, green, blue = (
        round(middle + (far - middle) * share) for middle, far in zip(EVEN, end, strict=True)
    )
    return red, green, blue
