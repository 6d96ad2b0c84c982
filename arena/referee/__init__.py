"""Plays ONE job: match loop, clock, channel, bot processes, and the record that is made of it."""

from arena.referee.bot_player import BotPlayer
from arena.referee.channel import open_lane
from arena.referee.clock import Clock
from arena.referee.job import BotProgram, MatchJob, MatchPlan, MatchSettings, Transport
from arena.referee.match_loop import play_match
from arena.referee.play import play, play_against, play_one, turns_of
from arena.referee.player import Failure, Player, Reply
from arena.referee.recording import deal_record
from arena.referee.shown import SHOWN_DIGITS, ShownDigests
from arena.referee.table import Watch, beginning, request

__all__ = [
    "SHOWN_DIGITS",
    "BotPlayer",
    "BotProgram",
    "Clock",
    "Failure",
    "MatchJob",
    "MatchPlan",
    "MatchSettings",
    "Player",
    "Reply",
    "ShownDigests",
    "Transport",
    "Watch",
    "beginning",
    "deal_record",
    "open_lane",
    "play",
    "play_against",
    "play_match",
    "play_one",
    "request",
    "turns_of",
]
