"""Values that change as a tournament goes on: a line for each bot, with the band of its error."""

from collections.abc import Sequence
from dataclasses import dataclass

from arena.plots.axes import Scale, around
from arena.plots.svg import (
    BLUE,
    FAINT,
    ORANGE,
    circle,
    document,
    line,
    polygon,
    polyline,
    text,
    width_of,
)

COLOURS = (BLUE, ORANGE, "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#222222")
DASHES = ("", "7 3", "2 3", "9 3 2 3")
"""A second bot of the same colour is dashed, a third dotted."""
BANDS = 5
"""With more lines than this, bands would only hide each other."""

WIDTH, HEIGHT, TOP, LEFT, BOTTOM, LABEL = 620, 360, 56, 64, 44, 16


@dataclass(frozen=True, slots=True)
class Line:
    """One bot, from left to right."""

    name: str
    values: tuple[float, ...]
    errors: tuple[float, ...]
    """Half the 95 % interval at each."""


def lines(title: str, note: str, across: str, at: Sequence[float], found: Sequence[Line]) -> str:
    """Lines over `at`, as SVG; each is named at its right end.

    Args:
        title: said above.
        note: said below the title.
        across: what `at` counts.
        at: at least one value, ascending.
        found: one line at least, with a value for each of `at`.
    """
    names = max(width_of(each.name) for each in found) + 60
    tall = max(HEIGHT, LABEL * len(found))
    width = max(LEFT + WIDTH + names + 40, LEFT + width_of(title) * 1.2, LEFT + width_of(note))
    base = TOP + tall
    x = Scale(*around([at[0], at[-1]], 0, 1), LEFT, LEFT + WIDTH)
    # The first fits may be anywhere; they are cut off rather than flatten all that follows.
    settled = [v for each in found for v in each.values[len(at) // 5 :]]
    settled += [each.values[-1] + way * each.errors[-1] for each in found for way in (-1, 1)]
    y = Scale(*around(settled, 0.05, 100), base, TOP)
    shapes = [text(16, 18, title, bold=True, size=15), text(16, 38, note, fill=FAINT)]
    for tick in y.ticks():
        shapes += [
            line(LEFT, y(tick), LEFT + WIDTH, y(tick)),
            text(LEFT - 8, y(tick), f"{tick:.0f}", "end", FAINT),
        ]
    for tick in x.ticks():
        if tick == round(tick):
            shapes.append(text(x(tick), base + 14, f"{tick:.0f}", "middle", FAINT))
    shapes.append(text(LEFT + WIDTH / 2, base + 32, across, "middle", FAINT))
    for number, each in enumerate(found):
        shapes += _line(each, number, at, x, y, bands=len(found) <= BANDS)
    shapes += _names(found, at, x, y)
    return document(width, base + BOTTOM, title, shapes)


def _style(number: int) -> tuple[str, str]:
    return COLOURS[number % len(COLOURS)], DASHES[number // len(COLOURS) % len(DASHES)]


def _line(
    each: Line, number: int, at: Sequence[float], x: Scale, y: Scale, *, bands: bool
) -> list[str]:
    stroke, dash = _style(number)

    def clipped(value: float) -> float:
        return y(min(max(value, y.low), y.high))

    points = [(x(place), clipped(value)) for place, value in zip(at, each.values, strict=True)]
    if len(points) == 1:
        return [circle(*points[0], 3, stroke)]
    shapes = [polyline(points, stroke, dash=dash)]
    if bands:
        spans = list(zip(at, each.values, each.errors, strict=True))
        upper = [(x(place), clipped(value + error)) for place, value, error in spans]
        lower = [(x(place), clipped(value - error)) for place, value, error in spans]
        shapes.insert(0, polygon([*upper, *reversed(lower)], stroke, 0.1))
    return shapes


def _names(found: Sequence[Line], at: Sequence[float], x: Scale, y: Scale) -> list[str]:
    """Names at the right ends, moved apart where they would overlap, each tied to its line."""
    order = sorted(range(len(found)), key=lambda number: -found[number].values[-1])
    places = spread([y(found[number].values[-1]) for number in order], LABEL, y.end, y.begin)
    shapes = []
    for number, place in zip(order, places, strict=True):
        stroke, dash = _style(number)
        end, last = x(at[-1]), found[number].values[-1]
        shapes += [
            polyline([(end, y(last)), (end + 12, place), (end + 22, place)], stroke, 1, dash),
            text(end + 26, place, f"{last:.0f} {found[number].name}", fill=stroke),
        ]
    return shapes


def spread(wanted: Sequence[float], least: float, top: float, bottom: float) -> list[float]:
    """Ascending places near the wanted ones, `least` apart, from `top` to `bottom` if they fit."""
    placed: list[float] = []
    for place in wanted:
        placed.append(max(place, placed[-1] + least) if placed else max(place, top))
    limit = bottom
    for number in range(len(placed) - 1, -1, -1):
        placed[number] = min(placed[number], limit)
        limit = placed[number] - least
    return placed
