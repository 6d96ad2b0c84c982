"""Plays ONE job: match loop, clock, faults, channel, bot processes, record."""

from arena.referee.bot_player import BotPlayer, CrashReport
from arena.referee.chain import Link, link_of, with_link, without_link
from arena.referee.channel import open_lane
from arena.referee.clock import Clock
from arena.referee.faults import Fault, FaultKind
from arena.referee.job import BotProgram, MatchJob, MatchPlan, MatchSettings, PairPlan, Transport
from arena.referee.match_loop import play_match
from arena.referee.pair_score import PairScore, pair_score, piece_units, score_of
from arena.referee.play import (
    PairOutcome,
    PlayedMatch,
    PlayedPair,
    VoidPair,
    log_file,
    play,
    play_against,
    play_one,
    turns_of,
)
from arena.referee.player import Failure, Player, Reply
from arena.referee.record import (
    RECORD_VERSION,
    BotRef,
    DealRecord,
    MatchRecord,
    Outcome,
    deal_record,
    decode_record,
    encode_record,
)
from arena.referee.replay import deal_actions, replay
from arena.referee.shown import ShownDigests
from arena.referee.table import Watch, beginning, request

__all__ = [
    "RECORD_VERSION",
    "BotPlayer",
    "BotProgram",
    "BotRef",
    "Clock",
    "CrashReport",
    "DealRecord",
    "Failure",
    "Fault",
    "FaultKind",
    "Link",
    "MatchJob",
    "MatchPlan",
    "MatchRecord",
    "MatchSettings",
    "Outcome",
    "PairOutcome",
    "PairPlan",
    "PairScore",
    "PlayedMatch",
    "PlayedPair",
    "Player",
    "Reply",
    "ShownDigests",
    "Transport",
    "VoidPair",
    "Watch",
    "beginning",
    "deal_actions",
    "deal_record",
    "decode_record",
    "encode_record",
    "link_of",
    "log_file",
    "open_lane",
    "pair_score",
    "piece_units",
    "play",
    "play_against",
    "play_match",
    "play_one",
    "replay",
    "request",
    "score_of",
    "turns_of",
    "with_link",
    "without_link",
]
