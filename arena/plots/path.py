"""A sequential test on its way between two bounds."""

from collections.abc import Sequence

from arena.plots.axes import Scale
from arena.plots.svg import (
    BLUE,
    FAINT,
    INK,
    ORANGE,
    circle,
    document,
    line,
    polyline,
    text,
    width_of,
)

WIDTH, HEIGHT, TOP, LEFT, BOTTOM = 620, 300, 76, 56, 48
MOST_POINTS = 1_500


def likelihood_path(
    title: str,
    note: str,
    path: Sequence[float],
    bounds: tuple[float, float],
    accepted: tuple[str, str],
    *,
    per_look: float = 1,
    unit: str = "mirror pairs",
) -> str:
    """The log-likelihood ratio after each look, as SVG.

    Args:
        title: said above.
        note: said below the title.
        path: the ratio at each look.
        bounds: the lower and the upper.
        accepted: what it means to reach the one, and the other.
        per_look: how many pairs each look adds, on average.
        unit: what they are called.
    """
    low, high = bounds
    base = TOP + HEIGHT
    width = max(LEFT + WIDTH + 24, LEFT + width_of(title) * 1.2, LEFT + width_of(note))
    pairs = max(len(path) * per_look, 1)
    x = Scale(0, pairs, LEFT, LEFT + WIDTH)
    y = Scale(min(low, *path, 0) * 1.15, max(high, *path, 0) * 1.15, base, TOP)
    shapes = [text(16, 18, title, bold=True, size=15), text(16, 38, note, fill=FAINT)]
    shapes.append(text(16, TOP - 14, "log-likelihood ratio", fill=FAINT))
    for tick in y.ticks(7):
        shapes += [
            line(LEFT, y(tick), LEFT + WIDTH, y(tick)),
            text(LEFT - 8, y(tick), f"{tick:g}", "end", FAINT),
        ]
    for tick in x.ticks():
        if tick == round(tick):
            shapes.append(text(x(tick), base + 14, f"{tick:,.0f}", "middle", FAINT))
    shapes.append(text(LEFT + WIDTH / 2, base + 34, unit, "middle", FAINT))
    for bound, said, stroke, side in ((high, accepted[1], BLUE, -1), (low, accepted[0], ORANGE, 1)):
        shapes += [
            line(LEFT, y(bound), LEFT + WIDTH, y(bound), stroke, 1.5, "6 4"),
            text(LEFT + 6, y(bound) + 10 * side, said, fill=stroke),
        ]
    step = max(1, len(path) // MOST_POINTS)
    looks = sorted({*range(0, len(path), step), len(path) - 1} - {-1})
    points = [(x(0), y(0))] + [(x((look + 1) * per_look), y(path[look])) for look in looks]
    shapes += [polyline(points, INK, 1.8), circle(*points[-1], 4, INK)]
    return document(width, base + BOTTOM, title, shapes)
