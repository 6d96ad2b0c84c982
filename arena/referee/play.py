"""Plays one `MatchJob`: mirror pairs between two bots that stay warm and never meet a deck twice.

Each bot runs as two processes, one for each half of the pairs (RULES, shuffles): a process that had
played the first half would know its opponent's cards in the second.
"""

import contextlib
import os
import time
from collections.abc import Callable, Generator
from dataclasses import replace
from pathlib import Path

from arena.errors import HostError
from arena.records import PairOutcome, PairPlan, PlayedMatch, PlayedPair, VoidPair, log_file
from arena.referee.bot_player import BotPlayer
from arena.referee.channel import Lane, open_lane
from arena.referee.job import HALVES, MatchJob, MatchPlan, MatchSettings
from arena.referee.match_loop import play_match
from arena.referee.player import Player
from arena.referee.pondering import Turns
from arena.referee.table import Watch
from arena.rules import Seat
from arena.sandbox import Launcher


def play(
    job: MatchJob,
    launcher: Launcher,
    logs: Path | None = None,
    now: Callable[[], float] = time.perf_counter,
    lane: Lane = "direct",
) -> Generator[PairOutcome, None, None]:
    """Play the job's pairs in order, each given out as soon as both its halves are over.

    Bots start when the first pair begins and end with the iterator. Must run on one long-lived
    thread: a bot dies with the thread that started it.

    Args:
        job: what to play.
        launcher: where bots run.
        logs: folder for what bots write, one file for each bot and match; None keeps no files.
        now: seconds on a clock that never goes back.
        lane: who speaks the wire protocol at this end.
    """
    with contextlib.ExitStack() as stack:
        open_channel = stack.enter_context(open_lane(lane))
        turns = turns_of(job.settings, now)
        # By half, then by the job's bots; each closes before the lane does.
        players = [
            [
                BotPlayer(bot, 2 * half + number, job.settings, launcher, open_channel, now, turns)
                for number, bot in enumerate(job.bots)
            ]
            for half in HALVES
        ]
        _close_all(stack, [player for half in players for player in half])
        for pair in job.pairs:
            yield _play_pair(job, pair, players, launcher, logs, now)


def play_one(
    plan: MatchPlan,
    launcher: Launcher,
    now: Callable[[], float] = time.perf_counter,
    lane: Lane = "direct",
) -> PlayedMatch:
    """Play a single match that belongs to no pair.

    Raises:
        HostError: the machine failed, not a bot.
    """
    with contextlib.ExitStack() as stack:
        open_channel = stack.enter_context(open_lane(lane))
        turns = turns_of(plan.settings, now)
        zero, one = (
            BotPlayer(plan.bots[seat], seat, plan.settings, launcher, open_channel, now, turns)
            for seat in Seat
        )
        _close_all(stack, [zero, one])
        return _play_half(plan, (zero, one), None, now)


def play_against(
    plan: MatchPlan,
    guest: Player,
    seat: Seat,
    launcher: Launcher,
    turns: Turns,
    watch: Watch,
    now: Callable[[], float] = time.perf_counter,
    lane: Lane = "direct",
) -> PlayedMatch:
    """Play a single match of one bot against a player who is no bot.

    Args:
        plan: of the match; what it says of the guest's program does not count but for the name.
        guest: the player.
        seat: where the guest sits.
        launcher: where the bot runs.
        turns: of the bot; nobody looks while the guest thinks, unless the guest does.
        watch: looks on.
        now: seconds on a clock that never goes back.
        lane: who speaks the wire protocol at this end.

    Raises:
        HostError: the machine failed, not the bot.
    """
    with contextlib.ExitStack() as stack:
        open_channel = stack.enter_context(open_lane(lane))
        program = plan.bots[seat.other]
        bot = BotPlayer(program, seat.other, plan.settings, launcher, open_channel, now, turns)
        _close_all(stack, [bot])
        players: tuple[Player, Player] = (guest, bot) if seat is Seat.ZERO else (bot, guest)
        record = play_match(plan, players, now, watch)
        fault = record.result.fault
        at_fault = fault is not None and fault.seat is not seat
        return PlayedMatch(record, bot.retire() if at_fault else None)


def turns_of(settings: MatchSettings, now: Callable[[], float]) -> Turns:
    """The turns of bots that this process starts: they cannot leave its cores."""
    return Turns(now, len(os.sched_getaffinity(0)), ponder=settings.time.ponder)


def _close_all(stack: contextlib.ExitStack, players: list[BotPlayer]) -> None:
    """When the stack ends, say `bye` to all, and then wait for each."""
    for player in players:
        stack.callback(player.close)
    for player in players:
        stack.callback(player.dismiss)


def _play_pair(
    job: MatchJob,
    pair: PairPlan,
    players: list[list[BotPlayer]],
    launcher: Launcher,
    logs: Path | None,
    now: Callable[[], float],
) -> PairOutcome:
    played: list[PlayedMatch] = []
    for plan in job.halves(pair, launcher.description):
        if played:
            # Where a fault ended a row of single deals, the decks behind it are played by nobody.
            plan = replace(plan, decks=len(played[0].record.deals))
        zero, one = (job.bot_in(seat, pair, plan.half) for seat in Seat)
        seated = players[plan.half][zero], players[plan.half][one]
        try:
            played.append(_play_half(plan, seated, logs, now))
        except HostError as error:
            for player in seated:
                player.retire()
            return VoidPair(pair.pair, str(error))
    return PlayedPair(pair.pair, (played[0], played[1]))


def _play_half(
    plan: MatchPlan,
    players: tuple[BotPlayer, BotPlayer],
    logs: Path | None,
    now: Callable[[], float],
) -> PlayedMatch:
    for seat in Seat:
        players[seat].log_to(log_file(logs, plan.match, seat) if logs else None)
    record = play_match(plan, players, now)
    fault = record.result.fault
    return PlayedMatch(record, players[fault.seat].retire() if fault else None)
