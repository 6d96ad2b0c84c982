"""Plays the first legal action, and misbehaves once, as its arguments say.

    python3 bot.py FAULT [NUMBER [MARK]]

Faults of `START` come before or instead of the hello, those of `DECISION` at the NUMBER-th request
that this process gets (the first if it is not given), all others at a time of their own. With a
MARK every answer has a note: the mark, and a number that this process has drawn for itself.

It speaks ZeroMQ itself, as the kit is written to keep bots from doing all this.
"""

import errno
import json
import os
import secrets
import signal
import socket as sockets
import sys
import time

import zmq

PATH = os.environ["ARENA_ENDPOINT"].removeprefix("ipc://")
HELLO = {"type": "hello", "protocol": 1, "name": "faulty"}
MIB = 1 << 20


def log(text):
    print(text, file=sys.stderr, flush=True)


def stay():
    """Be there and do nothing."""
    while True:
        time.sleep(60)


class Faulty:
    """One process of the bot."""

    def __init__(self, fault, number=1, mark=""):
        self.fault = fault
        self.number = int(number)
        self.mark = mark
        self.nonce = secrets.token_hex(8)
        self.acts = 0
        self.socket = zmq.Context().socket(zmq.DEALER)
        self.socket.linger = 2000

    def run(self):
        """Play until the referee says bye."""
        log(f"process {self.nonce}")
        if self.fault in START:
            START[self.fault](self)
        self.socket.connect(f"ipc://{PATH}")
        self.send(HELLO)
        while True:
            message = json.loads(self.socket.recv())
            if message["type"] == "bye":
                break
            if message["type"] == "match_start":
                self.match_start(message)
            elif message["type"] == "act":
                self.act(message)

    def match_start(self, message):
        self.move_ms = message["time"]["move_ms"]
        if self.fault == "exit after match_start":
            log("no time for this")
            sys.exit(0)
        if self.fault == "daemon":
            daemon()
        if self.fault == "second connection":
            self.mark = f"{self.mark} {connect_again()}"

    def act(self, message):
        self.acts += 1
        if self.fault == "thinks" and self.acts % 4 == 0:
            burn(self.move_ms / 2000)
        if self.acts == self.number and self.fault in DECISION:
            log(f"now {self.fault}")
            DECISION[self.fault](self, message)
        else:
            self.send(self.answer(message))

    def answer(self, message, **fields):
        """A good answer, but for these fields."""
        good = {"type": "action", "id": message["id"], "action": message["legal"][0]}
        note = {"note": f"{self.mark} {self.nonce}"} if self.mark else {}
        return {**good, **note, **fields}

    def send(self, message):
        self.socket.send(json.dumps(message).encode())


# Before the hello, or instead of it.


def crash_at_start(bot):
    raise RuntimeError("a bug in the set-up")


def never_connects(bot):
    stay()


def says_nothing(bot):
    bot.socket.connect(f"ipc://{PATH}")
    stay()


def wrong_protocol(bot):
    HELLO["protocol"] = 2


def act_before_hello(bot):
    HELLO.clear()
    HELLO.update(type="action", id="x", action={"draw": "keep"})


START = {
    "crash at start": crash_at_start,
    "never connects": never_connects,
    "says nothing": says_nothing,
    "wrong protocol": wrong_protocol,
    "act before hello": act_before_hello,
}


def burn(seconds):
    """Use that much processor time."""
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


# Instead of an answer.


def exit_(bot, message):
    log("last words")
    sys.exit(3)


def kill(bot, message):
    log("last words")
    os.kill(os.getpid(), signal.SIGSEGV)


def hang(bot, message):
    stay()


def late(bot, message):
    """So that the referee still sees the answer, and how late it is."""
    time.sleep(bot.move_ms / 1000 + 0.08)
    bot.send(bot.answer(message))


def think_too_long(bot, message):
    burn(bot.move_ms / 1000 + 0.2)
    bot.send(bot.answer(message))


def garbage(bot, message):
    bot.socket.send(b"\x00\x01\x02 garbage")


def not_utf8(bot, message):
    bot.socket.send(b'{"type":"action","id":"\xff\xfe","action":{"draw":"keep"}}')


def huge_message(bot, message):
    bot.send(bot.answer(message, note=20 * 1024 * "x"))


def huge_frame(bot, message):
    bot.send(bot.answer(message, note=MIB * "x"))


def flood(bot, message):
    for number in range(100):
        bot.send(bot.answer(message, id=str(number)))


def wrong_id(bot, message):
    bot.send(bot.answer(message, id="0123456789abcdef"))


def illegal(bot, message):
    held = message["observation"]["hand"]
    bot.send(bot.answer(message, action={"play": next(c for c in ("AS", "2C") if c not in held)}))


def repeated_key(bot, message):
    data = json.dumps(bot.answer(message))
    bot.socket.send(f'{{"id":"x",{data[1:]}'.encode())


def unknown_field(bot, message):
    bot.send(bot.answer(message, extra=1))


def hello_twice(bot, message):
    bot.send(HELLO)


def two_frames(bot, message):
    bot.socket.send_multipart([b"", json.dumps(bot.answer(message)).encode()])


def close(bot, message):
    bot.socket.close()
    stay()


def stderr(bot, message):
    for _ in range(5 * 1024):
        log(1023 * "x")
    bot.send(bot.answer(message))


def memory(bot, message):
    kept = [bytearray(b"x") * MIB for _ in range(1024)]
    bot.send(bot.answer(message, note=f"{len(kept)} MiB"))


def endless_line(bot, message):
    while True:
        os.write(1, 1024 * b"x")


def processes(bot, message):
    while True:
        try:
            if not os.fork():
                stay()
        except OSError:
            time.sleep(0.1)


def cpu(bot, message):
    os.fork()
    while True:
        pass


def files(bot, message):
    for number in range(500_000):
        os.close(os.open(f"/tmp/{number}", os.O_CREAT))


DECISION = {
    "exit": exit_,
    "kill": kill,
    "hang": hang,
    "late": late,
    "think too long": think_too_long,
    "garbage": garbage,
    "not utf-8": not_utf8,
    "huge message": huge_message,
    "huge frame": huge_frame,
    "flood": flood,
    "wrong id": wrong_id,
    "illegal": illegal,
    "repeated key": repeated_key,
    "unknown field": unknown_field,
    "hello twice": hello_twice,
    "two frames": two_frames,
    "close": close,
    "stderr": stderr,
    "memory": memory,
    "endless line": endless_line,
    "processes": processes,
    "cpu": cpu,
    "files": files,
}


# At a time of their own; the bot plays on.


def daemon():
    """Leave a process behind that no signal but the last ends, and be deaf to them oneself."""
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    if not os.fork():
        os.setsid()
        if not os.fork():
            stay()
        os._exit(0)
    os.wait()


def connect_again():
    """What becomes of another connection once the referee has heard the hello."""
    with sockets.socket(sockets.AF_UNIX) as other:
        return errno.errorcode.get(other.connect_ex(PATH), "connected")


if __name__ == "__main__":
    Faulty(*sys.argv[1:]).run()
