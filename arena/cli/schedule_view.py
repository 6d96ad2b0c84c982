"""What only some schedules have, as text: the bracket, the scores of a Swiss."""

from arena.schedules import Bracket, SwissTable, Tie

ROUNDS = {1: "final", 2: "semi-finals", 4: "quarter-finals"}
"""By the number of ties."""


def bracket_lines(bracket: Bracket) -> list[str]:
    """A line for each round that is drawn, and one for the winner."""
    lines = [
        f"{ROUNDS.get(len(ties), f'round of {2 * len(ties)}')}: {', '.join(map(_tie, ties))}"
        for ties in bracket.rounds
    ]
    if bracket.winner is not None:
        lines.append(f"winner: {bracket.winner}")
    return lines


def swiss_line(table: SwissTable) -> str:
    """The scores, the best first."""
    scores = ", ".join(f"{bot.name} {bot.score:g}" for bot in table.ranked())
    return f"after round {table.over} of {table.rounds}: {scores}"


def _tie(tie: Tie) -> str:
    if tie.low is None:
        return f"{tie.high} has a bye"
    first, second = tie.high, tie.low
    score = tie.score
    if tie.winner == tie.low:
        first, second, score = second, first, (score[1], score[0])
    text = f"{first}–{second} {score[0]:g}:{score[1]:g}"
    if tie.winner is None:
        return f"{text} so far"
    return text if tie.how == "pairs" else f"{text} ({_how(tie)})"


def _how(tie: Tie) -> str:
    ways = {"points": "by points", "seed": "by seed"}
    return ways.get(tie.how or "", tie.how or "")
