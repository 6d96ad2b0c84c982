"""A forest plot: every rating as a point with its 95 % interval."""

from collections.abc import Sequence
from dataclasses import dataclass

from arena.plots.axes import Scale, around
from arena.plots.svg import BLUE, FAINT, GRID, INK, circle, document, line, polygon, text, width_of

ROW, TOP, LEFT, BOTTOM = 24, 56, 16, 40
PLOT, NUMBERS = 420, 110


@dataclass(frozen=True, slots=True)
class ForestRow:
    """One bot, in Elo."""

    name: str
    ranks: str
    """Such as `2–4`."""
    value: float
    low: float | None
    """None where nothing limits it on this side."""
    high: float | None
    group: int = 0
    """Rows of different groups cannot be compared; a line parts them."""

    @property
    def said(self) -> str:
        """The rating in words."""
        if self.low is None:
            return f"≤{self.value:.0f}"
        if self.high is None:
            return f"≥{self.value:.0f}"
        return f"{self.value:.0f} ±{(self.high - self.low) / 2:.0f}"


def forest(title: str, note: str, rows: Sequence[ForestRow]) -> str:
    """Ratings, the best on top, as SVG; one row at least."""
    names = max(width_of(row.name) for row in rows) + 14
    ranks = max(width_of(row.ranks) for row in rows) + 14
    begin = LEFT + ranks + names
    width = max(begin + PLOT + NUMBERS, LEFT + width_of(title) * 1.2, LEFT + width_of(note))
    height = TOP + ROW * len(rows) + BOTTOM
    values = [v for row in rows for v in (row.value, row.low, row.high) if v is not None]
    scale = Scale(*around(values, 0.08, 100), begin, begin + PLOT)
    base = height - BOTTOM
    shapes = [
        text(LEFT, 18, title, bold=True, size=15),
        text(LEFT, 38, note, fill=FAINT),
    ]
    for tick in scale.ticks():
        shapes += [
            line(scale(tick), TOP, scale(tick), base),
            text(scale(tick), base + 14, f"{tick:.0f}", "middle", FAINT),
        ]
    for number, row in enumerate(rows):
        y = TOP + ROW * (number + 0.5)
        if number and row.group != rows[number - 1].group:
            shapes.append(line(LEFT, y - ROW / 2, width - LEFT, y - ROW / 2, FAINT, dash="2 3"))
        shapes += _row(row, y, scale, LEFT + ranks)
    return document(width, height, title, shapes)


def _row(row: ForestRow, y: float, scale: Scale, names: float) -> list[str]:
    low = scale(scale.low if row.low is None else row.low)
    high = scale(scale.high if row.high is None else row.high)
    shapes = [
        text(names - 14, y, row.ranks, "end", FAINT),
        text(names, y, row.name),
        line(low, y, high, y, BLUE, 2.5),
    ]
    for end, open_end, way in ((low, row.low is None, -1), (high, row.high is None, 1)):
        if open_end:
            arrow = [(end, y), (end - 8 * way, y - 5), (end - 8 * way, y + 5)]
            shapes.append(polygon(arrow, BLUE))
        else:
            shapes.append(line(end, y - 5, end, y + 5, BLUE, 2.5))
    if row.low is not None and row.high is not None:
        shapes.append(circle(scale(row.value), y, 4.5, BLUE))
    shapes.append(text(scale.end + 12, y, row.said, fill=INK))
    return [line(names, y + ROW / 2, scale.end, y + ROW / 2, GRID, 0.5), *shapes]
