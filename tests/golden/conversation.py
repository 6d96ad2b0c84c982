"""`protocol/vectors/conversation.jsonl`: a real match, as one bot's line saw it."""

import json
import time
from pathlib import Path

from arena.referee import MatchPlan, MatchSettings, bot_player, channel, play_match
from arena.referee.channel import open_lane
from arena.referee.pondering import Turns
from arena.registry import load_bot
from arena.rules import Ruleset, Seat
from arena.sandbox import open_launcher

ROOT = Path(__file__).parents[2]
SEED = "conversation 3"
FILE = ROOT / "protocol" / "vectors" / "conversation.jsonl"


def converse() -> list[str]:
    """Play naive against value in the sandbox, to 1 point; what naive in seat 0 said and heard."""
    before, channel.KEPT_FOR_REPORT = channel.KEPT_FOR_REPORT, 1_000
    try:
        return _converse()
    finally:
        channel.KEPT_FOR_REPORT = before


def _converse() -> list[str]:
    settings = MatchSettings(rules=Ruleset(target=1))
    programs = tuple(load_bot(ROOT / "bots" / name).program for name in ("naive", "value"))
    with open_launcher() as launcher, open_lane("direct") as open_channel:
        turns = Turns(time.perf_counter, cores=1, ponder=True)
        zero, one = (
            bot_player.BotPlayer(
                programs[seat], seat, settings, launcher, open_channel, time.perf_counter, turns
            )
            for seat in Seat
        )
        try:
            plan = MatchPlan(
                "1:naive:value.1",
                "1-1:naive:value",
                "1:naive:value",
                0,
                SEED,
                (programs[0], programs[1]),
                settings,
                launcher.description,
            )
            play_match(plan, (zero, one), time.perf_counter)
            zero.dismiss()
            assert zero._session is not None
            lines = [data.decode() for data in zero._session._channel.recent]
        finally:
            zero.close()
            one.close()
    return [
        json.dumps({"from": _sender(line), "message": json.loads(line)}, separators=(",", ":"))
        for line in lines
    ]


def _sender(line: str) -> str:
    return "bot" if json.loads(line)["type"] in ("hello", "action") else "referee"


def write() -> None:
    """Write the file anew."""
    FILE.write_text("".join(line + "\n" for line in converse()), "utf-8")
