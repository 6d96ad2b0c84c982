"""What a store says of a tournament: read by commands and pages, with nothing that plays.

standings.py   the leaderboard
crosstable.py  every pairing, and circles among them
history.py     ratings after each cycle or round; steps.py finds those
luck.py        scores with the luck of the cards taken out
"""

from arena.results.crosstable import Cell, Circle, Crosstable, circles_of, crosstable
from arena.results.history import History, history
from arena.results.luck import PairingLuck, luck_of_bot, luck_of_pairings, with_luck_out
from arena.results.standings import Leaderboard, LeaderboardRow, leaderboard, pair_table

__all__ = [
    "Cell",
    "Circle",
    "Crosstable",
    "History",
    "Leaderboard",
    "LeaderboardRow",
    "PairingLuck",
    "circles_of",
    "crosstable",
    "history",
    "leaderboard",
    "luck_of_bot",
    "luck_of_pairings",
    "pair_table",
    "with_luck_out",
]
