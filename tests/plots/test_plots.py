"""Pictures are sound XML, say everything in text too, and are safe to show."""

import itertools
import math
import re
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.plots import ForestRow, HeatCell, Line, forest, heatmap, likelihood_path, lines
from arena.plots.axes import Scale, round_step
from arena.plots.heatmap import WHITE_BELOW, colour, luminance
from arena.plots.lines import spread
from arena.plots.svg import FONT_SIZE, safe, width_of
from tests.cli.commands import NASTY

EVIL = f"</text><script>alert(1)</script>&amp;\"'{NASTY}"

SHAPES = {"svg", "title", "rect", "line", "text", "circle", "polyline", "polygon"}


def parsed(picture: str) -> ElementTree.Element:
    """The picture, with what holds for every one of them checked."""
    root = ElementTree.fromstring(picture)
    kinds = {element.tag.rpartition("}")[2] for element in root.iter()}
    assert kinds <= SHAPES, "nothing but shapes and text"
    assert not re.search(r"nan|inf|\bNone\b", re.sub(r">[^<]*<", "><", picture))
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    for element in root.iter():
        for key in ("x", "x1", "x2", "cx"):
            assert 0 <= float(element.attrib.get(key, 0)) <= width
        for key in ("y", "y1", "y2", "cy"):
            assert 0 <= float(element.attrib.get(key, 0)) <= height
    for label in root.iter("{http://www.w3.org/2000/svg}text"):
        size = float(label.attrib["font-size"]) / FONT_SIZE
        room = {"start": width - float(label.attrib["x"]), "end": float(label.attrib["x"])}
        needed = size * width_of(label.text or "")
        assert needed <= room.get(label.attrib["text-anchor"], width), label.text
    return root


def said(root: ElementTree.Element) -> list[str]:
    return [element.text or "" for element in root.iter() if element.tag.endswith("}text")]


def pictures(name: str) -> dict[str, str]:
    """One of each kind, with this name in every place that has one."""
    return {
        "forest": forest(name, name, [ForestRow(name, "1", 1500, 1400, 1600)]),
        "heatmap": heatmap(name, name, [name, "b"], {(0, 1): HeatCell(0.5, True)}),
        "lines": lines(name, name, "cycles", [1, 2], [Line(name, (1500, 1510), (50, 40))]),
        "path": likelihood_path(name, name, [0.5, -1, 3], (-2.9, 2.9), (name, name)),
    }


@pytest.mark.parametrize("kind", ["forest", "heatmap", "lines", "path"])
def test_a_name_is_text_whatever_it_holds(kind: str) -> None:
    root = parsed(pictures(EVIL)[kind])
    shown = [text for text in said(root) if "script" in text]
    assert shown
    for text in shown:
        assert "</text><script>alert(1)</script>&amp;" in text
        assert not set(text) & set("\x1b\x07\u202e\u2066\x9b\x00\r\b\u2028\n")


@given(st.text(max_size=60))
def test_any_text_can_be_shown(text: str) -> None:
    shown = ElementTree.fromstring(f"<text>{safe(text)}</text>").text or ""
    assert len(shown) == len(text)
    assert width_of(text) >= 0


def test_persian_keeps_its_joiners() -> None:
    assert safe("حکم\u200cباز") == "حکم\u200cباز"


def test_every_rating_is_written_beside_its_interval() -> None:
    rows = [
        ForestRow("ace", "1", 2000, 2000, None),
        ForestRow("naive", "2–3", 1510, 1480, 1540),
        ForestRow("dud", "4", 900, None, 900),
        ForestRow("island", "1", 1500, 1400, 1600, group=1),
    ]
    picture = forest("league", "note", rows)
    texts = said(parsed(picture))
    for expected in ("≥2000", "1510 ±30", "≤900", "1500 ±100", "2–3"):
        assert expected in texts
    assert picture.count("<polygon") == 2, "an arrow where nothing limits a rating"
    assert picture.count("stroke-dasharray") == 1, "a line between groups that never met"


def test_every_score_is_written_in_its_cell_and_marked_in_words_too() -> None:
    cells = {(0, 1): HeatCell(0.625, False), (1, 0): HeatCell(0.375, True)}
    texts = said(parsed(heatmap("league", "note", ["a", "b"], cells)))
    assert "62" in texts
    assert "38!" in texts


@given(st.floats(0, 1))
def test_numbers_stand_out_from_their_cells(score: float) -> None:
    """At least 4.5 to 1: WCAG 2.1, 1.4.3."""
    back = luminance(colour(score))
    light, dark = (1.0, back) if back < WHITE_BELOW else (back, 0.0)
    assert (light + 0.05) / (dark + 0.05) >= 4.5


def test_high_and_low_scores_differ_in_more_than_red_and_green() -> None:
    low, high = colour(0.0), colour(1.0)
    assert abs(low[2] - high[2]) > 150
    assert colour(0.5) == (247, 247, 247)


def test_lines_are_named_at_their_ends_with_their_last_value() -> None:
    found = [Line(f"bot{n}", (1400 + n, 1500 + n), (90, 30)) for n in range(20)]
    root = parsed(lines("league", "note", "cycles", [1, 2], found))
    texts = said(root)
    assert {f"{1500 + n} bot{n}" for n in range(20)} <= set(texts)
    places = sorted(
        float(element.attrib["y"])
        for element in root.iter()
        if re.fullmatch(r"\d{4} bot\d+", element.text or "")
    )
    assert all(later - sooner > 13 for sooner, later in itertools.pairwise(places))


def test_one_finished_cycle_is_drawn_as_points() -> None:
    found = [Line("a", (1520.0,), (80.0,)), Line("b", (1480.0,), (80.0,))]
    assert lines("league", "note", "cycles", [1], found).count("<circle") == 2


@given(st.lists(st.floats(0, 300), min_size=1, max_size=15))
def test_names_are_moved_apart_and_stay_on_the_picture(wanted: list[float]) -> None:
    places = spread(sorted(wanted), 16, 0, 300)
    assert len(places) == len(wanted)
    assert all(0 <= place <= 300 for place in places)
    assert all(b - a >= 16 - 1e-9 for a, b in itertools.pairwise(places))


def test_a_path_shows_both_bounds_and_what_they_mean() -> None:
    root = parsed(likelihood_path("a against b", "note", [0.1] * 5_000, (-2.9, 2.9), ("no", "yes")))
    assert {"no", "yes", "mirror pairs"} <= set(said(root))
    (path,) = [element for element in root.iter() if element.tag.endswith("}polyline")]
    assert len(path.attrib["points"].split()) < 2_000


def test_a_path_without_a_look_can_be_drawn() -> None:
    parsed(likelihood_path("a against b", "note", [], (-2.9, 2.9), ("no", "yes")))


@given(st.floats(-1e4, 1e4), st.floats(1, 1e5), st.integers(3, 10))
def test_ticks_are_few_and_inside(low: float, span: float, most: int) -> None:
    scale = Scale(low, low + span, 0, 100)
    ticks = scale.ticks(most)
    assert len(ticks) <= most + 1
    assert all(-0.01 <= scale(tick) <= 100.01 for tick in ticks)
    digits = f"{round_step(span, most):e}"[0]
    assert digits in "125"
    assert math.isfinite(scale(low))
