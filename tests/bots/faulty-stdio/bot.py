"""Plays the first legal action over standard input and output, and misbehaves as its argument says.

    python3 bot.py FAULT [NUMBER]

Faults come at the NUMBER-th request, the first if it is not given.
"""

import json
import os
import signal
import sys

FAULT = sys.argv[1]
NUMBER = int((sys.argv[2:] or ["1"])[0])


def send(message, flush=True):
    print(json.dumps(message), flush=flush)


def misbehave(message, answer):
    if FAULT == "garbage":
        print("Let me think…", flush=True)
    elif FAULT == "empty line":
        print(flush=True)
    elif FAULT == "exit":
        print("last words", file=sys.stderr)
        sys.exit(3)
    elif FAULT == "kill":
        os.kill(os.getpid(), signal.SIGSEGV)
    elif FAULT == "long line":
        print(1024 * 1024 * "x", flush=True)
    elif FAULT == "answer and exit":
        send(answer)
        sys.exit(4)
    else:
        send(answer)


def main():
    send({"type": "hello", "protocol": 1, "name": "faulty-stdio"})
    acts = 0
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "bye":
            break
        if message["type"] != "act":
            continue
        acts += 1
        answer = {"type": "action", "id": message["id"], "action": message["legal"][0]}
        if FAULT == "never flushes":
            send(answer, flush=False)
        elif acts == NUMBER:
            misbehave(message, answer)
        else:
            send(answer)


if __name__ == "__main__":
    main()
