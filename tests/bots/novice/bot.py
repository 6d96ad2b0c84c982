"""Plays the first legal action over standard input and output, with one mistake of its author's.

    python3 bot.py MISTAKE

Those of `ANSWERS` are made at every request, the others at a time of their own.
"""

import json
import random
import socket
import sys
import threading
import time

MISTAKE = sys.argv[1]
HELLO = {"type": "hello", "protocol": 1, "name": "novice"}
KNOWN = {"type", "id", "observation", "legal", "move_ms", "bank_ms"}
SLEEP_S = 0.3


def send(message):
    print(json.dumps(message), flush=MISTAKE != "never flushes")


def answered(message, **fields):
    good = {"type": "action", "id": message["id"], "action": message["legal"][0]}
    send({**good, **fields})


def act(**fields):
    """Answer with these instead of good ones."""
    return lambda message: answered(message, **fields)


def text_for_list(message):
    action = message["legal"][0]
    if "throw" in action:
        action = {**action, "throw": action["throw"][0]}
    answered(message, action=action)


def without_id(message):
    send({"type": "action", "action": message["legal"][0]})


def twice(message):
    answered(message)
    answered(message)


def debugging(message):
    print("choosing from", len(message["legal"]), flush=True)
    answered(message)


def illegal(message):
    answered(message, action={"pick": "AS"})


def by_chance(message):
    answered(message, action=random.choice(message["legal"]))


def slowly(message):
    if message["observation"]["phase"] == "open":
        time.sleep(SLEEP_S)
    answered(message)


def strict(message):
    if unknown := message.keys() - KNOWN:
        raise ValueError(f"what is {unknown.pop()}?")
    answered(message)


def fails_in_seat_one(message):
    assert message["observation"]["seat"] == 0 or message["observation"]["phase"] != "throw"
    answered(message)


ANSWERS = {
    "text for a list": text_for_list,
    "passes": act(action="pass"),
    "action as text": act(action="AS"),
    "number for an id": act(id=1),
    "another id": act(id="x"),
    "no id": without_id,
    "answers twice": twice,
    "field too many": act(comment="well"),
    "debugging on stdout": debugging,
    "illegal": illegal,
    "by chance": by_chance,
    "slow": slowly,
    "strict about fields": strict,
    "fails in seat one": fails_in_seat_one,
}


def network():
    try:
        socket.create_connection(("192.0.2.1", 80), timeout=1)
    except OSError as error:
        print(f"telemetry: {error}", file=sys.stderr, flush=True)


def count_for_ever():
    while True:
        pass


def main():
    if MISTAKE == "computes all the time":
        threading.Thread(target=count_for_ever, daemon=True).start()
    if MISTAKE == "network":
        network()
    if MISTAKE == "imports what is not there":
        import no_such_library  # noqa: F401
    if MISTAKE == "no hello":
        time.sleep(60)
    send({**HELLO, "name": "somebody else"} if MISTAKE == "another name" else HELLO)
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "act":
            ANSWERS.get(MISTAKE, answered)(message)
        elif message["type"] == "match_end" and MISTAKE == "ends with the match":
            break
        elif message["type"] == "bye":
            if MISTAKE == "a thread outlives bye":
                threading.Thread(target=time.sleep, args=(60,)).start()
            sys.exit(7 if MISTAKE == "bye is an error" else 0)
        elif message["type"].startswith("later") and MISTAKE == "strict about types":
            raise ValueError(f"what is {message['type']}?")


if __name__ == "__main__":
    main()
