"""Counts of legal action sequences, to compare with the engine's own counts."""

from __future__ import annotations

import copy
import json
from typing import Any

from tests.oracle.hokm import OracleMatch, in_order


def action_key(action: dict[str, Any]) -> str:
    """An action as JSON text: names in alphabetical order, no spaces, thrown cards in hand order.

    Two spellings of one action give the same text.
    """
    action = dict(action)
    if "throw" in action:
        action["throw"] = in_order(action["throw"])
    return json.dumps(action, sort_keys=True, separators=(",", ":"))


def after(match: OracleMatch, action: dict[str, Any]) -> OracleMatch:
    """Act on a copy."""
    copied = copy.deepcopy(match)
    copied.act(action)
    return copied


def perft(match: OracleMatch, depth: int) -> int:
    """How many sequences of `depth` legal actions are there from here, within the current deal?

    The deal's end stops a line, which then counts as one. Conceding is not counted.
    """
    if depth == 0 or match.over() or match.needs_deal():
        return 1
    if depth == 1:
        return len(match.legal())
    return sum(perft(after(match, action), depth - 1) for action in match.legal())


def divide(match: OracleMatch, depth: int) -> dict[str, int]:
    """The same count for each first action; depth is counted with that action and is at least 1."""
    if depth < 1:
        raise ValueError("the depth must be at least 1")
    return {action_key(action): perft(after(match, action), depth - 1) for action in match.legal()}
