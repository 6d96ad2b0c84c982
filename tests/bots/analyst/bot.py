"""An analyst that judges by the ranks of cards alone, and as its first argument says.

    python3 bot.py MANNER --values

`well` is as it should be; the others are those of `MANNERS`, `dies` and `other`. Without `--values`
it plays the best action by its own values and says nothing.
"""

import json
import sys

MANNER = sys.argv[1]
VALUES = "--values" in sys.argv[2:]
RANKS = "23456789TJQKA"
ERROR = 0.05
NASTY = "\x1b[2J\u202e<script>alert(1)</script>\n\x07"


def rank(card):
    return RANKS.index(card[0]) / 12


def value(action, offered):
    """High cards are played, kept and picked, low ones thrown: from -1 to 1."""
    if "throw" in action:
        return 1 - 2 * sum(map(rank, action["throw"])) / len(action["throw"])
    if "draw" in action:
        worth = 2 * rank(offered[0]) - 1
        return worth if action["draw"] == "keep" else -worth
    return 2 * rank(action.get("play") or action["pick"]) - 1


def noted(values):
    numbers = [round(each, 3) for each in values]
    errors = [0 if each == max(numbers) else ERROR for each in numbers]
    return json.dumps({"v": numbers, "e": errors}, separators=(",", ":"))


MANNERS = {
    "silent": lambda values: None,
    "short": lambda values: noted(values[1:]),
    "nasty": lambda values: NASTY,
    "wild": lambda values: noted([99 * each for each in values]),
}


def main():
    print(json.dumps({"type": "hello", "protocol": 1, "name": "analyst"}), flush=True)
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "bye":
            return
        if message["type"] != "act":
            continue
        seen, legal = message["observation"], message["legal"]
        if MANNER == "dies" and seen["phase"] == "play":
            sys.exit(NASTY)
        values = [value(action, seen["offered"]) for action in legal]
        best = legal[values.index(max(values))]
        request = "other" if MANNER == "other" else message["id"]
        answer = {"type": "action", "id": request, "action": best}
        note = MANNERS.get(MANNER, noted)(values) if VALUES else None
        if note is not None:
            answer["note"] = note
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
