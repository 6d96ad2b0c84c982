"""Judgements that are made up, for what is made of them."""

from arena.analysis import Analysis, Judgement, Values, judge
from arena.records import MatchRecord, replay
from arena.rules import CONCEDE, legal_actions

AT = "2024-01-02T03:04:05+00:00"


def judgements(record: MatchRecord, error: float = 0.1) -> tuple[Judgement, ...]:
    """Of every decision with a choice: the first legal action is the best, each next one worse."""
    found = []
    for number, (match, action) in enumerate(replay(record)):
        legal = legal_actions(match)
        if action is None or action == CONCEDE or len(legal) == 1:
            continue
        values = [1 - 2 * place / (len(legal) - 1) for place in range(len(legal))]
        found.append(
            judge(
                number,
                len(legal),
                legal.index(action),
                lambda places, values=values: Values(  # type: ignore[misc]
                    tuple([values[place] for place in places]),
                    tuple([error for _ in places]),
                ),
            )
        )
    return tuple(found)


def analysis(record: MatchRecord, analyst: str = "analyst", error: float = 0.1) -> Analysis:
    return Analysis(record, analyst, f"{analyst}-version", 100, AT, judgements(record, error))
