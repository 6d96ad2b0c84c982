"""Config, jobs, engines, runner: from a TOML file to results that are stored."""

from arena.tournament.comparison import CYCLES as COMPARED
from arena.tournament.comparison import Comparison, open_comparison, told_apart
from arena.tournament.config import TournamentConfig, TournamentTable, load_config
from arena.tournament.engines import Engine, LocalPool
from arena.tournament.entry import Entry, LeftOut, read_entry
from arena.tournament.jobs import JobBook, Progress
from arena.tournament.reveal import Revealed, commitment, reveal
from arena.tournament.runner import Runner
from arena.tournament.self_test import SelfTest, self_test
from arena.tournament.stages import planned_pairs
from arena.tournament.status import Status, status
from arena.tournament.tournament import Tournament, open_tournament

__all__ = [
    "COMPARED",
    "Comparison",
    "Engine",
    "Entry",
    "JobBook",
    "LeftOut",
    "LocalPool",
    "Progress",
    "Revealed",
    "Runner",
    "SelfTest",
    "Status",
    "Tournament",
    "TournamentConfig",
    "TournamentTable",
    "commitment",
    "load_config",
    "open_comparison",
    "open_tournament",
    "planned_pairs",
    "read_entry",
    "reveal",
    "self_test",
    "status",
    "told_apart",
]
