"""What only some schedules have, for programs: the bracket, the scores of a Swiss."""

from typing import Any

from arena.schedules import Bracket, SwissTable, Tie


def bracket_json(bracket: Bracket) -> dict[str, Any]:
    """A knockout, round by round."""
    return {
        "winner": bracket.winner,
        "rounds": [[_object(tie) for tie in ties] for ties in bracket.rounds],
    }


def swiss_json(table: SwissTable) -> dict[str, Any]:
    """The scores, the best first."""
    scores = [{"bot": bot.name, "score": bot.score, "bye": bot.bye} for bot in table.ranked()]
    return {"over": table.over, "rounds": table.rounds, "scores": scores}


def _object(tie: Tie) -> dict[str, Any]:
    return {
        "bots": [tie.high, tie.low],
        "score": list(tie.score),
        "pairs": tie.played,
        "winner": tie.winner,
        "how": tie.how,
    }
