"""Stored matches judged by an analyst: what each decision was worth, and what the best would be."""

from arena.analysis.analysis import Analysis, keep_analysis, kept_analysis
from arena.analysis.asking import Analysing, analyse
from arena.analysis.judgement import Judgement, judge
from arena.analysis.objects import TALLY_FIELDS, analysis_json, tally_records
from arena.analysis.summary import BotSummary, Judged, Tally, decisions, summary
from arena.analysis.values import Values, most_points, read_values

__all__ = [
    "TALLY_FIELDS",
    "Analysing",
    "Analysis",
    "BotSummary",
    "Judged",
    "Judgement",
    "Tally",
    "Values",
    "analyse",
    "analysis_json",
    "decisions",
    "judge",
    "keep_analysis",
    "kept_analysis",
    "most_points",
    "read_values",
    "summary",
    "tally_records",
]
