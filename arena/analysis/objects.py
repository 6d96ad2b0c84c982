"""An analysis for programs: the same on the command line and in the browser."""

from typing import Any

import msgspec

from arena.analysis.analysis import Analysis
from arena.analysis.judgement import DECIMALS
from arena.analysis.summary import BotSummary, Judged, Tally

TALLY_FIELDS = (
    *("bot", "version", "seat", "phase", "decisions", "accuracy"),
    *("mistakes", "lost", "margin", "lost_at_all"),
)
"""Of a bot in a phase, for programs that want no JSON."""


def analysis_json(tournament: str, analysis: Analysis) -> dict[str, Any]:
    """All of it. Points are those of deals, own minus opponent's; margins half a 95 % interval."""
    return {
        "match": analysis.record.match,
        "tournament": tournament,
        "analyst": {"name": analysis.analyst, "version": analysis.version},
        "move_ms": analysis.move_ms,
        "at": analysis.at,
        "deals": len(analysis.record.deals),
        "bots": [_bot(each) for each in analysis.bots],
        "decisions": [_decision(each) for each in analysis.decisions],
    }


def tally_records(analysis: Analysis) -> list[dict[str, object]]:
    """Each bot as a whole (`phase` is `all`) and in each phase, as plain values."""
    return [
        {"bot": bot.bot.name, "version": bot.bot.version, "seat": int(bot.seat), "phase": phase}
        | _tally(tally)
        for bot in analysis.bots
        for phase, tally in [("all", bot.whole), *((p.value, t) for p, t in bot.phases.items())]
    ]


def _bot(summed: BotSummary) -> dict[str, Any]:
    return {
        "bot": summed.bot.name,
        "version": summed.bot.version,
        "seat": int(summed.seat),
        **_tally(summed.whole),
        "lost_per_deal": round(summed.lost_per_deal, DECIMALS),
        "margin_per_deal": round(summed.margin_per_deal, DECIMALS),
        "phases": {phase.value: _tally(tally) for phase, tally in summed.phases.items()},
        "biggest": [each.judgement.number for each in summed.biggest],
    }


def _tally(tally: Tally) -> dict[str, object]:
    return {
        "decisions": tally.decisions,
        "accuracy": tally.accuracy,
        "mistakes": tally.mistakes,
        "lost": round(tally.lost, DECIMALS),
        "margin": round(tally.margin, DECIMALS),
        "lost_at_all": round(tally.lost_at_all, DECIMALS),
    }


def _decision(judged: Judged) -> dict[str, Any]:
    found = judged.judgement
    return {
        "decision": found.number,
        "seat": int(judged.seat),
        "deal": judged.deal,
        "move": judged.move,
        "phase": judged.phase.value,
        "hand": judged.hand,
        "offered": judged.offered,
        "trump": judged.trump,
        "lead": judged.lead,
        "legal": judged.legal,
        "chosen": msgspec.to_builtins(judged.chosen),
        "best": msgspec.to_builtins(judged.best),
        "value": found.value,
        "best_value": found.best_value,
        "lost": found.lost,
        "margin": found.margin,
        "mistake": found.mistake,
    }
