"""`arena plot`: pictures of what is stored."""

from pathlib import Path

import click

from arena.cli.files import write_text
from arena.cli.options import output_option, store_option, tournament_option
from arena.cli.standings_view import ranks_text
from arena.cli.text import plural
from arena.errors import InputError
from arena.plots import ForestRow, HeatCell, Line, forest, heatmap, lines
from arena.results import crosstable, history, leaderboard
from arena.store import Store

DRAWN_BOTS = 60
"""In a crosstable or a history: with more, nothing could be read."""


@click.command()
@click.argument("kind", type=click.Choice(["ratings", "crosstable", "history"]))
@store_option
@tournament_option
@output_option
def plot(kind: str, store: Path, tournament: str | None, output: Path | None) -> None:
    """Draw a tournament as SVG, which every browser shows.

    KIND is `ratings` (each Elo with its 95 % interval), `crosstable` (who scored what against whom)
    or `history` (ratings as they were after each finished cycle, or round of a knockout). The way
    of a sequential test is drawn by `arena compare --svg`.
    """
    draw = {"ratings": _ratings, "crosstable": _crosstable, "history": _history}[kind]
    with Store(store) as opened:
        picture = draw(opened, opened.rated(tournament).name)
    if output is None:
        click.echo(picture, nl=False)
        return
    write_text(output, picture)
    click.echo(f"{output}: {plural(len(picture.encode()), 'byte')}", err=True)


def _ratings(store: Store, tournament: str) -> str:
    board = leaderboard(store, tournament)
    rows = [
        ForestRow(
            row.standing.name,
            ranks_text(rating),
            rating.elo,
            rating.interval.lo,
            rating.interval.hi,
            rating.group,
        )
        for row in board.rows
        if (rating := row.standing.rating)
    ]
    if not rows:
        raise InputError(f"{tournament}: no mirror pair yet, nothing to draw")
    deal = " of a deal" if board.format == "deals" else ""
    note = f"rank, Elo{deal} and its 95 % interval; {plural(board.pairs, 'mirror pair')}"
    return forest(tournament, note, rows)


def _crosstable(store: Store, tournament: str) -> str:
    found = crosstable(store, tournament)
    if not found.cells:
        raise InputError(f"{tournament}: no mirror pair yet, nothing to draw")
    bots = found.bots[:DRAWN_BOTS]
    cells = {
        (row, column): HeatCell(cell.cell.score, cell.surprising)
        for row, bot in enumerate(bots)
        for column, opponent in enumerate(bots)
        if (cell := found.cells.get((bot, opponent)))
    }
    note = plural(sum(cell.cell.pairs for cell in found.pairings()), "mirror pair")
    return heatmap(tournament, note + _left_out(found.bots), bots, cells)


def _history(store: Store, tournament: str) -> str:
    found = history(store, tournament)
    if not found.cycles:
        raise InputError(f"{tournament}: no {found.kind} is finished yet, nothing to draw")
    best = sorted(range(len(found.bots)), key=lambda bot: (-found.elo[-1][bot], found.bots[bot]))
    drawn = [
        Line(
            found.bots[bot],
            tuple([elo[bot] for elo in found.elo]),
            tuple([error[bot] for error in found.errors]),
        )
        for bot in best[:DRAWN_BOTS]
    ]
    scale = "the mean is 1500" if found.anchor is None else f"anchor {found.anchor}"
    note = f"Elo by all results up to each {found.kind}, {scale}; bands, if any, are 95 % intervals"
    return lines(
        tournament, note + _left_out(found.bots), f"finished {found.kind}s", found.cycles, drawn
    )


def _left_out(bots: tuple[str, ...]) -> str:
    return f"; the best {DRAWN_BOTS} of {len(bots)} bots" if len(bots) > DRAWN_BOTS else ""
