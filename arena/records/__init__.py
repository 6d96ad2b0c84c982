"""What matches leave, for all who read it: nothing here plays, and nothing needs what plays.

record.py       the record of a match, the public format
faults.py       what a bot can forfeit by
chain.py        a record's link to the one stored before it
pair.py         a mirror pair: planned, played or void
pair_score.py   what its two records say about the bots
replay.py       a recorded match, state by state
left_behind.py  what bots leave beside the record
"""

from arena.records.chain import Link, link_of, with_link, without_link
from arena.records.faults import Fault, FaultKind
from arena.records.left_behind import CrashReport, log_file
from arena.records.pair import PairOutcome, PairPlan, PlayedMatch, PlayedPair, VoidPair
from arena.records.pair_score import PairScore, pair_score, piece_units, score_of
from arena.records.record import (
    RECORD_VERSION,
    BotRef,
    DealRecord,
    MatchRecord,
    Outcome,
    decode_record,
    encode_record,
)
from arena.records.replay import deal_actions, replay

__all__ = [
    "RECORD_VERSION",
    "BotRef",
    "CrashReport",
    "DealRecord",
    "Fault",
    "FaultKind",
    "Link",
    "MatchRecord",
    "Outcome",
    "PairOutcome",
    "PairPlan",
    "PairScore",
    "PlayedMatch",
    "PlayedPair",
    "VoidPair",
    "deal_actions",
    "decode_record",
    "encode_record",
    "link_of",
    "log_file",
    "pair_score",
    "piece_units",
    "replay",
    "score_of",
    "with_link",
    "without_link",
]
