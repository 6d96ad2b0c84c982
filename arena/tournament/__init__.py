"""Config, schedule, jobs, runner, standings: from a TOML file to a leaderboard."""

from arena.tournament.comparison import CYCLES as COMPARED
from arena.tournament.comparison import Comparison, open_comparison, told_apart
from arena.tournament.config import TournamentConfig, TournamentTable, load_config
from arena.tournament.crosstable import Cell, Circle, Crosstable, circles_of, crosstable
from arena.tournament.engines import Engine, LocalPool
from arena.tournament.entry import Entry, LeftOut, read_entry
from arena.tournament.history import History, history
from arena.tournament.jobs import JobBook, Progress
from arena.tournament.luck import PairingLuck, luck_of_bot, luck_of_pairings, with_luck_out
from arena.tournament.reveal import Revealed, commitment, reveal
from arena.tournament.runner import Runner
from arena.tournament.schedules import (
    Bracket,
    Pairing,
    SwissTable,
    Tie,
    berger_rounds,
    cycle_of,
    plan_pair,
    round_robin,
)
from arena.tournament.self_test import SelfTest, self_test
from arena.tournament.stages import planned_pairs
from arena.tournament.standings import Leaderboard, LeaderboardRow, leaderboard, pair_table
from arena.tournament.status import Status, status
from arena.tournament.tournament import Tournament, open_tournament

__all__ = [
    "COMPARED",
    "Bracket",
    "Cell",
    "Circle",
    "Comparison",
    "Crosstable",
    "Engine",
    "Entry",
    "History",
    "JobBook",
    "Leaderboard",
    "LeaderboardRow",
    "LeftOut",
    "LocalPool",
    "Pairing",
    "PairingLuck",
    "Progress",
    "Revealed",
    "Runner",
    "SelfTest",
    "Status",
    "SwissTable",
    "Tie",
    "Tournament",
    "TournamentConfig",
    "TournamentTable",
    "berger_rounds",
    "circles_of",
    "commitment",
    "crosstable",
    "cycle_of",
    "history",
    "leaderboard",
    "load_config",
    "luck_of_bot",
    "luck_of_pairings",
    "open_comparison",
    "open_tournament",
    "pair_table",
    "plan_pair",
    "planned_pairs",
    "read_entry",
    "reveal",
    "round_robin",
    "self_test",
    "status",
    "told_apart",
    "with_luck_out",
]
