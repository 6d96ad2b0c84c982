"""Pictures of results as SVG text: plain values in, text out, no files and no libraries.

svg.py        the few shapes that are used, and text made safe
axes.py       a scale with round numbers on it
forest.py     ratings with their intervals
heatmap.py    a crosstable
lines.py      ratings as a tournament went on
path.py       a sequential test on its way to a verdict

Colours are those of M. Okabe and K. Ito, "Color Universal Design", 2008, which people with any kind
of colour vision can tell apart; and no picture says anything by colour alone.
"""

from arena.plots.forest import ForestRow, forest
from arena.plots.heatmap import HeatCell, heatmap
from arena.plots.lines import Line, lines
from arena.plots.path import likelihood_path

__all__ = ["ForestRow", "HeatCell", "Line", "forest", "heatmap", "likelihood_path", "lines"]
