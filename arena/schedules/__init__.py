"""Who meets whom, and in which order: pure functions of names, seed and what is stored already."""

from arena.schedules import dutch
from arena.schedules.adaptive import most_telling
from arena.schedules.continuous import continuous
from arena.schedules.gauntlet import gauntlet, gauntlet_pairs
from arena.schedules.knockout import Bracket, Tie, bracket, bracket_order, knockout
from arena.schedules.pairing import (
    Names,
    Pairing,
    Results,
    Stage,
    cycle_of,
    pair_id,
    pairing_of,
    plan_pair,
    results_by_pairing,
)
from arena.schedules.round_robin import berger_rounds, round_robin, total_pairs
from arena.schedules.swiss import (
    BOTS_LIMIT,
    Contestant,
    SwissTable,
    rounds_limit,
    swiss,
    swiss_table,
)

__all__ = [
    "BOTS_LIMIT",
    "Bracket",
    "Contestant",
    "Names",
    "Pairing",
    "Results",
    "Stage",
    "SwissTable",
    "Tie",
    "berger_rounds",
    "bracket",
    "bracket_order",
    "continuous",
    "cycle_of",
    "dutch",
    "gauntlet",
    "gauntlet_pairs",
    "knockout",
    "most_telling",
    "pair_id",
    "pairing_of",
    "plan_pair",
    "results_by_pairing",
    "round_robin",
    "rounds_limit",
    "swiss",
    "swiss_table",
    "total_pairs",
]
