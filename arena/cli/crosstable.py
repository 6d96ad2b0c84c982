"""`arena crosstable` and `arena cycles`: who did what against whom."""

from pathlib import Path
from typing import Any

import click

from arena.cli.luck_view import luck_json, luck_sheet
from arena.cli.options import luck_option, store_option, tournament_option
from arena.cli.sheet import Form, Sheet, form_options, print_sheet
from arena.cli.text import plural
from arena.ratings import HeadToHead
from arena.results import Cell, Circle, Crosstable, circles_of, luck_of_pairings
from arena.results import crosstable as read_crosstable
from arena.store import Store
from arena.views.crosstable import CELL_FIELDS, cell_record, crosstable_json

FINE_MARGIN = 0.01
"""Half an interval of the score below which a digit after the point says something."""

CIRCLE_FIELDS = (
    *("first", "second", "third"),
    *("score_first", "score_second", "score_third"),
    *("superiority_first", "superiority_second", "superiority_third"),
)


@click.command()
@store_option
@tournament_option
@luck_option
@form_options
def crosstable(store: Path, tournament: str | None, luck: bool, form: Form) -> None:
    """Print what each bot scored against each other one, with 95 % intervals.

    Rows and columns are in the order of the standings; a number is what the bot of the row scored
    against that of the column. Marked with ! is what the ratings do not explain (|z| > 3).
    With --luck the pairings are listed instead, each with and without the luck of the cards.
    """
    with Store(store) as opened:
        name = opened.rated(tournament).name
        if luck:
            pairings = luck_of_pairings(opened, name)
            print_sheet(luck_sheet(name, pairings), form, lambda: luck_json(name, pairings))
            return
        found = read_crosstable(opened, name)
    print_sheet(_crosstable_sheet(found), form, lambda: crosstable_json(found))


@click.command()
@store_option
@tournament_option
@click.option(
    "--limit",
    type=click.IntRange(1),
    default=20,
    show_default=True,
    help="How many at most, the surest first.",
)
@form_options
def cycles(store: Path, tournament: str | None, limit: int, form: Form) -> None:
    """List circles: three bots that surely beat each other in turn, which no rating can show.

    Surely: each of the three has a likelihood of superiority above 95 % over the next, by their
    own pairs alone.
    """
    with Store(store) as opened:
        name = opened.rated(tournament).name
        found = circles_of(opened, name)
    print_sheet(_circles_sheet(name, found, limit), form, lambda: _circles_json(found[:limit]))


def _crosstable_sheet(found: Crosstable) -> Sheet:
    numbers = [str(number + 1) for number in range(len(found.bots))]
    pairings = found.pairings()
    margins = [_margin(cell) for cell in pairings]
    digits = 1 if min(margins, default=0.0) < FINE_MARGIN else 0
    rows = [
        [number, bot, *(_cell_text(found, bot, opponent, digits) for opponent in found.bots)]
        for number, bot in zip(numbers, found.bots, strict=True)
    ]
    return Sheet(
        ("", "bot", *numbers),
        rows,
        " ".join(numbers),
        _crosstable_note(found, pairings),
        [cell_record(cell) for cell in pairings],
        CELL_FIELDS,
    )


def _cell_text(found: Crosstable, bot: str, opponent: str, digits: int) -> str:
    if bot == opponent:
        return "·"
    if (bot, opponent) not in found.cells:
        return "–"
    cell = found.cells[bot, opponent]
    mark = "!" if cell.surprising else ""
    return f"{100 * cell.cell.score:.{digits}f} ±{100 * _margin(cell):.{digits}f}{mark}"


def _margin(cell: Cell) -> float:
    return (cell.high - cell.low) / 2


def _crosstable_note(found: Crosstable, pairings: list[Cell]) -> str:
    if not pairings:
        return f"{found.tournament}: no mirror pair yet"
    counts = [cell.cell.pairs for cell in pairings]
    each = plural(min(counts), "mirror pair")
    if min(counts) < max(counts):
        each = f"{min(counts):,} to {plural(max(counts), 'mirror pair')}"
    if found.rated_with is not None:
        each += f", with those of {found.rated_with},"
    lines = [f"{found.tournament}: score in % with half its 95 % interval, {each} in each pairing"]
    lines += [
        f"! {cell.bot} against {cell.opponent}: expected {100 * cell.expected:.1f} %, "
        f"z = {cell.z:+.1f}"
        for cell in pairings
        if cell.surprising
    ]
    freedom = found.fit.degrees_of_freedom
    if freedom > 0:
        lines.append(
            f"all pairings together: X²/φ = {found.fit.statistic:.1f}, "
            f"where one number per bot would give about {freedom}"
        )
    return "\n".join(lines)


def _circles_sheet(tournament: str, found: list[Circle], limit: int) -> Sheet:
    rows = [
        [
            " > ".join((*circle.bots, circle.bots[0])),
            " · ".join(f"{100 * edge.score:.1f} %" for edge in circle.edges),
            " · ".join(f"{edge.pairs:,}" for edge in circle.edges),
            f"{100 * circle.weakest:.1f} %",
        ]
        for circle in found[:limit]
    ]
    note = f"{tournament}: {plural(len(found), 'circle')} of three bots that surely beat each other"
    if len(found) > limit:
        note += f"; the {limit} surest are shown"
    if not found:
        note = f"{tournament}: no three bots surely beat each other in turn"
    records = [_circle_record(circle) for circle in found[:limit]]
    return Sheet(
        ("circle", "scores", "pairs", "surety"), rows, "surety", note, records, CIRCLE_FIELDS
    )


def _circles_json(found: list[Circle]) -> list[dict[str, Any]]:
    return [
        {"bots": list(circle.bots), "edges": [_edge(edge) for edge in circle.edges]}
        for circle in found
    ]


def _edge(edge: HeadToHead) -> dict[str, object]:
    return {"pairs": edge.pairs, "score": edge.score, "superiority": edge.superiority}


def _circle_record(circle: Circle) -> dict[str, object]:
    values = (
        *circle.bots,
        *(edge.score for edge in circle.edges),
        *(edge.superiority for edge in circle.edges),
    )
    return dict(zip(CIRCLE_FIELDS, values, strict=True))
