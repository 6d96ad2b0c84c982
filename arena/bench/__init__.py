"""How fast the arena is on this host, as multiples of what the host can do at all.

    figures.py        a figure, its ratio to R, and the report of a run
    rounds.py         runs: every case once in every round
    cases.py          the table of cases, and which of them a run takes
    place.py          where they run
    bots.py           with which bots; compiled.py has those in C++ (first.cpp)
    floors.py         R and F: round trips with no arena between (echo.py, floor.c)
    refereeing.py     complete refereed decisions
    split.py          where the time of a decision goes
    throughput.py     a whole tournament with one and two referee processes (league.py)
    starts.py         starting a bot
    storage.py        the store and the leaderboard
    check.py          ratios kept in a file, and what fell behind them

`arena/referee/README.md` explains the figures.
"""

from arena.bench.cases import FULL, QUICK, USUAL, Size, all_cases, chosen
from arena.bench.check import Fallen, compared, fallen, read_ratios, write_ratios
from arena.bench.figures import PROCESSOR, Case, Figure, Report, Unit
from arena.bench.place import Place, open_place
from arena.bench.rounds import measure

__all__ = [
    "FULL",
    "PROCESSOR",
    "QUICK",
    "USUAL",
    "Case",
    "Fallen",
    "Figure",
    "Place",
    "Report",
    "Size",
    "Unit",
    "all_cases",
    "chosen",
    "compared",
    "fallen",
    "measure",
    "open_place",
    "read_ratios",
    "write_ratios",
]
